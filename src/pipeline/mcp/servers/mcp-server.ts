/** One server of the file: in which way it is spoken to, what it says of itself, what it lists, and whether it is well. */
import { introduction, type ServerIntroduction } from '../../../api/mcp/discover-and-initialize.ts';
import { rpcCodes } from '../../../api/mcp/json-rpc-errors.ts';
import type { ListKind } from '../../../api/mcp/lists/item-shapes.ts';
import {
  type ListedItem,
  ListReader,
  listWords,
  maxListBytes,
} from '../../../api/mcp/lists/server-list-reader.ts';
import { paramHeaders } from '../../../api/mcp/mcp-param-headers.ts';
import { requestText } from '../../../api/mcp/message-rewriting.ts';
import {
  initializedNotification,
  initializeRequest,
  refusedServerRequest,
} from '../../../api/mcp/older-revisions/older-server-messages.ts';
import {
  type Implementation,
  isOlder,
  metaNames,
  modernVersion,
} from '../../../api/mcp/protocol-versions.ts';
import { headersFor } from '../../../api/mcp/request-headers.ts';
import {
  type ServerError,
  ServerFault,
  type ServerRequest,
  type ServerResponse,
} from '../../../api/mcp/server-messages.ts';
import type { McpServerConfig } from '../../../config/types/mcp.ts';
import type { CircuitConfig } from '../../../config/types/routing.ts';
import type { Backend } from '../../../http/client/backend.ts';
import type { FlatHeaders } from '../../../http/flat-headers.ts';
import { compileGlobs } from '../../../lib/glob.ts';
import { isObject, type JsonObject } from '../../../lib/json.ts';
import type { Logger } from '../../../observe/log/log.ts';
import type { ToolOutcome } from '../../../observe/request-event.ts';
import { admits, type Circuit, closedCircuit, nextCircuit } from '../../../routing/circuit.ts';
import { CachedAnswer, longestMs } from './cached-answer.ts';
import { type AskedMessage, ask, type RequestEvents, RequestToServer } from './request-to-server.ts';
import { CallFault, isFailing, outcomes } from './server-call-fault.ts';
import { ServerCall } from './server-http-call.ts';
import {
  type ChangingList,
  changingLists,
  type ListeningServer,
  ServerListening,
} from './server-listening.ts';
import { ServerSessions, type Session } from './server-sessions.ts';

type Told = Parameters<ListeningServer['listen']>[1];

/** What servers are made with. */
export interface ServerParts {
  readonly backend: Backend;
  readonly circuit: CircuitConfig;
  readonly log: Logger;
  /** Told of each time that a server is asked of itself, or for a list. */
  readonly listed: (server: string, outcome: ToolOutcome) => void;
  /** What we are called there. */
  readonly self: Implementation;
}

/** How a server is spoken to: each request by itself, or in a session of an older revision. */
export type Speech = { readonly kind: 'modern' } | { readonly kind: 'older'; readonly session: Session };

const modern: Speech = { kind: 'modern' };

/** A request that goes to a server. */
export interface ServerAsk {
  readonly method: string;
  /** The server's own name of what is asked for; undefined where the method names nothing. */
  readonly name: string | undefined;
  /** As they are written; undefined for none. */
  readonly paramsText: string | undefined;
  /** Beside those that every request has. */
  readonly headers: FlatHeaders;
  readonly requestId: string;
  readonly hops: number;
}

/** The gateway itself, where it asks for what all callers get. */
const nobody = '';
/** How long a server has to say what it is and what it lists. */
const listingMs = 30_000;
/** What is said to a server besides, such as that a session is over. */
const asideMs = 5000;
const accept = 'application/json, text/event-stream';
const kinds: readonly ListKind[] = ['tools', 'prompts', 'resources', 'templates'];

export class McpServer {
  readonly config: McpServerConfig;
  readonly backend: Backend;
  #parts: ServerParts;
  readonly #isOffered: (tool: string) => boolean;
  #ids = 0;
  #circuit: Circuit = closedCircuit;
  #isToldDown = false;
  /** Undefined until it was asked. */
  #era: Promise<'modern' | 'older'> | undefined;
  readonly #sessions: ServerSessions;
  /** Who wants to know of its changes. */
  readonly listening = new ServerListening({
    tells: () => this.#tells(),
    listen: (notifications, told) => this.#listen(notifications, told),
  });
  /** What it said when a session of the gateway's own began. */
  #greeting: ServerIntroduction | undefined;
  #greetedMs = 0;
  readonly #introduction = new CachedAnswer(() => this.#told(() => this.#introduced()));
  readonly #lists: Readonly<Record<ListKind, CachedAnswer<ListedItems>>>;

