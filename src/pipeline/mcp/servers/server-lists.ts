/** The introduction and the lists of one server, fetched at their first use, and kept. */
import type { ServerIntroduction } from '../../../api/mcp/discover-and-initialize.ts';
import { rpcCodes } from '../../../api/mcp/json-rpc-errors.ts';
import { type ChangingList, listOf } from '../../../api/mcp/lists/list-changes.ts';
import type { ListKind } from '../../../api/mcp/lists/list-item-validation.ts';
import { type ListedItem, ListReader, listWords } from '../../../api/mcp/lists/server-list-reader.ts';
import { paramHeaders } from '../../../api/mcp/mcp-param-headers.ts';
import type { McpServerConfig } from '../../../config/types/mcp.ts';
import type { Backend } from '../../../http/client/backend.ts';
import type { FlatHeaders } from '../../../http/flat-headers.ts';
import { compileGlobs } from '../../../lib/glob.ts';
import type { ToolServerReport } from '../../../observe/tool-server-report.ts';
import { CredentialLeak } from '../../relay/credential-leak.ts';
import type { CallerToken } from '../callers/caller-token.ts';
import { CachedAnswer, type Lasting, longestMs } from './cached-answer.ts';
import type { KeptLists, NamedKind, NameOf } from './kept-lists.ts';
import type { RevisionAndSession } from './revision-and-session.ts';
import { safeIntroduction } from './safe-introduction.ts';
import type { ServerAvailability } from './server-availability.ts';
import { asCallFault, CallFault, codeOf, outcomes } from './server-call-fault.ts';
import type { ServerParts } from './server-parts.ts';
import type { ServerPins } from './server-pins.ts';

interface ListedItems extends Readonly<Record<NameOf, ReadonlyMap<string, ListedItem>>> {
  readonly items: readonly ListedItem[];
}

interface Making {
  readonly config: McpServerConfig;
  readonly parts: () => ServerParts;
  readonly availability: ServerAvailability;
  /** Sends the questions. */
  readonly asking: Pick<RevisionAndSession, 'isOlder' | 'greeting' | 'ask'>;
  /** The secret of requests to the server, which no client may see. */
  readonly credential: Pick<Backend, 'secret'>;
  /** The token of the one caller who owns the lists; undefined if all callers have the same. */
  readonly token: CallerToken | undefined;
  /** The last lists of any caller, if each has its own: equal ones are kept once. Absent if all share one. */
  readonly alike?: KeptAlike | undefined;
  readonly pins: ServerPins;
  /** For the lists of a session that a client holds: those of the server outside of it. */
  readonly inSession?: { readonly usual: ServerLists };
  /** Called when a list differs from the one before. */
  readonly changed: (list: ChangingList) => void;
}

/** The last list of each kind that some caller got. */
export type KeptAlike = Partial<Record<ListKind, ListedItems>>;

const kinds: readonly ListKind[] = ['tools', 'prompts', 'resources', 'templates'];
/** Milliseconds: a younger list is not fetched again for a missing item. */
const askAnewMs = 1000;
/** The most entries of one list that the log names when they can't be offered. */
const mostTold = 20;

export class ServerLists implements KeptLists {
  readonly #made: Making;
  readonly #isOffered: (tool: string) => boolean;
  readonly #introduction = new CachedAnswer(() => this.#counted(() => this.#introduced()));
  readonly #lists: Readonly<Record<ListKind, CachedAnswer<ListedItems>>>;
  #isToldDown = false;
  readonly #ownBytes = new Map<ListKind, number>();

