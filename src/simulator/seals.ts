/**
 * The sealed values that a vendor's clients have to return, and only the vendor can make: signatures and encrypted
 * content. Every simulator takes those of every other, as all servers of a vendor do.
 */
import { createHmac } from 'node:crypto';

const key = 'simulator';
const macBytes = 16;

/** A seal of some kind around a text, in base64. */
export function seal(kind: string, text: string): string {
  return Buffer.concat([mac(kind, text), Buffer.from(text)]).toString('base64');
}

/** The text in a seal; undefined where it is of another kind, altered, or made by somebody else. */
export function unseal(kind: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  const text = bytes.toString('utf8', macBytes);
  return bytes.length >= macBytes &&
    bytes.subarray(0, macBytes).equals(mac(kind, text)) &&
    bytes.toString('base64') === sealed
    ? text
    : undefined;
}

function mac(kind: string, text: string): Buffer {
  return createHmac('sha256', key).update(`${kind}\0${text}`).digest().subarray(0, macBytes);
}
