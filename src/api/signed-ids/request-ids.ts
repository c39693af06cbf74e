/** Finds the ids of objects that a request names, in its body. */
import { type ByteEdit, withinQuotes } from './edit-bytes.ts';
import { endOfMarked, type IdKind, mark, markBytes } from './id-mark.ts';
import type { OpenedId } from './id-signer.ts';
import { anyElement, type JsonPath, JsonStrings } from './json-strings.ts';

/** The kind of a field's id; vector stores belong to the whole account, and are never signed. */
export type NamedKind = IdKind | 'vector_store';

/** An id in a field that holds ids of a kind. */
export interface NamedId {
  readonly kind: NamedKind;
  readonly value: string;
  readonly from: number;
  readonly end: number;
  /** The field differs in case: to some backends' decoders it is the one that holds ids. */
  readonly isImpostor?: boolean;
}

/** Opens an id that is marked, of any kind; undefined where it is no id of the caller's. */
export type OpenId = (text: string) => OpenedId | undefined;

/** A text that turned out to be a signed id, and the edit that leaves the vendor's. */
export interface FoundId {
  readonly opened: OpenedId;
  readonly edit: ByteEdit;
}

/** Without one of these in a body no field of it holds an id: but for what is spelled with an escape. */
const signs = [
  'previous_response_id',
  'conversation',
  'file_id',
  'container',
  'vector_store_ids',
  'part_ids',
  'encrypted_content',
  '\\u00',
].map((text) => Buffer.from(text));

/** The names of fields with ids, in any case. */
const inAnyCase =
  /"(?:previous_response_id|conversation|container(?:_id)?|(?:input_)?file_ids?|vector_store_ids|part_ids)"/i;

interface Named {
  readonly kind: NamedKind;
  readonly isImpostor: boolean;
}

function kindAt(path: JsonPath): Named | undefined {
  const kind = namedKind(path);
  if (kind !== undefined) return isToolInput(path) ? undefined : { kind, isImpostor: false };
  return impostorAt(path);
}

/** The values without fields of a dialect: their author chose the names in them. */
const free: ReadonlySet<string> = new Set([
  'arguments',
  'attributes',
  'env',
  'headers',
  'input_schema',
  'json_schema',
  'metadata',
  'parameters',
  'properties',
  'schema',
  'variables',
]);

/** A field that is one with ids but for its case, or that of one it stands in. */
function impostorAt(path: JsonPath): Named | undefined {
  if (!path.some((name) => /[A-Z]/.test(name))) return undefined;
  const folded = path.map((name) => name.toLowerCase());
  const kind = namedKind(folded);
  if (kind === undefined || kind === 'encrypted_content') return undefined;
  if (isToolInput(folded) || folded.some((name) => free.has(name))) return undefined;
  return { kind, isImpostor: true };
}

function namedKind(path: JsonPath): NamedKind | undefined {
  const within = path[path.length - 2];
  switch (path[path.length - 1]) {
    case 'previous_response_id':
      return path.length === 1 ? 'response' : undefined;
    case 'conversation':
      return path.length === 1 ? 'conversation' : undefined;
    case 'id':
      if (isItem(path)) return 'item';
      if (path.length === 2 && within === 'conversation') return 'conversation';
      return within === 'container' && isContainer(path.slice(0, -1)) ? 'container' : undefined;
    case 'container':
      return isContainer(path) ? 'container' : undefined;
    case 'container_id':
      return 'container';
    case 'file_id':
    case 'input_file_id':
      return 'file';
    case anyElement:
      return within === undefined ? undefined : lists[within];
    case 'encrypted_content':
      return 'encrypted_content';
    default:
      return undefined;
  }
}

/** Lists of ids, by their names. */
const lists: Readonly<Record<string, NamedKind | undefined>> = Object.assign(Object.create(null), {
  file_ids: 'file',
  vector_store_ids: 'vector_store',
  part_ids: 'part',
});

/** One of the turns that responses and conversations are given. */
function isItem(path: JsonPath): boolean {
  return path.length === 3 && path[1] === anyElement && (path[0] === 'input' || path[0] === 'items');
}

/** Of messages, also of one in a batch, and of a tool. */
function isContainer(path: JsonPath): boolean {
  const within = path[path.length - 2];
  return (
    within === undefined ||
    within === 'params' ||
    (within === anyElement && path[path.length - 3] === 'tools')
  );
}

/** The input of a client's tool in messages: its fields are the client's. */
function isToolInput(path: JsonPath): boolean {
  return path.some(
    (name, at) => name === 'input' && path[at - 1] === anyElement && path[at - 2] === 'content',
  );
}

const idMember = Buffer.from('"id"');

/**
 * The ids in the fields of a JSON object that hold some. Of members that stand twice each counts.
 *
 * @param hasItems Whether the request is given items, which have ids.
 */
export function namedIds(bytes: Buffer, hasItems = false): readonly NamedId[] {
  if (
    !(hasItems && bytes.includes(idMember)) &&
    !signs.some((sign) => bytes.includes(sign)) &&
    !inAnyCase.test(bytes.toString('latin1'))
  )
    return [];
  const ids: NamedId[] = [];
  new JsonStrings(kindAt).scan(bytes, {}, ({ what, value, from, end }) =>
    ids.push({ ...what, value, from, end }),
  );
  return ids;
}

/** The edit that leaves of an id what the vendor calls it. */
export function unsigned({ value, from, end }: Omit<NamedId, 'kind'>, { id }: OpenedId): ByteEdit {
  const isPlain = end - from === Buffer.byteLength(value);
  if (isPlain && value.startsWith(id)) return { from: from + Buffer.byteLength(id), to: end, text: '' };
  return { from, to: end, text: withinQuotes(id) };
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/**
 * The signed ids that stand elsewhere in a JSON object, as whole values: whatever else looks like one is text.
 *
 * @param known Those that were found already.
 */
export function idsElsewhere(bytes: Buffer, known: readonly NamedId[], open: OpenId): readonly FoundId[] {
  const ends = new Set(known.map(({ end }) => end));
  const found: FoundId[] = [];
  for (let at = bytes.indexOf(markBytes); at !== -1; at = bytes.indexOf(markBytes, at + mark.length)) {
    const end = endOfMarked(bytes, at);
    if (end === undefined || bytes[end] !== quote || ends.has(end)) continue;
    const from = bytes.lastIndexOf(quote, at) + 1;
    const text = bytes.subarray(from, end);
    if (from === 0 || bytes[from - 2] === backslash || text.includes(backslash)) continue;
    if (isName(bytes, end)) continue;
    const value = text.toString();
    const opened = open(value);
    if (opened !== undefined) found.push({ opened, edit: unsigned({ value, from, end }, opened) });
  }
  return found;
}

function isName(bytes: Buffer, end: number): boolean {
  let next = end + 1;
  while (bytes[next] !== undefined && bytes[next]! <= 0x20) next += 1;
  return bytes[next] === colon;
}
