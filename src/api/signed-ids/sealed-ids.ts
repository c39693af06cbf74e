/**
 * Today's form of signed ids. A deterministic cipher (AES-SIV, RFC 5297) makes the same id of the same object each time;
 * whatever is altered of one makes it none.
 */
import { createHash, hkdfSync } from 'node:crypto';
import { aessiv } from '@noble/ciphers/aes.js';
import { type IdKind, mark, splitMarked } from './id-mark.ts';

/** Of the digest of a backend's name. Both names stand in one configuration. */
export const backendTagLength = 4;
/** Of the digest of an owner's name, which callers may be able to choose. */
export const ownerTagLength = 16;

/** The content of an id. */
export interface SealedId {
  readonly kind: IdKind;
  /** The vendor's id of the object. */
  readonly id: string;
  /** The first bytes of the digests of the names of its backend and its owner. */
  readonly backend: Buffer;
  readonly owner: Buffer;
}

/** A secret as ids are made with it. */
export interface SealingKey {
  /** Its place in an id: one of 256, so that the right one of several is found without trying each. */
  readonly index: number;
  readonly key: Uint8Array;
}

/** The key that a secret comes to. */
export function sealingKey(secret: Buffer): SealingKey {
  return {
    index: createHash('sha256').update('gateway ids').update(secret).digest()[0]!,
    key: new Uint8Array(hkdfSync('sha256', secret, '', 'gateway ids: aes-siv', 32)),
  };
}

/** Numbers of kinds, which stand in ids for good. */
const numbers: Readonly<Record<IdKind, number>> = {
  response: 1,
  conversation: 2,
  file: 3,
  upload: 4,
  batch: 5,
  message_batch: 6,
  encrypted_content: 7,
  container: 8,
  part: 9,
  item: 10,
};
const kinds = new Map(Object.entries(numbers).map(([kind, number]) => [number, kind as IdKind]));

/** Stays in the clear, since clients tell kinds of ids by it. */
const kindPrefix = /^(?:resp_|conv_|file[-_]|upload_|part_|batch_|msgbatch_|cntr_|container_|cfile_)/;
/** Items have prefixes by what they are (`msg_`, `rs_`, `fc_`), and get new ones. */
const itemPrefix = /^[a-z]{1,16}_/;
/** Of an id in hexadecimal digits, as OpenAI's are, half the bytes will do. No longer than that an id grows by it. */
const packed = /^(?:[0-9a-f]{2}){1,64}$/;
const isPacked = 0x80;
const headLength = 1 + backendTagLength + ownerTagLength;

/** The id of an object as its owner gets it. */
export function seal({ index, key }: SealingKey, { kind, id, backend, owner }: SealedId): string {
  const clear = clearPart(kind, id);
  const hidden = id.slice(clear.length);
  const packs = packed.test(hidden);
  const head = Buffer.allocUnsafe(headLength);
  head[0] = numbers[kind] | (packs ? isPacked : 0);
  backend.copy(head, 1);
  owner.copy(head, 1 + backendTagLength);
  const plain = Buffer.concat([head, Buffer.from(hidden, packs ? 'hex' : 'utf8')]);
  const box = aessiv(key, boundTo(clear)).encrypt(plain);
  return `${clear}${mark}${Buffer.concat([Buffer.of(index), box]).toString('base64url')}`;
}

/** Encrypted content shows nothing, and may be long. */
function clearPart(kind: IdKind, id: string): string {
  if (kind === 'encrypted_content') return id;
  return (kind === 'item' ? itemPrefix : kindPrefix).exec(id)?.[0] ?? '';
}

/** A text in today's form, taken apart. */
export interface Box {
  readonly clear: string;
  readonly secretIndex: number;
  readonly bytes: Buffer;
}

/** Stands for what bears no signature: it is looked at as any other. */
const nobodys: Box = { clear: '', secretIndex: -1, bytes: Buffer.alloc(16 + headLength + 24) };

/** One box has one spelling: any other is none, and a text that is none is as good as one that is wrong. */
export function boxOf(text: string): Box {
  const split = splitMarked(text);
  const bytes = split === undefined ? undefined : Buffer.from(split.box, 'base64url');
  if (bytes === undefined || bytes.toString('base64url') !== split!.box) return nobodys;
  return { clear: split!.clear, secretIndex: bytes[0]!, bytes: bytes.subarray(1) };
}

/** The content of a box that was made with a key; undefined for any other. */
export function unseal({ key }: SealingKey, { clear, bytes }: Box): SealedId | undefined {
  const plain = decrypted(key, bytes, clear);
  if (plain === undefined) return undefined;
  const first = plain[0]!;
  const hidden = plain.subarray(headLength);
  return {
    kind: kinds.get(first & ~isPacked)!,
    id: clear + hidden.toString((first & isPacked) === 0 ? 'utf8' : 'hex'),
    backend: plain.subarray(1, 1 + backendTagLength),
    owner: plain.subarray(1 + backendTagLength, headLength),
  };
}

function decrypted(key: Uint8Array, bytes: Buffer, clear: string): Buffer | undefined {
  const { stackTraceLimit } = Error;
  // The stack of an error takes as long as the cipher, and would tell what is wrong with an id.
  Error.stackTraceLimit = 0;
  try {
    const plain = aessiv(key, boundTo(clear)).decrypt(bytes);
    return Buffer.from(plain.buffer, plain.byteOffset, plain.length);
  } catch {
    return undefined;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The most of a text that the cipher takes as it is: its own digest is slower than that of Node. */
const longestBound = 32;

function boundTo(clear: string): Uint8Array {
  return clear.length <= longestBound ? Buffer.from(clear) : createHash('sha256').update(clear).digest();
}
