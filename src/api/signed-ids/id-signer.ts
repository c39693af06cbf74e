/** Signs the ids of objects that backends keep, and knows its own signatures again. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  headerLength,
  type IdKind,
  isMarked,
  macLength,
  parseSealed,
  type Sealed,
  sealed,
} from './id-mark.ts';

/** An id that came back, and where it leads. */
export interface OpenedId {
  /** What the vendor calls it. */
  readonly id: string;
  /** The backend that has it. */
  readonly backend: string;
}

/** A backend, and the names that it had before. */
export interface NamedBackend {
  readonly name: string;
  readonly formerly: readonly string[];
}

export interface SigningSecrets {
  /** What ids are signed with from now on, */
  readonly secret: Buffer;
  /** and what those were signed with that may still be around. */
  readonly previous: readonly Buffer[];
}

interface Secret {
  /** Its place in a header: one of 256, so that the right one of several is found without trying each. */
  readonly index: number;
  readonly key: Buffer;
}

const tagLength = 4;

/** The first bytes of a name's digest: ids stay as short as they can. */
export function tagOf(name: string): Buffer {
  return createHash('sha256').update(name).digest().subarray(0, tagLength);
}

export class IdSigner {
  readonly #current: Secret;
  readonly #secrets: readonly Secret[];
  readonly #tags = new Map<string, Buffer>();
  /** Backends by the tags of their names, old ones among them. */
  readonly #backends = new Map<string, string>();

  constructor({ secret, previous }: SigningSecrets, backends: Iterable<NamedBackend>) {
    this.#current = secretOf(secret);
    this.#secrets = [this.#current, ...previous.map(secretOf)];
    for (const { name, formerly } of backends) {
      this.#tags.set(name, tagOf(name));
      for (const known of [name, ...formerly]) this.#backends.set(tagOf(known).toString('latin1'), name);
    }
  }

  /** The id of an object as its owner gets it, always the same. One that bears a mark already stays as it is. */
  sign(kind: IdKind, id: string, backend: string, owner: Buffer): string {
    if (id === '' || isMarked(id)) return id;
    const header = Buffer.allocUnsafe(headerLength);
    header[0] = this.#current.index;
    this.#tags.get(backend)!.copy(header, 1);
    owner.copy(header, 1 + tagLength);
    return sealed(id, header, macOf(this.#current.key, kind, id, header));
  }

  /**
   * The object that a text stands for; undefined where it is no id of this owner's. What is wrong with it shows neither in
   * the answer nor in how long it takes.
   */
  open(kind: IdKind, text: string, owner: Buffer): OpenedId | undefined {
    const parsed = parseSealed(text) ?? { ...nobodys, id: text };
    const isOurs = this.#isSigned(kind, parsed);
    const { id, header } = parsed;
    const isOwners = timingSafeEqual(header.subarray(1 + tagLength), owner);
    const backend = this.#backends.get(header.toString('latin1', 1, 1 + tagLength));
    return isOurs && isOwners && backend !== undefined ? { id, backend } : undefined;
  }

  #isSigned(kind: IdKind, { id, header, mac }: Sealed): boolean {
    let isRight = false;
    let tried = 0;
    for (const { index, key } of this.#secrets) {
      if (index !== header[0]) continue;
      tried += 1;
      isRight = timingSafeEqual(macOf(key, kind, id, header), mac) || isRight;
    }
    if (tried === 0) macOf(this.#current.key, kind, id, header);
    return isRight;
  }
}

/** Stands for what bears no signature: it is looked at as any other. */
const nobodys = { header: Buffer.alloc(headerLength), mac: Buffer.alloc(macLength) };

function secretOf(key: Buffer): Secret {
  return { key, index: createHash('sha256').update('gateway ids').update(key).digest()[0]! };
}

function macOf(key: Buffer, kind: IdKind, id: string, header: Buffer): Buffer {
  const mac = createHmac('sha256', key).update(`${kind}\n${id}\n`).update(header);
  return mac.digest().subarray(0, macLength);
}
