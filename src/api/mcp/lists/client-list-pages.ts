/**
 * Lists in the clients' form: of one server, or of all together in the order of the file, with the items that the
 * client may use.
 */

import { RpcFault, rpcCodes } from '../json-rpc-errors.ts';
import { objectText } from '../json-text-edits.ts';
import type { ListKind } from './list-item-validation.ts';
import { type ListedItem, listWords } from './server-list-reader.ts';

/** The items of one kind that a server lists. */
export interface ServerItems {
  readonly server: string;
  readonly items: readonly ListedItem[];
}

/** Makes cursors that reveal nothing, and accepts only those that it made for the same caller. */
export interface CursorSeal {
  seal(text: string): string;
  /** Undefined for a text that it did not make. */
  open(cursor: string): string | undefined;
}

export interface ListQuery {
  readonly kind: ListKind;
  /** All servers together, under offered names. */
  readonly isAmong: boolean;
  readonly isClientOlder: boolean;
  /** True for an item that the client may see. */
  allows(server: string, item: ListedItem): boolean;
  /** `params.cursor` of the request. */
  readonly cursor: unknown;
  readonly seal: CursorSeal;
  /** The time for which the client may keep the list. */
  readonly ttlMs: number;
}

/** The most items of one page, and about the most bytes. */
const pageItems = 1000;
const pageBytes = 2 * 1024 * 1024;

/** The beginning of a page. */
interface Position {
  /** Index of the server among those of the file, and of the item there. */
  readonly server: number;
  readonly item: number;
}

/**
 * A page of a list: the text of the result.
 *
 * @throws RpcFault for an invalid cursor
 */
export function listPage(lists: readonly ServerItems[], query: ListQuery): string {
  const { kind, isClientOlder, ttlMs, seal } = query;
  const { texts, next } = pageFrom(lists, query, positionOf(lists, query));
  const nextCursor =
    next === undefined ? undefined : seal.seal(JSON.stringify([kind, lists[next.server]!.server, next.item]));
  return objectText({
    resultType: isClientOlder ? undefined : '"complete"',
    [listWords[kind].member]: `[${texts.join(',')}]`,
    nextCursor: nextCursor === undefined ? undefined : JSON.stringify(nextCursor),
    ttlMs: isClientOlder ? undefined : String(ttlMs),
    cacheScope: isClientOlder ? undefined : '"private"',
  });
}

function pageFrom(
  lists: readonly ServerItems[],
  query: ListQuery,
  from: Position,
): { readonly texts: readonly string[]; readonly next: Position | undefined } {
  const texts: string[] = [];
  let bytes = 0;
  for (let server = from.server; server < lists.length; server += 1) {
    const { server: name, items } = lists[server]!;
    for (let item = server === from.server ? from.item : 0; item < items.length; item += 1) {
      const text = textOf(items[item]!, query);
      if (text === undefined || !query.allows(name, items[item]!)) continue;
      if (texts.length === pageItems || (bytes > 0 && bytes + text.length > pageBytes)) {
        return { texts, next: { server, item } };
      }
      texts.push(text);
      bytes += text.length;
    }
  }
  return { texts, next: undefined };
}

function textOf(
  { texts, olderTexts }: ListedItem,
  { isAmong, isClientOlder }: ListQuery,
): string | undefined {
  const { own, among } = isClientOlder ? olderTexts : texts;
  return isAmong ? among : own;
}

function positionOf(lists: readonly ServerItems[], { cursor, seal, kind }: ListQuery): Position {
  if (cursor === undefined || cursor === null) return { server: 0, item: 0 };
  const opened = typeof cursor === 'string' ? seal.open(cursor) : undefined;
  if (opened === undefined) throw badCursor();
  const [ofKind, name, item] = JSON.parse(opened) as [string, string, number];
  const server = lists.findIndex((list) => list.server === name);
  if (ofKind !== kind || server === -1) throw badCursor();
  return { server, item };
}

function badCursor(): RpcFault {
  const message = '`params.cursor` is none that this list gave you, or no longer; begin without one.';
  return new RpcFault(rpcCodes.invalid_params, message, { status: 200 });
}
