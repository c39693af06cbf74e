import { discoverResult, initializeResult } from '../../../api/mcp/discover-and-initialize.ts';
import { RpcFault, rpcCodes } from '../../../api/mcp/json-rpc-errors.ts';
import { listPage } from '../../../api/mcp/lists/client-list-pages.ts';
import { listOf } from '../../../api/mcp/lists/list-changes.ts';
import type { ListKind } from '../../../api/mcp/lists/list-item-validation.ts';
import { listedBy } from '../../../api/mcp/lists/server-list-reader.ts';
import { type Implementation, isOlder } from '../../../api/mcp/protocol-versions.ts';
import type { ToolKind } from '../../../config/derived/tool-grants.ts';
import { GatewayError } from '../../../errors.ts';
import { within } from '../../../lib/waiting/within.ts';
import type { KeySlots } from '../../../limits/throttles/key-slots.ts';
import type { KeyThrottle } from '../../../limits/throttles/key-throttle.ts';
import type { Exchange } from '../../exchange.ts';
import { answerSubscriptionsListen } from '../../mcp/answer-subscriptions-listen.ts';
import { serverFor } from '../../mcp/callers/server-for.ts';
import { countAside } from '../../mcp/count-aside.ts';
import { cursorSeal } from '../../mcp/cursor-seal.ts';
import type { ToolDrains } from '../../mcp/drained-tools.ts';
import type { ListeningClients } from '../../mcp/listening-clients.ts';
import type { MessageRecord } from '../../mcp/message-record.ts';
import { answerResult } from '../../mcp/own-json-rpc-answers.ts';
import type { McpServer } from '../../mcp/servers/mcp-server.ts';
import { CallFault, errorInSession } from '../../mcp/servers/server-call-fault.ts';
import type { HeldSession } from '../../mcp/sessions/held-session.ts';
import { sendText } from '../../own-answer.ts';
import type { Stage } from '../../stage.ts';

interface OwnParts {
  readonly servers: ReadonlyMap<string, McpServer>;
  readonly drains: ToolDrains;
  readonly self: Implementation;
  /** Counts the requests of a key that no limit of its own counts. */
  readonly lists: KeyThrottle;
  readonly slots: KeySlots;
  readonly clients: ListeningClients;
}

/** Servers that a client uses. */
interface Served {
  readonly these: readonly McpServer[];
  /** None of those that it may use is missing. */
  readonly areAll: boolean;
}

/** The methods that go on to a server. */
const calls: ReadonlySet<string> = new Set([
  'tools/call',
  'prompts/get',
  'resources/read',
  'completion/complete',
]);

/** The kinds of items in a list, in the words of grants. */
const kindsOfGrants: Readonly<Record<ListKind, ToolKind>> = {
  tools: 'tool',
  prompts: 'prompt',
  resources: 'resource',
  templates: 'resource',
};

/** Milliseconds that a client waits for one server of several, at most. */
const slowMs = 5000;
/** Milliseconds for which an answer of all servers is valid, */
const goodMs = 60_000;
/** and one that lacks a server. */
const lessGoodMs = 1000;

/**
 * Answers lists, discovery, and the messages with which older clients begin and end: none of them goes to one server
 * alone.
 */
