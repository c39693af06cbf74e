/** Finds the ids of objects that a request names, in its body. */
import { type ByteEdit, withinQuotes } from './edit-bytes.ts';
import { type IdKind, idKinds, isMarked, mark, markBytes, tailLength } from './id-mark.ts';
import type { OpenedId } from './id-signer.ts';
import { anyElement, type JsonPath, JsonStrings } from './json-strings.ts';

/** An id in a field that holds ids of a kind. */
export interface NamedId {
  readonly kind: IdKind;
  readonly value: string;
  readonly from: number;
  readonly end: number;
}

/** Opens an id that is marked; undefined where it is no id of the caller's. */
export type OpenId = (kind: IdKind, text: string) => OpenedId | undefined;

/** A text that turned out to be a signed id, and the edit that leaves the vendor's. */
export interface FoundId {
  readonly opened: OpenedId;
  readonly edit: ByteEdit;
}

/** Without one of these in a body no field of it holds an id: but for what is spelled with an escape. */
const signs = ['previous_response_id', 'conversation', 'file_id', 'encrypted_content', '\\u00'].map((text) =>
  Buffer.from(text),
);

function kindAt(path: JsonPath): IdKind | undefined {
  const name = path[path.length - 1];
  const within = path[path.length - 2];
  switch (name) {
    case 'previous_response_id':
      return path.length === 1 ? 'response' : undefined;
    case 'conversation':
      return path.length === 1 ? 'conversation' : undefined;
    case 'id':
      return path.length === 2 && within === 'conversation' ? 'conversation' : undefined;
    case 'file_id':
    case 'input_file_id':
      return 'file';
    case anyElement:
      return within === 'file_ids' ? 'file' : undefined;
    case 'encrypted_content':
      return 'encrypted_content';
    default:
      return undefined;
  }
}

/** The ids in the fields of a JSON object that hold some. Of members that stand twice each counts. */
export function namedIds(bytes: Buffer): readonly NamedId[] {
  if (!signs.some((sign) => bytes.includes(sign))) return [];
  const ids: NamedId[] = [];
  new JsonStrings(kindAt).scan(bytes, {}, ({ what: kind, value, from, end }) =>
    ids.push({ kind, value, from, end }),
  );
  return ids;
}

/** The edit that leaves of an id what the vendor calls it. */
export function unsigned({ value, from, end }: Omit<NamedId, 'kind'>, { id }: OpenedId): ByteEdit {
  const isPlain = end - from === value.length;
  if (isPlain) return { from: end - tailLength, to: end, text: '' };
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
    const end = at + tailLength;
    if (bytes[end] !== quote || ends.has(end)) continue;
    const from = bytes.lastIndexOf(quote, at) + 1;
    const text = bytes.subarray(from, end);
    if (from === 0 || bytes[from - 2] === backslash || text.includes(backslash)) continue;
    if (isName(bytes, end)) continue;
    const value = text.toString();
    const opened = isMarked(value) ? openedAs(value, open) : undefined;
    if (opened !== undefined) found.push({ opened, edit: { from: at, to: end, text: '' } });
  }
  return found;
}

/** What no field says the kind of may be any. */
function openedAs(value: string, open: OpenId): OpenedId | undefined {
  for (const kind of idKinds) {
    const opened = open(kind, value);
    if (opened !== undefined) return opened;
  }
  return undefined;
}

function isName(bytes: Buffer, end: number): boolean {
  let next = end + 1;
  while (bytes[next] !== undefined && bytes[next]! <= 0x20) next += 1;
  return bytes[next] === colon;
}
