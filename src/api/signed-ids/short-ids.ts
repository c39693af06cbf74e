/**
 * The short form of signed ids, which 1.0 gave: it shows the vendor's id, and four bytes of a digest say whose it is. None
 * is made any more, since names can be found whose digests agree in four bytes.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type IdKind, isShort, shortMark, shortSeal } from './id-mark.ts';

/** The secret, the backend and the owner: the part before the signature. */
const headerLength = 1 + 4 + 4;
const macLength = 10;

/** A text in the short form, taken apart. What it says is not proven. */
export interface ShortId {
  /** The vendor's own id. */
  readonly id: string;
  readonly secretIndex: number;
  /** The first bytes of the digests of the names of its backend and its owner. */
  readonly backend: Buffer;
  readonly owner: Buffer;
  readonly header: Buffer;
  readonly mac: Buffer;
}

/** Undefined for a text that is none. One seal has one spelling: any other is none. */
export function parseShort(text: string): ShortId | undefined {
  if (!isShort(text)) return undefined;
  const written = text.slice(-shortSeal);
  const seal = Buffer.from(written, 'base64url');
  if (seal.toString('base64url') !== written) return undefined;
  return {
    id: text.slice(0, -shortSeal - shortMark.length),
    secretIndex: seal[0]!,
    backend: seal.subarray(1, 5),
    owner: seal.subarray(5, headerLength),
    header: seal.subarray(0, headerLength),
    mac: seal.subarray(headerLength),
  };
}

/** True for an id that was signed with a key, as an id of a kind. */
export function isSignedShort({ id, header, mac }: ShortId, key: Buffer, kind: IdKind): boolean {
  const right = createHmac('sha256', key).update(`${kind}\n${id}\n`).update(header).digest();
  return timingSafeEqual(right.subarray(0, macLength), mac);
}
