/**
 * Finds the end of a JSON string (RFC 8259, section 7) in bytes. Each string is checked on the way, four bytes at a time, and
 * never decoded.
 */
import { notJson } from './json-fault.ts';

const space = 0x20;
const quote = 0x22;
const backslash = 0x5c;

/** 1 for each byte that may follow a backslash, but for `u`, whose four digits are checked apart. */
const escapes = new Uint8Array(256);
for (const char of '"\\/bfnrt') escapes[char.charCodeAt(0)] = 1;
const hexDigits = new Uint8Array(256);
for (const char of '0123456789abcdefABCDEF') hexDigits[char.charCodeAt(0)] = 1;

/** A string of more bytes is an image more often than not: the system is asked where it ends. */
const shortLook = 1024;

/** Finds the quote that ends the string whose content begins at `from`, and checks the string on the way. */
export function endOfString(body: Buffer, view: DataView, from: number): number {
  const { length } = body;
  let at = from;
  let enough = from + shortLook;
  while (at < length) {
    at = plainEnd(view, at, length - 4, enough);
    if (at >= enough) {
      at = withoutEscapes(body, view, at);
      enough = length;
    }
    const byte = body[at]!;
    if (byte === quote) return at;
    if (byte === backslash) at += escapeLength(body, at);
    else if (byte < space) throw notJson('a string has a control character without an escape', at);
    else at++; // among the last bytes, fewer than a word
  }
  throw notJson('a string does not end', from - 1);
}

/**
 * Goes on to the next quote or backslash, whichever comes first, if no control character stands before it; else to
 * somewhere before that. The system finds a byte many times faster than a loop; what is left to look for is simpler.
 */
function withoutEscapes(body: Buffer, view: DataView, from: number): number {
  const end = body.indexOf(quote, from);
  if (end < 0) return from;
  const escaped = body.subarray(from, end).indexOf(backslash);
  const to = escaped < 0 ? end : from + escaped;
  let at = from;
  for (; at + 16 <= to; at += 16) {
    const a = view.getInt32(at, true);
    const b = view.getInt32(at + 4, true);
    const c = view.getInt32(at + 8, true);
    const d = view.getInt32(at + 12, true);
    const found =
      (((a - 0x20202020) & ~a) |
        ((b - 0x20202020) & ~b) |
        ((c - 0x20202020) & ~c) |
        ((d - 0x20202020) & ~d)) &
      0x80808080;
    if (found !== 0) return at;
  }
  return at;
}

/**
 * Goes on, four bytes at a time, to the next quote, backslash or control character, or until no four are left, or to
 * `enough`.
 * The sign bit of a byte of `(x - 1) & ~x` is set where the byte is 0 (Mycroft's test). A borrow can set it in
 * others too, but only above one that is really meant: the lowest is always right.
 */
function plainEnd(view: DataView, from: number, last: number, enough: number): number {
  let at = from;
  for (; at <= last && at < enough; at += 4) {
    const word = view.getInt32(at, true);
    const quotes = word ^ 0x22222222;
    const backslashes = word ^ 0x5c5c5c5c;
    const found =
      (((word - 0x20202020) & ~word) |
        ((quotes - 0x01010101) & ~quotes) |
        ((backslashes - 0x01010101) & ~backslashes)) &
      0x80808080;
    if (found !== 0) return at + ((31 - Math.clz32(found & -found)) >> 3);
  }
  return at;
}

/** Bytes of the escape that begins at `at`. */
function escapeLength(body: Buffer, at: number): number {
  const kind = body[at + 1] ?? 0;
  if (escapes[kind] === 1) return 2;
  if (kind !== 0x75) throw notJson('a string has an escape that does not exist', at);
  for (let digit = at + 2; digit < at + 6; digit++) {
    if (hexDigits[body[digit] ?? 0] !== 1) throw notJson('a string has an incomplete \\u escape', at);
  }
  return 6;
}
