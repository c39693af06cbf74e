/** Signs the ids of objects that backends keep, and knows its own signatures again. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type IdKind, idKinds, isMarked, isShort } from './id-mark.ts';
import {
  backendTagLength,
  boxOf,
  ownerTagLength,
  type SealedId,
  type SealingKey,
  seal,
  sealingKey,
  unseal,
} from './sealed-ids.ts';
import { isSignedShort, parseShort } from './short-ids.ts';

/** An id that came back, and where it leads. */
export interface OpenedId {
  readonly kind: IdKind;
  /** The vendor's id. */
  readonly id: string;
  /** The backend that has it. */
  readonly backend: string;
}

/** An id as somebody reads it who may see those of all owners. */
export interface ShownId {
  readonly kind: IdKind;
  readonly id: string;
  readonly form: 'sealed' | 'short';
  /** Undefined where no backend has, or had, that name. */
  readonly backend: string | undefined;
  /** True if it belongs to an owner, by the digest of a name. */
  readonly isOf: (owner: string) => boolean;
}

/** A backend, and the names that it had before. */
export interface NamedBackend {
  readonly name: string;
  readonly formerly: readonly string[];
}

export interface SigningSecrets {
  /** The key that signs new ids, */
  readonly secret: Buffer;
  /** and what those were signed with that may still be around. */
  readonly previous: readonly Buffer[];
}

export interface ShortIdRules {
  /** Until when ids of the short form are good, in milliseconds since 1970; undefined for never. */
  readonly until?: number | undefined;
  readonly now?: () => number;
}

interface Secret extends SealingKey {
  readonly secret: Buffer;
}

/** The mark of an owner in ids: the first bytes of the digest of its name. */
export function ownerTag(name: string): Buffer {
  return digestOf(name).subarray(0, ownerTagLength);
}

function digestOf(name: string): Buffer {
  return createHash('sha256').update(name).digest();
}

export class IdSigner {
  readonly #current: Secret;
  readonly #secrets: readonly Secret[];
  readonly #tags = new Map<string, Buffer>();
  /** Backends by the tags of their names, old ones among them. */
  readonly #backends = new Map<string, string>();
  readonly #shortUntil: number;
  readonly #now: () => number;

  constructor(
    { secret, previous }: SigningSecrets,
    backends: Iterable<NamedBackend>,
    { until, now = Date.now }: ShortIdRules,
  ) {
    this.#current = secretOf(secret);
    this.#secrets = [this.#current, ...previous.map(secretOf)];
    this.#shortUntil = until ?? Number.NEGATIVE_INFINITY;
    this.#now = now;
    for (const { name, formerly } of backends) {
      this.#tags.set(name, backendTag(name));
      for (const known of [name, ...formerly]) this.#backends.set(textOf(backendTag(known)), name);
    }
  }

  /** The id of an object as its owner gets it, always the same. One that bears a mark already stays as it is. */
  sign(kind: IdKind, id: string, backend: string, owner: Buffer): string {
    if (id === '' || isMarked(id)) return id;
    return seal(this.#current, { kind, id, backend: this.#tags.get(backend)!, owner });
  }

  /**
   * The object that a text stands for; undefined where it is no id of this owner's. What is wrong with it shows neither in
   * the answer nor in how long it takes.
   *
   * @param kind What it has to be; undefined for any.
   */
  open(kind: IdKind | undefined, text: string, owner: Buffer): OpenedId | undefined {
    const isGoodShort = isShort(text) && this.takesShort();
    const found = isGoodShort ? this.#short(text, kind === undefined ? idKinds : [kind]) : this.#sealed(text);
    if (found === undefined || (kind !== undefined && found.kind !== kind)) return undefined;
    if (!timingSafeEqual(found.owner, owner.subarray(0, found.owner.length))) return undefined;
    const backend = this.#backends.get(textOf(found.backend));
    return backend === undefined ? undefined : { kind: found.kind, id: found.id, backend };
  }

  /** True while ids from 1.0 are still valid. */
  takesShort(): boolean {
    return this.#now() < this.#shortUntil;
  }

  /** The content of an id, of any owner and age; undefined for one that was not made here. */
  show(text: string): ShownId | undefined {
    const form = isShort(text) ? 'short' : 'sealed';
    const found = form === 'short' ? this.#short(text, idKinds) : this.#sealed(text);
    if (found === undefined) return undefined;
    const { kind, id, owner } = found;
    const isOf = (name: string) => digestOf(name).subarray(0, owner.length).equals(owner);
    return { kind, id, form, backend: this.#backends.get(textOf(found.backend)), isOf };
  }

  #sealed(text: string): SealedId | undefined {
    const box = boxOf(text);
    let found: SealedId | undefined;
    let tried = 0;
    for (const secret of this.#secrets) {
      if (secret.index !== box.secretIndex) continue;
      tried += 1;
      found ??= unseal(secret, box);
    }
    if (tried === 0) unseal(this.#current, box);
    return found;
  }

  #short(text: string, kinds: readonly IdKind[]): SealedId | undefined {
    const parsed = parseShort(text);
    if (parsed === undefined) return undefined;
    const { id, backend, owner } = parsed;
    for (const { index, secret } of this.#secrets) {
      if (index !== parsed.secretIndex) continue;
      const kind = kinds.find((one) => isSignedShort(parsed, secret, one));
      if (kind !== undefined) return { kind, id, backend, owner };
    }
    return undefined;
  }
}

function secretOf(secret: Buffer): Secret {
  return { secret, ...sealingKey(secret) };
}

function backendTag(name: string): Buffer {
  return digestOf(name).subarray(0, backendTagLength);
}

function textOf(tag: Buffer): string {
  return tag.toString('latin1');
}
