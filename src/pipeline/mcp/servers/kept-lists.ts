import type { ListKind } from '../../../api/mcp/lists/item-shapes.ts';
import type { ChangingList } from '../../../api/mcp/lists/list-changes.ts';
import type { ListedItem } from '../../../api/mcp/lists/server-list-reader.ts';

/** Lists in which items are looked for. */
export type NamedKind = 'tools' | 'prompts' | 'templates';
/** The server's own names, or the offered ones. */
export type NameOf = 'byName' | 'byOffered';

/** The lists of a server, asked for when somebody wants them and kept: its own, or those of one session. */
export interface KeptLists {
  /** Its items of a kind, as far as the file offers them. Rejects with a CallFault. */
  items(kind: ListKind): Promise<readonly ListedItem[]>;
  /** The item that it listed last under a name; undefined where that was too long ago. */
  listed(kind: NamedKind, by: NameOf, name: string): ListedItem | undefined;
  /** The same after it was asked, where need be: a list may be older than what it has now. Rejects with a CallFault. */
  found(kind: NamedKind, by: NameOf, name: string): Promise<ListedItem | undefined>;
  /** Forgets a list that has changed. */
  forget(list: ChangingList): void;
}