  constructor(made: Making) {
    this.#made = made;
    this.#isOffered = compileGlobs(made.config.tools);
    this.#lists = Object.fromEntries(
      kinds.map((kind) => [kind, new CachedAnswer(() => this.#counted(() => this.#asList(kind)))]),
    ) as Record<ListKind, CachedAnswer<ListedItems>>;
  }

  /** Its capabilities and instructions. Rejects with a CallFault. */
  introduction(): Promise<ServerIntroduction> {
    return this.#introduction.get();
  }

  /** The bytes of its kept lists, without those that equal the ones outside of a session. */
  get ownBytes(): number {
    return [...this.#ownBytes.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  async items(kind: ListKind): Promise<readonly ListedItem[]> {
    return (await this.#lists[kind].get()).items;
  }

  listed(kind: NamedKind, by: NameOf, name: string): ListedItem | undefined {
    return this.#lists[kind].latest()?.[by].get(name);
  }

  async found(kind: NamedKind, by: NameOf, name: string): Promise<ListedItem | undefined> {
    const list = this.#lists[kind];
    const known = (list.latest() ?? (await list.get()))[by].get(name);
    if (known !== undefined || performance.now() - list.askedMs < askAnewMs) return known;
    list.forget();
    return (await list.get())[by].get(name);
  }

  /** The headers that repeat arguments of a tool, as its schema requires. */
  paramHeaders(tool: string, args: unknown): FlatHeaders {
    const item = this.listed('tools', 'byName', tool);
    return item === undefined ? [] : paramHeaders(item.headerParams, args);
  }

  /** The kept lists, with the number of items in each; nothing is fetched. */
  get kept(): ToolServerReport['lists'] {
    const now = performance.now();
    return Object.fromEntries(
      kinds.flatMap((kind) => {
        const { [kind]: list } = this.#lists;
        const latest = list.latest(now);
        if (latest === undefined) return [];
        return [[kind, { at: Math.round(Date.now() - (now - list.askedMs)), items: latest.items.length }]];
      }),
    );
  }

  /** The server's own names of the tools in the kept list. */
  get keptTools(): readonly string[] {
    return this.#lists.tools.latest()?.items.map(({ name }) => name) ?? [];
  }

  /** The remaining time of a list. */
  leftMs(kind: ListKind): number {
    return this.#lists[kind].leftMs();
  }

  /** Forgets all: the offer is decided again. */
  forgetAll(): void {
    this.#introduction.forget();
    for (const kind of kinds) this.#lists[kind].forget();
  }

  forget(list: ChangingList): void {
    this.#lists[list].forget();
    if (list === 'resources') this.#lists.templates.forget();
  }

  /** Counts the outcome of a question, and logs news. */
  async #counted<Value>(ask: () => Promise<Value>): Promise<Value> {
    const { config, parts, availability } = this.#made;
    const { name } = config;
    const { listed, log } = parts();
    const { out } = availability;
    if (out !== undefined) throw out;
    const ended = availability.begun();
    try {
      const value = await ask();
      ended(undefined);
      listed(name, 'answered');
      if (this.#isToldDown) log.info({ server: name }, 'the tools of a server are listed again');
      this.#isToldDown = false;
      return value;
    } catch (error) {
      const fault = asCallFault(error);
      if (fault.kind === 'auth') this.#made.token?.refused();
      ended(fault);
      listed(name, outcomes[fault.kind]);
      // The end of a session is no news of the server.
      if (fault.kind === 'session') throw fault;
      if (!this.#isToldDown)
        log.warn(
          { server: name, reason: fault.message },
          'a tool server does not list its tools: they are in no list for now',
        );
      this.#isToldDown = true;
      throw fault;
    }
  }

  async #introduced(): Promise<Lasting<ServerIntroduction>> {
    const { asking } = this.#made;
    if (await asking.isOlder()) return { value: this.#pinned(await asking.greeting()), ttlMs: longestMs };
    const credential = new CredentialLeak(this.#made.credential);
    const { result, error } = await asking.ask('server/discover');
    if (result === undefined)
      throw new CallFault('invalid', `it answers to server/discover: ${codeOf(error)}`);
    const { ttlMs } = result;
    const value = this.#pinned(safeIntroduction(this.#made.config.name, result, credential));
    return { value, ttlMs: typeof ttlMs === 'number' && ttlMs > 0 ? ttlMs : 0 };
  }

  /** An introduction with the instructions that clients may get. */
  #pinned({ server, capabilities, instructions }: ServerIntroduction): ServerIntroduction {
    return { server, capabilities, instructions: this.#made.pins.instructions(instructions) };
  }

  async #asList(kind: ListKind): Promise<Lasting<ListedItems>> {
    const { config, asking, changed, inSession } = this.#made;
    // A server without the capability has no such list. In a session its capabilities may differ.
    if (inSession === undefined) {
      const { capabilities } = await this.#introduction.get();
      if (capabilities[listOf(kind)] === undefined) return nothingListed;
    }
    const credential = new CredentialLeak(this.#made.credential);
    const reader = new ListReader(config.name, kind);
    if (!(await this.#readPages(kind, reader))) return nothingListed;
    this.#tellLeftOut(kind, reader);
    const isOlder = await asking.isOlder();
    const items = this.#offered(kind, reader.items, credential);
    if (inSession !== undefined) return this.#inSession(kind, items, inSession.usual);
    const before = this.#lists[kind].latest();
    // A server without notifications of changes shows them in its lists.
    if (before !== undefined && !areSame(before.items, items)) changed(listOf(kind));
    // An older server does not name the time for which a list is valid.
    return { value: this.#keptOnce(kind, items), ttlMs: isOlder ? longestMs : reader.ttlMs };
  }

  /** A list, shared by all callers with the same one. */
  #keptOnce(kind: ListKind, items: readonly ListedItem[]): ListedItems {
    const { alike } = this.#made;
    const last = alike?.[kind];
    if (last !== undefined && areSame(last.items, items)) return last;
    const own = listedItems(items);
    if (alike !== undefined) alike[kind] = own;
    return own;
  }

  /** A list of a session, kept once if it equals the one outside. */
  #inSession(kind: ListKind, items: readonly ListedItem[], usual: ServerLists): Lasting<ListedItems> {
    const same = usual.#lists[kind].latest();
    const isSame = same !== undefined && areSame(same.items, items);
    const bytes = items.reduce((sum, { texts }) => sum + texts.own.length, 0);
    this.#ownBytes.set(kind, isSame ? 0 : bytes);
    return { value: isSame ? same : listedItems(items), ttlMs: longestMs };
  }

  /** Reads all pages; false if the server does not know the method: not every server with resources has templates. */
  async #readPages(kind: ListKind, reader: ListReader): Promise<boolean> {
    const { method } = listWords[kind];
    let cursor: string | undefined;
    do {
      const response = await this.#made.asking.ask(method, cursor);
      const { error } = response;
      if (error?.code === rpcCodes.method_not_found && cursor === undefined) return false;
      if (error !== undefined) throw new CallFault('invalid', `it answers to ${method}: ${codeOf(error)}`);
      cursor = reader.take(response);
    } while (cursor !== undefined);
    return true;
  }

  /** The items that the file and its lock offer and that do not repeat the credential. */
  #offered(kind: ListKind, all: readonly ListedItem[], credential: CredentialLeak): readonly ListedItem[] {
    const offered = all.filter(
      ({ name, texts }) => (kind !== 'tools' || this.#isOffered(name)) && !credential.isInText(texts.own),
    );
    if (kind === 'resources') return offered;
    const { pins, inSession } = this.#made;
    return inSession === undefined ? pins.offered(kind, offered) : pins.offeredInSession(kind, offered);
  }

  #tellLeftOut(kind: ListKind, { leftOut }: ListReader): void {
    const { config, parts } = this.#made;
    for (const { name, why } of leftOut.slice(0, mostTold))
      parts().log.warn(
        { server: config.name, kind, name, reason: why },
        "an entry of a tool server's list can not be offered",
      );
  }
}

function areSame(before: readonly ListedItem[], now: readonly ListedItem[]): boolean {
  return (
    before.length === now.length && now.every(({ texts }, index) => texts.own === before[index]!.texts.own)
  );
}

function listedItems(items: readonly ListedItem[]): ListedItems {
  return {
    items,
    byName: new Map(items.map((item) => [item.name, item])),
    byOffered: new Map(items.map((item) => [item.offered, item])),
  };
}

const nothingListed: Lasting<ListedItems> = { value: listedItems([]), ttlMs: longestMs };
