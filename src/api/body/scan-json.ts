/**
 * Reads a JSON object as bytes, once. Bodies are mostly long strings (conversations, base64 images), and
 * `JSON.parse` spends its time copying them; nothing here needs their content. So the scan checks every string
 * itself, four bytes at a time, and leaves the long ones out of a skeleton. Only the skeleton is parsed, which
 * is also what settles whether the grammar holds: the scan keeps just enough of it (depth, commas, keys of the
 * root) to count values and to know where the wanted members stand.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import type { JsonObject } from '../../lib/json.ts';
import { isBase64, isDataUrl } from './base64.ts';
import { grammarFault, notJson } from './json-bytes/json-fault.ts';
import { endOfString } from './json-bytes/json-string.ts';
import { type KeyNames, namedKey } from './json-bytes/named-key.ts';

/** Strings of more bytes than this are shortened in the skeleton. */
const longString = 512;
/** The same inside a wanted member, whose text is needed. */
const longWantedString = 4096;
/** In a body of up to this many bytes no string is shortened: parsing it whole is cheaper than leaving parts out. */
const smallBody = 16 * 1024;
/** So much of a shortened string is kept. */
const keptPrefix = 64;

/** A member of the root object, by byte offsets. */
export interface Member {
  /** The opening quote of its key. */
  readonly at: number;
  /** The comma before it, or -1 for the first member. */
  readonly commaBefore: number;
  /** The first byte of its value. */
  readonly valueAt: number;
  /** The byte after its value. */
  readonly end: number;
  /** The opening quote of the next key, or -1 for the last member. */
  readonly next: number;
  /** Bytes of the longest string in it. */
  readonly longest: number;
}

/** The targets and bounds of a scan. */
export interface ScanOptions extends KeyNames {
  /** Containers within containers, the root included. */
  readonly maxDepth: number;
  readonly maxValues: number;
}

