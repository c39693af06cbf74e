/**
 * The forms of a signed id. Today's is what shows the kind of the vendor's id (`resp_`), `~g2`, and base64url in which the
 * rest of it is encrypted together with where the object is and whose it is. The short form, which 1.0 gave, is the
 * vendor's id, `~g1` and 26 characters.
 */

import { type ObjectKind, objectKinds } from '../endpoints/endpoint.ts';

/**
 * The kinds of signed text. Encrypted content is no object, but is also bound to the account that made it; an item is
 * one of the turns of a response or conversation, which a request may name in place of its content.
 */
export type IdKind = ObjectKind | 'encrypted_content' | 'item';
export const idKinds: readonly IdKind[] = [...objectKinds, 'encrypted_content', 'item'];

/** `~` stands unencoded in URLs and in JSON, and in no vendor's ids. */
export const mark = '~g2';
export const shortMark = '~g1';
/** The bytes that both marks begin with. */
export const markBytes = Buffer.from('~g');

/** Of the base64url behind the mark: the number of the secret, the tag of the cipher, and what is always encrypted. */
export const shortestBox = Math.ceil(((1 + 16 + 1 + 4 + 16) * 8) / 6);
/** Of the base64url behind the short form's mark. */
export const shortSeal = 26;

const base64url = new Uint8Array(256);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
  base64url[char.charCodeAt(0)] = 1;
}

/** Returns the end of the signed id whose mark begins at `at`; undefined where there is no signed id. */
export function endOfMarked(bytes: Uint8Array, at: number): number | undefined {
  const form = bytes[at + 2];
  let end = at + mark.length;
  while (base64url[bytes[end]!] === 1) end += 1;
  const length = end - at - mark.length;
  if (form === 0x32) return length >= shortestBox ? end : undefined;
  return form === 0x31 && length === shortSeal ? end : undefined;
}

/** The parts before and behind the mark of today's form. */
const marked = new RegExp(`^([^]*)${mark}([A-Za-z0-9_-]{${shortestBox},})$`);

/** Takes a text in today's form apart; undefined for any other. */
export function splitMarked(text: string): { readonly clear: string; readonly box: string } | undefined {
  const at = text.lastIndexOf(mark);
  if (at === -1) return undefined;
  const match = marked.exec(text);
  return match === null ? undefined : { clear: match[1]!, box: match[2]! };
}

/** True for a text that ends like ids of the short form, whoever signed it. */
export function isShort(text: string): boolean {
  const tail = shortMark.length + shortSeal;
  return text.length > tail && text.startsWith(shortMark, text.length - tail);
}

/** True for a text that ends like signed ids, whoever signed it. */
export function isMarked(text: string): boolean {
  return isShort(text) || splitMarked(text) !== undefined;
}
