/** Cursors of lists as clients get them: sealed, and good for the caller alone who was given them. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { CursorSeal } from '../../api/mcp/lists/client-list-pages.ts';
import type { Caller } from '../exchange.ts';

interface Whose {
  readonly id: string;
  /** Digests of the secrets of its key. */
  readonly hashes: readonly string[];
  readonly caller: Pick<Caller, 'issuer' | 'subject'> | undefined;
}

const nonceBytes = 12;
const tagBytes = 16;
const longestCursor = 1024;

/**
 * What seals the cursors of one caller. Every worker makes the same of what it knows of the key, so that the next page may
 * be asked of another one. A position in a list is all that is in a cursor, and nobody gets more by one than his list has.
 */
export function cursorSeal({ id, hashes, caller }: Whose): CursorSeal {
  const key = () =>
    createHash('sha256')
      .update(JSON.stringify(['cursor', id, hashes, caller?.issuer, caller?.subject]))
      .digest();
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key(), nonce);
      const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(cursor) {
      if (cursor.length > longestCursor) return undefined;
      const bytes = Buffer.from(cursor, 'base64url');
      if (bytes.length <= nonceBytes + tagBytes) return undefined;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, nonceBytes));
        decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
        const sealed = bytes.subarray(nonceBytes + tagBytes);
        return Buffer.concat([decipher.update(sealed), decipher.final()]).toString();
      } catch {
        return undefined;
      }
    },
  };
}
