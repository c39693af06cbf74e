/** Reads a server's list, page by page. Items that clients could not use are left out, and the rest stays. */
import { isObject, type JsonObject } from '../../../lib/json.ts';
import { elementsAt, memberNamed, membersAt, withEdits } from '../json-text-edits.ts';
import { type HeaderParam, headerParams } from '../mcp-param-headers.ts';
import { olderTool } from '../older-revisions/older-client-answers.ts';
import { ServerFault, type ServerResponse } from '../server-messages.ts';
import { offeredName } from '../server-prefixed-names.ts';
import { hasScheme, markedUri } from '../server-prefixed-uris.ts';
import { brokenMember, type ListKind } from './list-item-validation.ts';

/** A kind of list in the words of methods and results. */
export interface ListWords {
  readonly method: string;
  /** The member of a result that holds the items. */
  readonly member: string;
  /** The member of an item that names it in requests. */
  readonly key: 'name' | 'uri' | 'uriTemplate';
}

export const listWords: Readonly<Record<ListKind, ListWords>> = {
  tools: { method: 'tools/list', member: 'tools', key: 'name' },
  prompts: { method: 'prompts/list', member: 'prompts', key: 'name' },
  resources: { method: 'resources/list', member: 'resources', key: 'uri' },
  templates: { method: 'resources/templates/list', member: 'resourceTemplates', key: 'uriTemplate' },
};

const kinds = new Map(Object.entries(listWords).map(([kind, { method }]) => [method, kind as ListKind]));

/** The kind of list that a method asks for; undefined for other methods. */
export function listedBy(method: string): ListKind | undefined {
  return kinds.get(method);
}

/** An item in the client's form: alone, and among those of all servers. */
export interface ItemTexts {
  readonly own: string;
  /** Undefined for a template that can't be offered there. */
  readonly among: string | undefined;
}

/** One item of a server's list. */
export interface ListedItem {
  /** The server's name, URI or template. */
  readonly name: string;
  /** The same among those of all servers. */
  readonly offered: string;
  readonly texts: ItemTexts;
  /** For clients of the older revisions; the very same texts if they accept those. */
  readonly olderTexts: ItemTexts;
  /** A tool's arguments that its server wants in headers; none for other items. */
  readonly headerParams: readonly HeaderParam[];
}

/** An item that is not offered, with the reason in words for operators. */
export interface LeftOut {
  /** Undefined for one without a name. */
  readonly name: string | undefined;
  readonly why: string;
}

/** The most items of one kind that a server may list, and the most bytes of such a list. */
export const maxListedItems = 1000;
export const maxListBytes = 1024 * 1024;
/** The most pages of one list. */
const maxPages = 100;

/** A server's list, as its pages come. */
export class ListReader {
  readonly items: ListedItem[] = [];
  readonly leftOut: LeftOut[] = [];
  /** The time for which the list is valid: the shortest of its pages, 0 if one names none. */
  ttlMs = Number.POSITIVE_INFINITY;
  readonly #server: string;
  readonly #kind: ListKind;
  readonly #names = new Set<string>();
  readonly #offered = new Set<string>();
  readonly #cursors = new Set<string>();
  #bytes = 0;
  #count = 0;

  constructor(server: string, kind: ListKind) {
    this.#server = server;
    this.#kind = kind;
  }

  /**
   * Takes a page; returns the cursor of the next one, undefined after the last.
   *
   * @throws ServerFault for an invalid list, and beyond the bounds
   */
  take({ result, resultText }: Pick<ServerResponse, 'result' | 'resultText'>): string | undefined {
    const { member } = listWords[this.#kind];
    const held = result?.[member];
    if (resultText === undefined || !Array.isArray(held))
      throw new ServerFault(`its answer to ${listWords[this.#kind].method} holds no \`${member}\``);
    this.#bytes += Buffer.byteLength(resultText);
    if (this.#bytes > maxListBytes)
      throw new ServerFault(`its \`${member}\` have more than ${maxListBytes} bytes`);
    this.#count += held.length;
    if (this.#count > maxListedItems)
      throw new ServerFault(`it lists more than ${maxListedItems} \`${member}\``);
    const ranges = elementsAt(resultText, memberNamed(resultText, member)!.from);
    for (const [index, { from, to }] of ranges.entries()) this.#item(held[index], resultText.slice(from, to));
    const { ttlMs, nextCursor } = result!;
    this.ttlMs = Math.min(this.ttlMs, typeof ttlMs === 'number' && ttlMs > 0 ? ttlMs : 0);
    return this.#next(nextCursor, member);
  }

  #next(cursor: unknown, member: string): string | undefined {
    if (cursor === undefined || cursor === null) return undefined;
    if (typeof cursor !== 'string') throw new ServerFault('its cursor is no text');
    if (this.#cursors.has(cursor) || this.#cursors.size >= maxPages - 1)
      throw new ServerFault(`the pages of its \`${member}\` do not end`);
    this.#cursors.add(cursor);
    return cursor;
  }

  #item(item: unknown, text: string): void {
    const { key } = listWords[this.#kind];
    const name = isObject(item) && typeof item[key] === 'string' ? item[key] : undefined;
    const why = name === undefined ? `it has no \`${key}\`` : this.#whyNot(item as JsonObject, text, name);
    if (why !== undefined) this.leftOut.push({ name, why });
  }

  /** Adds an item; returns the reason if it can't be offered. */
  #whyNot(item: JsonObject, text: string, name: string): string | undefined {
    const { key } = listWords[this.#kind];
    if (name === '') return `its \`${key}\` is empty`;
    if (membersAt(text).filter((member) => member.name === key).length > 1)
      return `its \`${key}\` stands twice`;
    if (this.#names.has(name)) return 'another one before it has its name';
    const bad = brokenMember(this.#kind, item);
    if (bad !== undefined) return `its \`${bad}\` is not what clients take`;
    const params = this.#kind === 'tools' ? headerParams(item['inputSchema'] as JsonObject) : [];
    if (typeof params === 'string') return params;
    const offered = key === 'name' ? offeredName(this.#server, name) : markedUri(this.#server, name);
    if (this.#offered.has(offered)) return 'the short form of its name is that of another one';
    this.#names.add(name);
    this.#offered.add(offered);
    const texts = this.#texts(text, name, offered);
    const older = this.#kind === 'tools' ? olderTool(item, text) : text;
    const olderTexts = older === text ? texts : this.#texts(older, name, offered);
    this.items.push({ name, offered, texts, olderTexts, headerParams: params });
    return undefined;
  }

  #texts(text: string, name: string, offered: string): ItemTexts {
    if (this.#kind === 'templates' && !hasScheme(name)) return { own: text, among: undefined };
    const { from, to } = memberNamed(text, listWords[this.#kind].key)!;
    return { own: text, among: withEdits(text, [{ from, to, text: JSON.stringify(offered) }]) };
  }
}
