import type { ChangingList } from '../../../api/mcp/lists/list-changes.ts';
import type { ListKind } from '../../../api/mcp/lists/list-item-validation.ts';
import type { ListedItem } from '../../../api/mcp/lists/server-list-reader.ts';

/** Lists in which items are looked up. */
export type NamedKind = 'tools' | 'prompts' | 'templates';
/** The server's own names, or the offered ones. */
export type NameOf = 'byName' | 'byOffered';

/** The lists of a server, fetched at their first use and kept: its own, or those of one session. */
export interface KeptLists {
  /** Its items of a kind that the file offers. Rejects with a CallFault. */
  items(kind: ListKind): Promise<readonly ListedItem[]>;
  /** The item that it last listed under a name; undefined if that was too long ago. */
  listed(kind: NamedKind, by: NameOf, name: string): ListedItem | undefined;
  /**
   * The same, after a question to the server if necessary: a list may be older than the server's present one. Rejects
   * with a CallFault.
   */
  found(kind: NamedKind, by: NameOf, name: string): Promise<ListedItem | undefined>;
  /** Forgets a list that has changed. */
  forget(list: ChangingList): void;
}
