/** Cursors of lists in the clients' form: sealed, and valid only for the caller that got them. */
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
 * Seals the cursors of one caller. Every worker makes the same seal from its knowledge of the key, so any worker can
 * answer the next page. A cursor holds only a position in a list, and gives nobody more than their own list.
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
