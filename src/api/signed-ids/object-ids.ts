/** What the ids of objects mean to one configuration: where they lead on the way in, and what they become on the way out. */
import type { KeyConfig, StatefulConfig } from '../../config/types.ts';
import { GatewayError } from '../../errors.ts';
import type { ObjectKind, Operation, SignedPlaces, SignedText } from '../endpoints/endpoint.ts';
import { type BuiltInName, endpoints } from '../endpoints/index.ts';
import { placesIn, type Sign } from './answer-ids.ts';
import type { ByteEdit } from './edit-bytes.ts';
import { type IdKind, isMarked } from './id-mark.ts';
import { type IdSigner, type OpenedId, tagOf } from './id-signer.ts';
import type { LookFor } from './json-strings.ts';
import { idsElsewhere, namedIds, unsigned } from './request-ids.ts';

/** Where the objects are that a request names. */
export class NamedObjects {
  /** The backend that has them; undefined where none is named. */
  backend: string | undefined;

  /** @throws GatewayError where two are named that are not at one backend */
  take({ backend }: OpenedId): void {
    this.backend ??= backend;
    if (this.backend === backend) return;
    throw new GatewayError(
      'invalid_value',
      'The request refers to objects that are kept in different places; what belongs together has to be made together.',
    );
  }
}

/** The ids in answers of one kind, and how they are signed. */
export interface AnswerSigning {
  readonly lookFor: LookFor<SignedText>;
  readonly sign: Sign;
}

export class ObjectIds {
  readonly #signer: IdSigner;
  readonly #allowsUnsigned: boolean;
  readonly #signed: ReadonlySet<IdKind>;
  readonly #owners = new WeakMap<KeyConfig, Buffer>();
  readonly #places = new WeakMap<SignedPlaces, LookFor<SignedText>>();

  constructor(config: StatefulConfig, signer: IdSigner) {
    this.#signer = signer;
    this.#allowsUnsigned = config.allowsUnsigned;
    const kept = config.endpoints.flatMap((name) => endpoints[name as BuiltInName].keeps ?? []);
    this.#signed = new Set<IdKind>(config.pinsEncrypted ? [...kept, 'encrypted_content'] : kept);
  }

  /**
   * The ids of a path as the backend knows them.
   *
   * @throws GatewayError `object_not_found`
   */
  inPath(
    { ids: kinds }: Operation,
    ids: readonly string[],
    key: KeyConfig,
    named: NamedObjects,
  ): readonly string[] {
    return ids.map((id, place) => {
      const kind = kinds[place]!;
      return kind === 'inner' ? id : this.#opened(kind, id, key, named);
    });
  }

  /**
   * What has to be edited in a JSON object so that the backend knows its ids.
   *
   * @throws GatewayError `object_not_found`
   */
  inBody(bytes: Buffer, key: KeyConfig, named: NamedObjects): readonly ByteEdit[] {
    const ids = namedIds(bytes).filter(({ kind }) => this.#signed.has(kind));
    const edits: ByteEdit[] = [];
    for (const id of ids) {
      if (!this.#isToOpen(id.kind, id.value)) continue;
      const opened = this.#open(id.kind, id.value, key);
      named.take(opened);
      edits.push(unsigned(id, opened));
    }
    const owner = this.#ownerOf(key);
    for (const { opened, edit } of idsElsewhere(bytes, ids, (kind, text) =>
      this.#signed.has(kind) ? this.#signer.open(kind, text, owner) : undefined,
    )) {
      named.take(opened);
      edits.push(edit);
    }
    return edits.sort((a, b) => a.from - b.from);
  }

  /**
   * A query as the backend knows its ids: where a list goes on is said by the id of one of its objects.
   *
   * @throws GatewayError `object_not_found`
   */
  inQuery(query: string, key: KeyConfig, named: NamedObjects): string {
    if (!query.includes('g1')) return query;
    const owner = this.#ownerOf(key);
    return query.replace(/(?<==)[^&]+/g, (written) => {
      const value = written.replace(/%7e/gi, '~');
      if (!isMarked(value)) return written;
      for (const kind of this.#signed) {
        const opened = this.#signer.open(kind, value, owner);
        if (opened === undefined) continue;
        named.take(opened);
        return opened.id;
      }
      throw notFound();
    });
  }

  /** Whether anything is signed of what stands at some places. */
  areIn(places: SignedPlaces): boolean {
    return Object.values(places).some((what) => this.#signs(what));
  }

  /** How the ids in answers of a backend are signed. `address` is where the gateway itself was called. */
  signing(places: SignedPlaces, backend: string, key: KeyConfig, address: string): AnswerSigning {
    const owner = this.#ownerOf(key);
    const sign = (kind: IdKind, id: string) => this.#signer.sign(kind, id, backend, owner);
    return {
      lookFor: this.#lookForIn(places),
      sign: (what, value) => (what === 'results_url' ? resultsUrl(value, address, sign) : sign(what, value)),
    };
  }

  #lookForIn(places: SignedPlaces): LookFor<SignedText> {
    const known = this.#places.get(places);
    if (known !== undefined) return known;
    const made = placesIn(Object.fromEntries(Object.entries(places).filter(([, what]) => this.#signs(what))));
    this.#places.set(places, made);
    return made;
  }

  #signs(what: SignedText): boolean {
    return this.#signed.has(what === 'results_url' ? 'message_batch' : what);
  }

  #opened(kind: ObjectKind, id: string, key: KeyConfig, named: NamedObjects): string {
    if (!this.#isToOpen(kind, id)) return id;
    const opened = this.#open(kind, id, key);
    named.take(opened);
    return opened.id;
  }

  /** Content that the vendor encrypted was there before anything was signed. */
  #isToOpen(kind: IdKind, id: string): boolean {
    if (isMarked(id)) return true;
    return kind !== 'encrypted_content' && !this.#allowsUnsigned;
  }

  #open(kind: IdKind, id: string, key: KeyConfig): OpenedId {
    const opened = this.#signer.open(kind, id, this.#ownerOf(key));
    if (opened === undefined) throw notFound();
    return opened;
  }

  #ownerOf(key: KeyConfig): Buffer {
    const known = this.#owners.get(key);
    if (known !== undefined) return known;
    const owner = tagOf(key.objectsOwner);
    this.#owners.set(key, owner);
    return owner;
  }
}

/** The same for all that is wrong with an id: which one it was would tell what there is. */
export function notFound(): GatewayError {
  return new GatewayError(
    'object_not_found',
    'There is no such object for this key; use the id as this gateway gave it, with a key of the owner who had it made.',
  );
}

/** `https://api.anthropic.com/v1/messages/batches/ID/results`, at the gateway's own address. */
function resultsUrl(url: string, address: string, sign: (kind: IdKind, id: string) => string): string {
  const steps = url.split('/');
  const id = steps.at(-2);
  return id === undefined ? url : `${address}/v1/messages/batches/${sign('message_batch', id)}/results`;
}
