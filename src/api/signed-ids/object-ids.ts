/**
 * The meaning of objects' ids for one configuration: their backends on the way in, and their signed form on the way
 * out.
 */
import type { KeyConfig } from '../../config/types/keys.ts';
import type { StatefulConfig } from '../../config/types/state.ts';
import { GatewayError } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { ObjectKind, Operation, SignedPlaces, SignedText } from '../endpoints/endpoint.ts';
import { type BuiltInName, endpoints } from '../endpoints/index.ts';
import { placesIn, type Sign } from './answer-ids.ts';
import type { ByteEdit } from './edit-bytes.ts';
import { type IdKind, isMarked } from './id-mark.ts';
import { type IdSigner, type OpenedId, ownerTag } from './id-signer.ts';
import { referencesIn } from './item-references.ts';
import type { LookFor } from './json-strings.ts';
import { idsElsewhere, type NamedKind, namedIds, unsigned } from './request-ids.ts';

/** The place of the objects that a request names. */
export class NamedObjects {
  /** The backend that has them; undefined where none is named. */
  backend: string | undefined;
  /** The response or conversation that is named last. */
  turns: OpenedId | undefined;

  /** @throws GatewayError where two are named that are not at one backend */
  take(opened: OpenedId): void {
    const { backend, kind } = opened;
    if (kind === 'response' || kind === 'conversation') this.turns = opened;
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
  /** As vendors gave them, for every key to name. */
  readonly #shared: ReadonlySet<string>;
  readonly #owners = new WeakMap<KeyConfig, Buffer>();
  readonly #places = new WeakMap<SignedPlaces, LookFor<SignedText>>();

  constructor(config: StatefulConfig, signer: IdSigner) {
    this.#signer = signer;
    this.#allowsUnsigned = config.allowsUnsigned;
    const kept = config.endpoints.flatMap((name) => endpoints[name as BuiltInName].keeps ?? []);
    this.#shared = new Set(config.sharedIds);
    this.#signed = new Set<IdKind>([
      ...kept,
      // Tools run code in one, whether or not somebody asks for it.
      'container',
      ...(kept.includes('upload') ? (['part'] as const) : []),
      ...(config.pinsEncrypted ? (['encrypted_content'] as const) : []),
      ...(kept.includes('response') || kept.includes('conversation') ? (['item'] as const) : []),
    ]);
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
      return this.#signed.has(kind) ? this.#opened(kind, id, key, named) : id;
    });
  }

  /**
   * The edits of a JSON object that give the backend its own ids.
   *
   * @param items The body, its long strings shortened, of a request that is given items.
   * @throws GatewayError `object_not_found`
   */
  inBody(bytes: Buffer, key: KeyConfig, named: NamedObjects, items?: JsonObject): readonly ByteEdit[] {
    const ids = namedIds(bytes, items !== undefined).filter(
      ({ kind }) => kind === 'vector_store' || this.#signed.has(kind),
    );
    const edits: ByteEdit[] = [];
    const owner = this.#ownerOf(key);
    /** Bodies name the same object many times. */
    const known = new Map<string, OpenedId | undefined>();
    const openOnce = (text: string): OpenedId | undefined => {
      if (known.has(text)) return known.get(text);
      if (known.size === mostIds) throw tooMany();
      const opened = this.#openedAs(text, owner);
      known.set(text, opened);
      return opened;
    };
    const itemIds = ids.flatMap(({ kind, value }) => (kind === 'item' ? [value] : []));
    const references =
      items === undefined || itemIds.length === 0 ? undefined : referencesIn(bytes, items, itemIds);
    for (const id of ids) {
      if (id.isImpostor === true) throw misspelled(id.kind);
      const isReference = id.kind === 'item' && references?.has(id.value) === true;
      if (isReference && !isMarked(id.value) && !this.#takesUnsignedItems(id.value)) throw notFound();
      if (!this.#isToOpen(id.kind, id.value)) continue;
      if (id.kind === 'vector_store') throw notShared();
      const opened = openOnce(id.value);
      if (opened?.kind !== id.kind) throw notFound();
      // An item that comes with what it holds may go anywhere, as the turns of other backends do.
      if (id.kind !== 'item' || isReference) named.take(opened);
      edits.push(unsigned(id, opened));
    }
    for (const { opened, edit } of idsElsewhere(bytes, ids, openOnce)) {
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
    if (!query.includes('g1') && !query.includes('g2')) return query;
    const owner = this.#ownerOf(key);
    return query.replace(/(?<==)[^&]+/g, (written) => {
      const value = written.replace(/%7e/gi, '~');
      if (!isMarked(value)) return written;
      const opened = this.#openedAs(value, owner);
      if (opened === undefined) throw notFound();
      named.take(opened);
      return encodeURIComponent(opened.id);
    });
  }

  /** The vendor's id of an object, from its signed id on the way to the client; undefined for an unsigned one. */
  vendorsId(id: string): string | undefined {
    return this.#signer.show(id)?.id;
  }

  /** True if anything at some places is signed. */
  areIn(places: SignedPlaces): boolean {
    return Object.values(places).some((what) => this.#signs(what));
  }

  /** The signing of ids in answers of a backend. `address` is the called address of the gateway. */
  signing(places: SignedPlaces, backend: string, key: KeyConfig, address: string): AnswerSigning {
    const owner = this.#ownerOf(key);
    /** Each piece of a streamed item names it. */
    let last: { readonly id: string; readonly signed: string } | undefined;
    const sign = (kind: IdKind, id: string) => {
      if (kind !== 'item') return this.#signer.sign(kind, id, backend, owner);
      if (last?.id !== id) last = { id, signed: this.#signer.sign(kind, id, backend, owner) };
      return last.signed;
    };
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

  #opened(kind: ObjectKind | 'item', id: string, key: KeyConfig, named: NamedObjects): string {
    if (!this.#isToOpen(kind, id)) return id;
    const opened = this.#open(kind, id, key);
    // A step in the path of a backend, whatever that called it.
    const step = encodeURIComponent(opened.id);
    if (step === '.' || step === '..') throw notFound();
    named.take(opened);
    return step;
  }

  /** An id without a kind may be of any. */
  #openedAs(text: string, owner: Buffer): OpenedId | undefined {
    const opened = this.#signer.open(undefined, text, owner);
    return opened !== undefined && this.#signed.has(opened.kind) ? opened : undefined;
  }

  /** Content that the vendor encrypted was there before anything was signed. */
  #isToOpen(kind: NamedKind, id: string): boolean {
    if (isMarked(id)) return true;
    // A caller who may name a conversation may name its content; an item that is named alone is checked separately.
    if (kind === 'item' || kind === 'encrypted_content') return false;
    if (this.#allowsUnsigned || this.#shared.has(id)) return false;
    return !((kind === 'container' || kind === 'part') && this.#signer.takesShort());
  }

  /** As ids of containers from before are. */
  #takesUnsignedItems(id: string): boolean {
    return this.#allowsUnsigned || this.#shared.has(id) || this.#signer.takesShort();
  }

  #open(kind: IdKind, id: string, key: KeyConfig): OpenedId {
    const opened = this.#signer.open(kind, id, this.#ownerOf(key));
    if (opened === undefined) throw notFound();
    return opened;
  }

  #ownerOf(key: KeyConfig): Buffer {
    const known = this.#owners.get(key);
    if (known !== undefined) return known;
    const owner = ownerTag(key.objectsOwner);
    this.#owners.set(key, owner);
    return owner;
  }
}

/** The most objects in a body: each takes time that a request of its size does not take otherwise. */
const mostIds = 4096;

function tooMany(): GatewayError {
  return new GatewayError('invalid_value', `The body names more than ${mostIds} objects by their ids.`);
}

function misspelled(kind: NamedKind): GatewayError {
  const what = kind.replaceAll('_', ' ');
  return new GatewayError(
    'invalid_value',
    `A field of the body that names a ${what} differs in case from the one that the API has; write it in lower case, or leave it out.`,
  );
}

function notShared(): GatewayError {
  return new GatewayError(
    'object_not_found',
    'Vector stores belong to the whole account: a request may name those alone that `stateful.shared_ids` of the gateway lists.',
  );
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