  constructor(config: McpServerConfig, parts: ServerParts) {
    this.config = config;
    this.backend = parts.backend;
    this.#parts = parts;
    this.#isOffered = compileGlobs(config.tools);
    this.#sessions = new ServerSessions(
      () => this.#beginSession(),
      (session) => this.#endSession(session),
    );
    this.#lists = Object.fromEntries(
      kinds.map((kind) => [kind, new CachedAnswer(() => this.#told(() => this.#asList(kind)))]),
    ) as Record<ListKind, CachedAnswer<ListedItems>>;
  }

  get name(): string {
    return this.config.name;
  }

  /** From now on it is served by another version of the configuration, which says the same of it. */
  follow(parts: ServerParts): void {
    this.#parts = parts;
  }

  /** Why nothing is sent to it; undefined where something may be. */
  get out(): CallFault | undefined {
    if (this.backend.isDown) return new CallFault('out', 'its health check says that it is down');
    if (!admits(this.#circuit, performance.now()))
      return new CallFault('out', 'it has failed too often lately, and is left alone for now');
    const { missingCredential } = this.backend;
    return missingCredential === undefined
      ? undefined
      : new CallFault('auth', `there is no credential for it: ${missingCredential}`);
  }

  /** What it says of itself. Rejects with a CallFault. */
  introduction(): Promise<ServerIntroduction> {
    return this.#introduction.get();
  }

  /** What it lists of a kind, as far as the file offers it. Rejects with a CallFault. */
  async items(kind: ListKind): Promise<readonly ListedItem[]> {
    return (await this.#lists[kind].get()).items;
  }

  /** What it listed last under a name, its own or the offered one; undefined where that was too long ago. */
  listed(kind: NamedKind, by: NameOf, name: string): ListedItem | undefined {
    return this.#lists[kind].latest()?.[by].get(name);
  }

  /** The same after it was asked, where need be: a list may be older than what it has now. Rejects with a CallFault. */
  async found(kind: NamedKind, by: NameOf, name: string): Promise<ListedItem | undefined> {
    const list = this.#lists[kind];
    const known = (list.latest() ?? (await list.get()))[by].get(name);
    if (known !== undefined || performance.now() - list.askedMs < askAnewMs) return known;
    list.forget();
    return (await list.get())[by].get(name);
  }

  /** What of the arguments of a tool it wants to see in headers. */
  paramHeaders(tool: string, args: unknown): FlatHeaders {
    const item = this.listed('tools', 'byName', tool);
    return item === undefined ? [] : paramHeaders(item.headerParams, args);
  }

  /** How much longer what is known of its list is good. */
  leftMs(kind: ListKind): number {
    return this.#lists[kind].leftMs();
  }

  /** It says that a list has changed. */
  changed(method: string): void {
    const list = changingLists.find((one) => method === `notifications/${one}/list_changed`);
    if (list === undefined) return;
    this.#forget(list);
    this.listening.tell(list);
  }

  #forget(list: ChangingList): void {
    this.#lists[list].forget();
    if (list === 'resources') this.#lists.templates.forget();
  }

  /** What it can tell of by itself. */
  async #tells(): Promise<{ readonly lists: readonly ChangingList[]; readonly isSubscribable: boolean }> {
    try {
      if ((await this.#eraOf()) === 'older') return { lists: [], isSubscribable: false };
      const { capabilities } = await this.#introduction.get();
      const has = (name: string, what: string) => {
        const capability = capabilities[name];
        return isObject(capability) && capability[what] === true;
      };
      const lists = changingLists.filter((list) => has(list, 'listChanged'));
      return { lists, isSubscribable: has('resources', 'subscribe') };
    } catch {
      return { lists: [], isSubscribable: false };
    }
  }

  #listen(notifications: JsonObject, told: Told): RequestToServer | undefined {
    if (this.out !== undefined) return undefined;
    const params = { notifications, _meta: this.#ownMeta() };
    const asked: ServerAsk = {
      method: 'subscriptions/listen',
      name: undefined,
      paramsText: JSON.stringify(params),
      headers: [],
      requestId: 'mcp-listen',
      hops: 1,
    };
    const message = this.#message(asked, modern, Number.POSITIVE_INFINITY);
    return new RequestToServer(this.backend, this.config.path, message, {
      notification: ({ method, params: said }) => {
        const list = changingLists.find((one) => method === `notifications/${one}/list_changed`);
        if (list !== undefined) this.#forget(list);
        told.notification(method, said);
      },
      request: () => {},
      answered: () => told.ended(),
      failed: () => told.ended(),
    });
  }

  /**
   * How it is spoken to for a caller. Rejects with a CallFault.
   *
   * @param caller Whose session it is, where it demands sessions
   */
  async speech(caller: string): Promise<Speech> {
    if ((await this.#eraOf()) === 'modern') return modern;
    const own = await this.#sessions.of(nobody);
    // One that demands none is the same for everybody.
    if (own.id === undefined || this.config.sessions === 'shared') return { kind: 'older', session: own };
    return { kind: 'older', session: await this.#sessions.of(caller) };
  }

  /** It did not know a session that it began. */
  sessionLost(caller: string, { session }: Extract<Speech, { readonly kind: 'older' }>): void {
    this.#sessions.lost(caller, session);
    this.#sessions.lost(nobody, session);
  }

  /** It does not speak as it did: it is asked anew. */
  forgetEra(): void {
    this.#era = undefined;
    this.#sessions.clear();
  }

  /** A request on its way, which is begun by its `start`. */
  request(asked: ServerAsk, speech: Speech, events: RequestEvents): RequestToServer {
    const message = this.#message(asked, speech, this.backend.config.timeouts.totalMs);
    return new RequestToServer(this.backend, this.config.path, message, events);
  }

  /** Tells an older server that nobody waits for a request any more: that a connection ends says nothing to it. */
  cancelled(id: number, speech: Speech): void {
    if (speech.kind === 'modern') return;
    this.#aside(
      `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id},"reason":"The client went away."}}`,
      speech.session,
    );
  }

  /** Answers what an older server asks of its client, which it waits for. */
  refuse({ idText, method }: ServerRequest, speech: Speech): void {
    if (speech.kind === 'older') this.#aside(refusedServerRequest(idText, method), speech.session);
  }

  /** The id of the next request. */
  nextId(): number {
    this.#ids = this.#ids >= 1_000_000_000 ? 1 : this.#ids + 1;
    return this.#ids;
  }

  /** Something was asked of it. Gives what has to be told of how that ended. */
  begun(): (fault: CallFault | undefined | 'unjudged') => void {
    const startedAt = performance.now();
    this.#happened({ kind: 'attempt' });
    return (fault) => {
      const isUnjudged = fault === 'unjudged' || (fault !== undefined && !isFailing(fault));
      this.#happened({
        kind: isUnjudged ? 'unjudged' : fault === undefined ? 'success' : 'failure',
        startedAt,
      });
    };
  }

  #happened(event: Parameters<typeof nextCircuit>[1]): void {
    const { circuit, log } = this.#parts;
    const before = this.#circuit;
    const after = nextCircuit(before, event, performance.now(), circuit);
    this.#circuit = after;
    if (before.state === 'closed' && after.state === 'open') {
      const seconds = Math.ceil(after.openMs / 1000);
      log.warn({ server: this.name, seconds }, 'a tool server fails, and gets no requests for now');
    } else if (before.state !== 'closed' && after.state === 'closed')
      log.info({ server: this.name }, 'a tool server answers again');
  }

  // What it is asked for all callers together.

  /** Counts what came of asking, and tells where that is news. */
  async #told<Value>(asked: () => Promise<Value>): Promise<Value> {
    const { listed, log } = this.#parts;
    const out = this.out;
    if (out !== undefined) throw out;
    const ended = this.begun();
    try {
      const value = await asked();
      ended(undefined);
      listed(this.name, 'answered');
      if (this.#isToldDown) log.info({ server: this.name }, 'the tools of a server are listed again');
      this.#isToldDown = false;
      return value;
    } catch (error) {
      const fault = asCallFault(error);
      ended(fault);
      listed(this.name, outcomes[fault.kind]);
      if (!this.#isToldDown)
        log.warn(
          { server: this.name, reason: fault.message },
          'a tool server does not list its tools: they are in no list for now',
        );
      this.#isToldDown = true;
      throw fault;
    }
  }

  async #introduced(): Promise<{ readonly value: ServerIntroduction; readonly ttlMs: number }> {
    if ((await this.#eraOf()) === 'older') {
      const session = await this.#sessions.of(nobody);
      // Without sessions it may have become another one meanwhile.
      if (session.id === undefined && performance.now() - this.#greetedMs >= longestMs) {
        this.#sessions.lost(nobody, session);
        await this.#sessions.of(nobody);
      }
      return { value: this.#greeting!, ttlMs: longestMs };
    }
    const { result, error } = await this.#asked('server/discover');
    if (result === undefined) throw new CallFault('invalid', `it answers to server/discover: ${said(error)}`);
    return { value: introduction(this.name, result), ttlMs: ttlOf(result['ttlMs']) };
  }

  async #asList(kind: ListKind): Promise<{ readonly value: ListedItems; readonly ttlMs: number }> {
    const { capabilities } = await this.#introduction.get();
    const { method } = listWords[kind];
    // What a server says it has nothing of is not asked for.
    if (capabilities[kind === 'templates' ? 'resources' : kind] === undefined)
      return { value: nothingListed, ttlMs: longestMs };
    const reader = new ListReader(this.name, kind);
    let cursor: string | undefined;
    do {
      const response = await this.#asked(method, cursor);
      const { error } = response;
      // Not every server that has resources has templates.
      if (error?.code === methodNotFound && cursor === undefined)
        return { value: nothingListed, ttlMs: longestMs };
      if (error !== undefined) throw new CallFault('invalid', `it answers to ${method}: ${said(error)}`);
      cursor = reader.take(response);
    } while (cursor !== undefined);
    this.#tellLeftOut(kind, reader);
    const isOlder = (await this.#eraOf()) === 'older';
    const offered =
      kind === 'tools' ? reader.items.filter(({ name }) => this.#isOffered(name)) : reader.items;
    const items = offered.filter(({ texts }) => !this.#leaks(texts.own));
    const before = this.#lists[kind].latest();
    if (before !== undefined && !areSame(before.items, items))
      this.listening.tell(kind === 'templates' ? 'resources' : kind);
    // An older server does not say how long a list is good.
    return { value: listedItems(items), ttlMs: isOlder ? longestMs : reader.ttlMs };
  }

  #tellLeftOut(kind: ListKind, { leftOut }: ListReader): void {
    const { log } = this.#parts;
    for (const { name, why } of leftOut.slice(0, mostTold))
      log.warn(
        { server: this.name, kind, name, reason: why },
        "an entry of a tool server's list can not be offered",
      );
  }

  /** Whether a text repeats what we authenticate with. */
  #leaks(text: string): boolean {
    const { secret } = this.backend;
    return secret !== undefined && text.includes(secret.toString());
  }

  /** Asks for the gateway itself; once more where nothing can have come of the first time. Rejects with a CallFault. */
  async #asked(method: string, cursor?: string): Promise<ServerResponse> {
    try {
      return await this.#askedOnce(method, cursor, await this.speech(nobody));
    } catch (error) {
      const { kind } = asCallFault(error);
      if (kind !== 'session' && kind !== 'reset') throw error;
      const speech = await this.speech(nobody);
      if (kind === 'session' && speech.kind === 'older') this.sessionLost(nobody, speech);
      return this.#askedOnce(method, cursor, await this.speech(nobody));
    }
  }

  async #askedOnce(method: string, cursor: string | undefined, speech: Speech): Promise<ServerResponse> {
    const params = {
      ...(cursor !== undefined && { cursor }),
      ...(speech.kind === 'modern' && { _meta: this.#ownMeta() }),
    };
    const asked: ServerAsk = {
      method,
      name: undefined,
      paramsText: JSON.stringify(params),
      headers: [],
      requestId: 'mcp-list',
      hops: 1,
    };
    const message = { maxBytes: mostOfList, ...this.#message(asked, speech, this.#listingMs) };
    const { response } = await ask(this.backend, this.config.path, message, {
      request: (one) => this.refuse(one, speech),
    });
    return response;
  }

  get #listingMs(): number {
    return Math.min(listingMs, this.backend.config.timeouts.totalMs);
  }

  #ownMeta(): object {
    return {
      [metaNames.protocolVersion]: modernVersion,
      [metaNames.clientInfo]: this.#parts.self,
      [metaNames.clientCapabilities]: {},
    };
  }

  // How it is spoken to.

  #message(
    { method, name, paramsText, headers, requestId, hops }: ServerAsk,
    speech: Speech,
    totalMs: number,
  ): AskedMessage {
    const id = this.nextId();
    const own = speech.kind === 'modern' ? headersFor({ method, name }) : sessionHeaders(speech.session);
    return {
      id,
      hasSession: speech.kind === 'older' && speech.session.id !== undefined,
      body: Buffer.from(requestText(id, method, paramsText)),
      headers: ['content-type', 'application/json', 'accept', accept, ...own, ...headers],
      requestId,
      hops,
      totalMs,
    };
  }

  #eraOf(): Promise<'modern' | 'older'> {
    if (this.#era !== undefined) return this.#era;
    const era = this.#foundOut();
    this.#era = era;
    era.catch(() => {
      if (this.#era === era) this.#era = undefined;
    });
    return era;
  }

  /** A server of the new revision answers `server/discover`, or says in its words that it does not speak ours. */
  async #foundOut(): Promise<'modern' | 'older'> {
    let response: ServerResponse;
    try {
      response = await this.#askedOnce('server/discover', undefined, modern);
      // As the specification has it, one that refuses a revision and names the very same is asked once more.
      if (namesModern(response.error)) response = await this.#askedOnce('server/discover', undefined, modern);
    } catch (error) {
      if (asCallFault(error).kind === 'older') return 'older';
      throw error;
    }
    const { result } = response;
    const versions = result?.['supportedVersions'];
    return Array.isArray(versions) && versions.includes(modernVersion) ? 'modern' : 'older';
  }

  async #beginSession(): Promise<Session> {
    const { self } = this.#parts;
    const id = this.nextId();
    const message: AskedMessage = {
      id,
      hasSession: false,
      body: Buffer.from(initializeRequest(id, self)),
      headers: ['content-type', 'application/json', 'accept', accept],
      requestId: 'mcp-initialize',
      hops: 1,
      totalMs: this.#listingMs,
      maxBytes: mostOfList,
    };
    const { response, head } = await ask(this.backend, this.config.path, message);
    const { result, error } = response;
    const version = result?.['protocolVersion'];
    if (typeof version !== 'string' || !isOlder(version)) {
      // What answers neither in the new way nor in the old one may do so later.
      this.#era = undefined;
      const what = result === undefined ? said(error) : 'it speaks no revision that is known here';
      throw new CallFault('invalid', `it answers to initialize: ${what}`);
    }
    this.#greeting = introduction(this.name, result!);
    this.#greetedMs = performance.now();
    const session = { id: head.session, version };
    await this.#say(initializedNotification, session);
    return session;
  }

  /** Says something that has no answer, and waits until it was taken. */
  #say(text: string, session: Session): Promise<void> {
    return new Promise((resolve, reject) => {
      const message = {
        body: Buffer.from(text),
        headers: ['content-type', 'application/json', 'accept', accept, ...sessionHeaders(session)],
        requestId: 'mcp-notification',
        hops: 1,
        totalMs: asideMs,
      };
      new ServerCall(this.backend, this.config.path, message, {
        head: ({ status }) =>
          status < 300 ? resolve() : reject(new CallFault('invalid', `status ${status} to a notification`)),
        data: () => {},
        end: () => {},
        failed: reject,
      }).start();
    });
  }

  /** The same, whatever becomes of it. */
  #aside(text: string, session: Session): void {
    this.#say(text, session).catch(() => {});
  }

