/**
 * Text in a header: plain if a header can carry it, otherwise in Base64 between two marks (2026-07-28, "Value
 * Encoding").
 */

const opening = '=?base64?';
const closing = '?=';

/** Printable ASCII, spaces and tabs inside. */
const plain = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A text as the value of a header. */
export function encodeHeaderValue(text: string): string {
  if (plain.test(text) && !isMarked(text)) return text;
  return `${opening}${Buffer.from(text).toString('base64')}${closing}`;
}

/** The text of a header's value; undefined for an invalid value. */
export function decodeHeaderValue(value: string): string | undefined {
  const bare = value.replace(/^[ \t]+|[ \t]+$/g, '');
  if (!isMarked(bare)) return /^[\x20-\x7e\t]*$/.test(bare) ? bare : undefined;
  const encoded = bare.slice(opening.length, -closing.length);
  if (!base64.test(encoded)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, 'base64'));
  } catch {
    return undefined;
  }
}

function isMarked(text: string): boolean {
  return text.startsWith(opening) && text.endsWith(closing) && text.length >= opening.length + closing.length;
}
