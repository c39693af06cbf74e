/**
 * The form of a signed id: what the vendor called the object, then `~g1` and 26 characters that say where the object is
 * and whose it is. Nothing is hidden by it; nobody but the gateway can make one.
 */

import { type ObjectKind, objectKinds } from '../endpoints/endpoint.ts';

/** What bears a signature; encrypted content is no object, and is bound to the account that made it all the same. */
export type IdKind = ObjectKind | 'encrypted_content';
export const idKinds: readonly IdKind[] = [...objectKinds, 'encrypted_content'];

/** `~` stands unencoded in URLs and in JSON, and in no vendor's ids. */
export const mark = '~g1';
export const markBytes = Buffer.from(mark);

/** Which secret, which backend, whose: what stands before the signature. */
export const headerLength = 1 + 4 + 4;
export const macLength = 10;
const sealLength = headerLength + macLength;
/** In base64url. */
const sealText = Math.ceil((sealLength * 8) / 6);
/** Of all that is behind the vendor's id. */
export const tailLength = mark.length + sealText;

export interface Sealed {
  /** The vendor's own id. */
  readonly id: string;
  readonly header: Buffer;
  readonly mac: Buffer;
}

/** Whether a text ends as signed ids do, whoever signed it. */
export function isMarked(text: string): boolean {
  return text.length > tailLength && text.startsWith(mark, text.length - tailLength);
}

export function sealed(id: string, header: Buffer, mac: Buffer): string {
  return `${id}${mark}${Buffer.concat([header, mac]).toString('base64url')}`;
}

/** Takes a signed id apart; undefined for a text that is none. One seal has one spelling: any other is none. */
export function parseSealed(text: string): Sealed | undefined {
  if (!isMarked(text)) return undefined;
  const written = text.slice(-sealText);
  const seal = Buffer.from(written, 'base64url');
  if (seal.length !== sealLength || seal.toString('base64url') !== written) return undefined;
  return {
    id: text.slice(0, -tailLength),
    header: seal.subarray(0, headerLength),
    mac: seal.subarray(headerLength),
  };
}