  #endSession(session: Session): void {
    if (session.id === undefined) return;
    new ServerCall(
      this.backend,
      this.config.path,
      {
        method: 'DELETE',
        body: Buffer.alloc(0),
        headers: sessionHeaders(session),
        requestId: 'mcp-session',
        hops: 1,
        totalMs: asideMs,
      },
      { head: () => {}, data: () => {}, end: () => {}, failed: () => {} },
    ).start();
  }
}

/** Lists of what is asked for by a name. */
export type NamedKind = 'tools' | 'prompts';
type NameOf = 'byName' | 'byOffered';

interface ListedItems extends Readonly<Record<NameOf, ReadonlyMap<string, ListedItem>>> {
  readonly items: readonly ListedItem[];
}

/** A server that tells of no changes is known by its lists. */
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

const nothingListed = listedItems([]);

/** A list that is younger is not asked for anew because something is not in it. */
const askAnewMs = 1000;
const methodNotFound = -32_601;
/** A page with what stands around its items. */
const mostOfList = maxListBytes + 64 * 1024;
const mostTold = 20;

function sessionHeaders({ id, version }: Session): FlatHeaders {
  const told = ['mcp-protocol-version', version];
  return id === undefined ? told : [...told, 'mcp-session-id', id];
}

/** Whether a server that refuses a revision says that it takes the new one. */
function namesModern(error: ServerError | undefined): boolean {
  if (error?.code !== rpcCodes.unsupported_version || !isObject(error.data)) return false;
  const { supported } = error.data;
  return Array.isArray(supported) && supported.includes(modernVersion);
}

function asCallFault(error: unknown): CallFault {
  if (error instanceof CallFault) return error;
  if (error instanceof ServerFault) return new CallFault('invalid', error.message);
  throw error;
}

/** What a server says of itself has a time, where it says so. */
function ttlOf(said: unknown): number {
  return typeof said === 'number' && said > 0 ? said : 0;
}

/** An error of a server, without the words that it has for it: those may be anybody's. */
function said(error: ServerResponse['error']): string {
  return error === undefined ? 'something else' : `error ${error.code}`;
}
