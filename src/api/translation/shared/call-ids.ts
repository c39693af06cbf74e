/** Ids of calls, which lead a result back to its call: each side gets one that it takes, and gives back what it got. */
import { createHash, randomBytes } from 'node:crypto';
import { targetDefinitions } from '../../../config/target-dialects/index.ts';
import type { BackendDialect, ClientDialect } from '../neutral/dialects.ts';

const prefix = 'gwid_';

/** An id as a dialect takes it; the same for a call and for its result. */
export function callIdFor(dialect: BackendDialect | ClientDialect, id: string): string {
  const { callIds, longestCallId = Number.POSITIVE_INFINITY } = targetDefinitions[dialect];
  if (callIds?.test(id) !== false) return id;
  const packed = prefix + Buffer.from(id).toString('base64url');
  if (packed.length <= longestCallId) return packed;
  return prefix + createHash('sha256').update(id).digest('hex').slice(0, 40);
}

/** The id that a client was given, as the backend gave it. */
export function callIdOf(id: string): string {
  if (!id.startsWith(prefix)) return id;
  const unpacked = Buffer.from(id.slice(prefix.length), 'base64url').toString();
  return Buffer.from(unpacked).toString('base64url') === id.slice(prefix.length) ? unpacked : id;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 24 random letters and digits behind a prefix. */
export function newId(prefix: string): string {
  // Of 256 values 248 are evenly spread over 62; the others are drawn again.
  let id = '';
  while (id.length < 24) {
    for (const byte of randomBytes(32)) if (byte < 248 && id.length < 24) id += alphabet[byte % 62];
  }
  return prefix + id;
}

/** True for a call's id that was made here, since its backend gave none. */
export function isMadeHere(id: string): boolean {
  return /^(?:call|toolu)_[A-Za-z0-9]{24}$/.test(id);
}

/** The id of an answer in the form of a client's dialect, made of what the backend called it. */
export function answerId(client: ClientDialect, id: string | undefined): string {
  const own = { chat_completions: 'chatcmpl-', messages: 'msg_', responses: 'resp_' }[client];
  const bare = id?.replace(/^(?:chatcmpl-|msg_|resp_)/, '').replaceAll(/[^A-Za-z0-9_-]/g, '_') ?? '';
  return bare === '' ? newId(own) : own + bare;
}
