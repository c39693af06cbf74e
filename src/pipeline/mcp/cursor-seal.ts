/** Cursors of lists as clients get them: sealed, and good for the caller alone who was given them. */
import { createHash } from 'node:crypto';
import type { CursorSeal } from '../../api/mcp/lists/client-list-pages.ts';
import { opened, sealed } from '../../lib/tokens/sealed-text.ts';
import type { Caller } from '../exchange.ts';

interface Whose {
  readonly id: string;
  /** Digests of the secrets of its key. */
  readonly hashes: readonly string[];
  readonly caller: Pick<Caller, 'issuer' | 'subject'> | undefined;
}

const longestCursor = 1024;

/**
 * Seals the cursors of one caller. Every worker makes the same seal of what it knows of the key, so that the next page may
 * be asked of another one. A position in a list is all that is in a cursor, and nobody gets more by one than his list has.
 */
export function cursorSeal({ id, hashes, caller }: Whose): CursorSeal {
  const key = () =>
    createHash('sha256')
      .update(JSON.stringify(['cursor', id, hashes, caller?.issuer, caller?.subject]))
      .digest();
  return {
    seal: (text) => sealed(key(), text),
    open: (cursor) => (cursor.length > longestCursor ? undefined : opened(key(), cursor)),
  };
}