export function answerListsAndDiscovery({ servers, drains, self, lists, slots, clients }: OwnParts): Stage {
  const hasCallers = [...servers.values()].some(({ callers }) => callers !== undefined);

  return function answerListsAndDiscovery(exchange, next) {
    const asked = exchange.asked!;
    const { kind, method } = asked.message!;
    if (kind !== 'request') return accept(exchange, asked);
    if (calls.has(method)) return next(exchange);
    const listed = listedBy(method);
    if (listed !== undefined) return list(exchange, asked, listed);
    const isOld = isOlder(asked.version);
    if (method === 'server/discover' && !isOld) return discover(exchange, asked);
    if (method === 'subscriptions/listen' && !isOld) return listen(exchange, asked);
    if (method === 'initialize' && isOld) return initialize(exchange, asked);
    if (method === 'ping' && isOld) return pong(exchange);
    throw new RpcFault(rpcCodes.method_not_found, 'There is no such method here.', {
      status: isOld ? 200 : 404,
    });
  };

  async function pong(exchange: Exchange): Promise<void> {
    answerResult(exchange, '{}');
  }

  async function discover(exchange: Exchange, asked: MessageRecord): Promise<void> {
    await count(exchange);
    const { parts, isWhole } = await introductions(exchange, asked);
    const introduced = { parts, isAmong: asked.addressed === undefined, self };
    answerResult(exchange, discoverResult(introduced, isWhole ? goodMs : lessGoodMs));
  }

  async function listen(exchange: Exchange, asked: MessageRecord): Promise<void> {
    await count(exchange);
    const { these } = await served(exchange, asked);
    return answerSubscriptionsListen(exchange, these, { slots, clients, drains });
  }

  async function initialize(exchange: Exchange, asked: MessageRecord): Promise<void> {
    await count(exchange);
    const { parts } = await introductions(exchange, asked);
    const wanted = asked.message!.params['protocolVersion'];
    answerResult(exchange, initializeResult(wanted, { parts, isAmong: asked.addressed === undefined, self }));
  }

  async function introductions(exchange: Exchange, asked: MessageRecord) {
    const { these, areAll } = hasCallers ? await served(exchange, asked) : all(exchange, asked);
    const said = await Promise.all(these.map((server) => inTime(server, () => server.lists.introduction())));
    const parts = said.flatMap((one) => one ?? []);
    return { parts, isWhole: areAll && parts.length === said.length };
  }

  async function list(exchange: Exchange, asked: MessageRecord, kind: ListKind): Promise<void> {
    await count(exchange);
    const { these, areAll } = hasCallers ? await served(exchange, asked) : all(exchange, asked);
    let isWhole = areAll;
    const { session } = asked;
    const itemsOf = async (server: McpServer) => {
      if (session !== undefined)
        return { server: server.name, items: await listedIn(session, server, asked) };
      const own = await inTime(server, () => server.lists.items(kind));
      isWhole &&= own !== undefined;
      return { server: server.name, items: own ?? [] };
    };
    const items = await Promise.all(these.map(itemsOf));
    const { key, caller } = exchange;
    const { id, toolGrants, config } = key!;
    const granted = kindsOfGrants[kind];
    const text = listPage(items, {
      kind,
      isAmong: asked.addressed === undefined,
      isClientOlder: isOlder(asked.version),
      allows: (server, { name }) =>
        toolGrants.allows(server, granted, name) && !drains.has(server, granted, name),
      cursor: asked.message!.params['cursor'],
      seal: cursorSeal({ id, hashes: config.hashes, caller }),
      ttlMs: isWhole
        ? Math.round(Math.min(goodMs, ...these.map((server) => server.lists.leftMs(kind))))
        : lessGoodMs,
    });
    answerResult(exchange, text);
  }

  /** A list of a session, fetched again with its first page: an older server does not name its validity. */
  async function listedIn({ lists: own }: HeldSession, { name }: McpServer, { message }: MessageRecord) {
    const kind = listedBy(message!.method)!;
    if (message!.params['cursor'] === undefined) own.forget(listOf(kind));
    try {
      return await own.items(kind);
    } catch (error) {
      throw error instanceof CallFault ? errorInSession(name, error) : error;
    }
  }

  function all(exchange: Exchange, asked: MessageRecord): Served {
    return { these: usable(exchange, asked), areAll: true };
  }

  /**
   * The servers as the client uses them. A single one reports its failure; among others it is left out without a token
   * for it.
   */
  async function served(exchange: Exchange, asked: MessageRecord): Promise<Served> {
    const usual = usable(exchange, asked);
    if (asked.addressed !== undefined) return { these: [await serverFor(exchange, usual[0]!)], areAll: true };
    const each = await Promise.all(usual.map((server) => within(slowMs, serverIn(exchange, server))));
    const these = each.flatMap((server) => server ?? []);
    return { these, areAll: these.length === usual.length };
  }

  /** The servers that the client may use in some way, in the order of the file. */
  function usable({ key }: Exchange, { addressed }: MessageRecord): readonly McpServer[] {
    if (addressed !== undefined) return [servers.get(addressed)!];
    return [...servers.values()].filter(({ name }) => key!.toolGrants.allowsServer(name));
  }

  function count(exchange: Exchange): Promise<void> {
    return countAside(exchange, lists);
  }
}

/** A server as the client uses it; undefined without a token for it. */
async function serverIn(exchange: Exchange, server: McpServer): Promise<McpServer | undefined> {
  try {
    return await serverFor(exchange, server);
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}

/** Accepts a notification, which has no answer. An older client's response answers nobody here. */
async function accept(exchange: Exchange, { message, version }: MessageRecord): Promise<void> {
  if (message!.kind === 'response' && !isOlder(version))
    throw new RpcFault(rpcCodes.invalid_request, 'Clients of this revision send no responses.');
  sendText(exchange, 202, '');
}

/** The answer of a server; undefined if it is out, fails or is too slow. The question itself logs the reason. */
async function inTime<Value>(
  { availability }: McpServer,
  ask: () => Promise<Value>,
): Promise<Value | undefined> {
  // A kept list would show tools that may not be called.
  if (availability.out !== undefined) return undefined;
  return within(
    slowMs,
    ask().catch(() => undefined),
  );
}