export interface Scan {
  /** The parsed skeleton: the object with long strings shortened to a prefix and a mark that no name contains. */
  readonly parsed: JsonObject;
  /** No string had to be shortened: `parsed` is all of it. */
  readonly isWhole: boolean;
  /** Wanted members; of one that stands twice the last. */
  readonly members: ReadonlyMap<string, Member>;
  /** The first wanted name that stands twice. */
  readonly duplicates: readonly string[];
  /** The members that a later one of the same name takes the place of. */
  readonly shadowed: readonly { readonly name: string; readonly member: Member }[];
  /** The first guarded name that a member of the root has but for its case. */
  readonly impostor: string | undefined;
  /** Offset of the brace that opens the root. */
  readonly rootAt: number;
  /** The number of strings that are data URLs or long base64, and their bytes. */
  readonly blocks: number;
  readonly blockBytes: number;
  /** A string begins as the gateway's own seals do, if not with escapes. */
  readonly hasSeals: boolean;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const sealMark = Buffer.from('gw1.');

function isSpace(byte: number | undefined): boolean {
  return byte === space || byte === lineFeed || byte === carriageReturn || byte === tab;
}

/** The meaning of a byte between strings for the scan; 0 for all others. */
const roles = new Uint8Array(256);
const isQuote = 1;
const isComma = 2;
const isColon = 3;
const isOpener = 4;
const isCloser = 5;
roles[quote] = isQuote;
roles[comma] = isComma;
roles[colon] = isColon;
roles[openBrace] = roles[openBracket] = isOpener;
roles[closeBrace] = roles[closeBracket] = isCloser;

/** The end of the kept part of a long string: before any escape, and not inside a character. */
function prefixEnd(body: Buffer, from: number): number {
  let end = from;
  while (end < from + keptPrefix && body[end] !== backslash) end++;
  while (end > from && (body[end]! & 0xc0) === 0x80) end--;
  return end;
}

/**
 * Scans and parses a JSON object.
 *
 * @throws GatewayError `invalid_json` for anything else, and beyond the limits
 */
export function scanObject(body: Buffer, options: ScanOptions): Scan {
  const { maxDepth, maxValues } = options;
  if (!isUtf8(body)) throw notJson('it is not UTF-8');
  const { length } = body;
  const view = new DataView(body.buffer, body.byteOffset, length);

  const rootAt = rootOffset(body);
  const members = new Map<string, Mutable<Member>>();
  const duplicates: string[] = [];
  let met: string[] | undefined;
  const shadowed: { readonly name: string; readonly member: Member }[] = [];
  let impostor: string | undefined;
  /** Ranges that the skeleton leaves out, as pairs of offsets. */
  const cuts: number[] = [];
  let blocks = 0;
  let blockBytes = 0;
  let hasSeals = false;

  let depth = 1;
  let values = 1;
  /** Offset of the brace or bracket that opened last. */
  let opened = rootAt;
  /** At depth 1: the next string is a key. */
  let keyNext = true;
  let lastComma = -1;
  /** The wanted member we are in, and the one whose `next` is not known yet. */
  let current: Mutable<Member> | undefined;
  let previous: Mutable<Member> | undefined;

  let at = rootAt + 1;
  for (; at < length && depth > 0; at++) {
    const role = roles[body[at]!]!;
    if (role === 0) continue;
    if (role === isQuote) {
      const from = at + 1;
      const to = endOfString(body, view, from);
      if (body[from] === sealMark[0] && !hasSeals) hasSeals = beginsWith(body, from, to, sealMark);
      if (depth === 1 && keyNext) {
        if (previous !== undefined) previous.next = at;
        previous = undefined;
        const { wanted: name, impersonated, once } = namedKey(body, from, to, options);
        impostor ??= impersonated;
        if (once !== undefined) {
          if (met?.includes(once) === true) duplicates.push(once);
          else if (met === undefined) met = [once];
          else met.push(once);
        }
        if (name !== undefined) {
          const earlier = members.get(name);
          if (earlier !== undefined) {
            duplicates.push(name);
            shadowed.push({ name, member: earlier });
          }
          current = { at, commaBefore: lastComma, valueAt: -1, end: -1, next: -1, longest: 0 };
          members.set(name, current);
        }
      } else if (current !== undefined && to - from > current.longest) {
        current.longest = to - from;
      }
      if (to - from > (current === undefined ? longString : longWantedString)) {
        if (length > smallBody) cuts.push(prefixEnd(body, from), to);
        if (isDataUrl(body, from, to) || isBase64(body, from, to)) {
          blocks++;
          blockBytes += to - from;
        }
      } else if (body[from] === 0x64 && isDataUrl(body, from, to)) {
        blocks++;
        blockBytes += to - from;
      }
      at = to;
    } else if (role === isComma) {
      if (++values > maxValues) throw notJson(`it holds more than ${maxValues} values`);
      if (depth === 1) {
        if (current !== undefined) {
          current.end = endOfValue(body, at);
          previous = current;
          current = undefined;
        }
        lastComma = at;
        keyNext = true;
      }
    } else if (role === isColon) {
      if (depth === 1) {
        keyNext = false;
        if (current !== undefined && current.valueAt < 0) current.valueAt = startOfValue(body, at + 1);
      }
    } else if (role === isOpener) {
      if (++depth > maxDepth) throw notJson(`it is nested more than ${maxDepth} levels deep`, at);
      opened = at;
    } else {
      // Commas count the elements of a container but for the first, which an empty one has not.
      const isEmpty = endOfValue(body, at) === opened + 1;
      if (!isEmpty && ++values > maxValues) throw notJson(`it holds more than ${maxValues} values`);
      depth--;
      if (depth === 0 && current !== undefined) current.end = endOfValue(body, at);
    }
  }
  if (depth > 0) throw notJson('it ends too early', length);
  for (; at < length; at++) if (!isSpace(body[at])) throw notJson('something follows the object', at);

  const parsed = parseSkeleton(body, cuts);
  const isWhole = cuts.length === 0;
  return { parsed, isWhole, members, duplicates, shadowed, impostor, rootAt, blocks, blockBytes, hasSeals };
}

function beginsWith(body: Buffer, from: number, to: number, beginning: Buffer): boolean {
  const end = from + beginning.length;
  return end <= to && body.compare(beginning, 0, beginning.length, from, end) === 0;
}

/** Offset of the brace that opens the root. */
function rootOffset(body: Buffer): number {
  let at = 0;
  while (isSpace(body[at])) at++;
  if (at === body.length) throw notJson('it is empty');
  if (body[0] === 0xef)
    throw notJson('it begins with a byte order mark or other text; send UTF-8 without one', 0);
  if (body[at] !== openBrace) throw notJson('it does not begin with `{`', at);
  return at;
}

function startOfValue(body: Buffer, from: number): number {
  let at = from;
  while (isSpace(body[at])) at++;
  return at;
}

/** The end of the value before the comma or brace at `from`. */
function endOfValue(body: Buffer, from: number): number {
  let at = from;
  while (isSpace(body[at - 1])) at--;
  return at;
}

/** Parses what is left of the body when the ranges are replaced by a mark that is unique in it. */
function parseSkeleton(body: Buffer, cuts: readonly number[]): JsonObject {
  const skeleton = cuts.length === 0 ? body : withoutRanges(body, cuts);
  try {
    // Decoding as latin1 is faster, and the same for ASCII.
    return JSON.parse(skeleton.toString(isAscii(skeleton) ? 'latin1' : 'utf8')) as JsonObject;
  } catch {
    // Not the parser's own message: it quotes the text.
    throw notJson('unexpected text', inBody(grammarFault(skeleton), cuts));
  }
}

/** Stands for the range that begins at `from`; the same number of bytes wherever that is. */
function markOf(from: number): string {
  return ` [+${String(from).padStart(10, '0')}]`;
}
const markLength = markOf(0).length;

/** True for a text of a skeleton that may replace a longer one. */
export function mayBeShortened(text: string): boolean {
  return / \[\+\d{10}\]/.test(text);
}

/** The rest of a text that a skeleton has shortened, as the body has it; undefined for one that is whole. */
export function shortenedAt(body: Buffer, text: string): Buffer | undefined {
  const [, offset] = / \[\+(\d{10})\]$/.exec(text) ?? [];
  const from = Number(offset);
  // Somebody may have written such a mark.
  if (offset === undefined || from >= body.length) return undefined;
  const view = new DataView(body.buffer, body.byteOffset, body.length);
  return body.subarray(from, endOfString(body, view, from));
}

function withoutRanges(body: Buffer, cuts: readonly number[]): Buffer {
  let length = body.length;
  for (let i = 0; i < cuts.length; i += 2) length += markLength - (cuts[i + 1]! - cuts[i]!);
  const skeleton = Buffer.allocUnsafe(length);
  let from = 0;
  let to = 0;
  for (let i = 0; i < cuts.length; i += 2) {
    to += body.copy(skeleton, to, from, cuts[i]!);
    to += skeleton.write(markOf(cuts[i]!), to, 'latin1');
    from = cuts[i + 1]!;
  }
  body.copy(skeleton, to, from);
  return skeleton;
}

/** The offset in the body of an offset in the skeleton. */
function inBody(offset: number, cuts: readonly number[]): number {
  let at = offset;
  for (let i = 0; i < cuts.length && at > cuts[i]!; i += 2) at += cuts[i + 1]! - cuts[i]! - markLength;
  return at;
}
