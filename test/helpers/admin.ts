import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Admin } from '../../src/admin/admin.ts';
import type { Config } from '../../src/config/types/gateway.ts';
import { hostClock } from '../../src/limits/clock.ts';
import { Ledger } from '../../src/limits/ledger.ts';
import type { LimitStore } from '../../src/limits/limit-store.ts';
import { memoryStore } from '../../src/limits/memory-store.ts';
import { ledgerSeats } from '../../src/limits/queue/ledger-seats.ts';
import { WaitingRooms } from '../../src/limits/queue/waiting-rooms.ts';
import { openLog } from '../../src/observe/log/log.ts';
import { noExports } from '../../src/observe/metrics/export-counts.ts';
import { type RequestBatch, RequestBatcher } from '../../src/observe/request-batch.ts';
import type { RequestEvent } from '../../src/observe/request-event.ts';
import type { ToolServerReport } from '../../src/observe/tool-server-report.ts';
import { usageOf } from '../../src/observe/usage.ts';
import { pack } from '../../src/process/config-transfer.ts';
import type { TakeRequests } from '../../src/process/request-feed.ts';
import type { GatewayView } from '../../src/supervisor/gateway-view.ts';
import { noKeysStore } from '../../src/supervisor/keys-store-follower.ts';
import { noMessages } from '../../src/supervisor/messages/messages.ts';
import { ReloadHistory } from '../../src/supervisor/reload-history.ts';
import { Drains } from '../../src/supervisor/state/drains.ts';
import { UnwrittenFiles } from '../../src/supervisor/state/unwritten-files.ts';
import { type LogLine, loadText } from './gateway.ts';

export const token = 'admin-token-of-the-tests';
export const readToken = 'read-token-of-the-tests';

/** The operator's listener with a gateway that exists only as far as it is asked about. */
export interface TestAdmin {
  readonly url: string;
  readonly config: Config;
  readonly reloads: ReloadHistory;
  readonly logs: readonly LogLine[];
  /** Requests end. */
  tell(events: readonly RequestEvent[]): void;
  /** Counts for limits. */
  readonly counting: LimitStore;
  /** What the workers have counted. */
  readonly figures: Map<string, Map<string, Float64Array>>;
  /** The reports of workers on the servers of `mcp`, which a test puts there. */
  readonly toolServers: ToolServerReport[][];
  /** Calls the API with the token that changes things, unless the headers say otherwise. */
  call(path: string, options?: RequestInit): Promise<Response>;
}

/** What is beside `admin` in the configuration. */
export const servedText = [
  'version: 1',
  'listen: { address: "127.0.0.1:0", tls: { self_signed: true } }',
  'backends: { a: { simulator: {} }, b: { simulator: {} } }',
  'models:',
  '  fast:',
  '    fallbacks: [deep]',
  '    deployments:',
  '      - { backend: a, capabilities: [streaming], endpoints: { chat_completions: [vision], messages: [] } }',
  '      - { backend: b, endpoints: { chat_completions: [streaming] } }',
  '  deep:',
  '    deployments:',
  '      - { backend: b, endpoints: { chat_completions: [vision], responses: [vision, web_search] } }',
  'keys:',
  '  team-a: { secret: sk-team-a-0123456789abcdef, models: [fast], endpoints: [chat_completions] }',
].join('\n');

/** Opens one; closed with the test. `file` is where the configuration is taken to lie, `now` the clock of sessions. */
export async function startAdmin(
  t: TestContext,
  text: string = servedText,
  file?: string,
  now?: () => number,
): Promise<TestAdmin> {
  const admin = `admin: { address: "127.0.0.1:0", token: ${token}, read_token: ${readToken} }`;
  const stateDir = mkdtempSync(join(tmpdir(), 'gateway-admin-'));
  const state = `state: { dir: ${JSON.stringify(stateDir)} }`;
  const loaded = await loadText(`${text}\n${text.includes('\nadmin:') ? '' : admin}\n${state}\n`);
  const config = file === undefined ? loaded : { ...loaded, file };
  const reloads = new ReloadHistory();
  reloads.started();
  const logs: LogLine[] = [];
  const log = openLog('warn', { write: (line: string) => void logs.push(JSON.parse(line)) });
  const figures = new Map<string, Map<string, Float64Array>>();
  const toolServers: ToolServerReport[][] = [];
  let take: TakeRequests = () => {};
  const ledger = new Ledger(hostClock);
  const drains = await Drains.open(
    () => stateDir,
    log,
    () => {},
  );
  const view: GatewayView = {
    config,
    transfer: pack(config),
    address: { host: '127.0.0.1', port: 8443 },
    caFile: undefined,
    credentials: { states: [] },
    keySets: { states: [] },
    servers: { states: [], named: [] },
    reloads,
    stateOwner: undefined,
    messages: noMessages,
    metricExports: noExports(),
    unwritten: new UnwrittenFiles(),
    certificateEnds: new Map(),
    limits: {
      read: async (list) => list.map((meters) => ledger.look(meters)),
      changeBudgets: (meters, change) => ledger.changeBudgets(meters, change),
      changeCallerBudgets: (key, meters, change) => ledger.changeCallerBudgets(key, meters, change),
    },
    rooms: new WaitingRooms({ seats: ledgerSeats(ledger) }),
    workers: { wanted: 2, serving: 2, restarts: 0 },
    processes: [],
    isReady: () => true,
    onServed: () => () => {},
    watchRequests() {},
    reload: async () => reloads.last,
    drains,
    storeKeys: noKeysStore,
    metrics: async () => figures,
    toolServers: async () => toolServers,
    onRequests(given) {
      take = given;
      return () => {};
    },
  };
  const operators = new Admin(now);
  const listener = await operators.open(config.admin!, undefined, view, log);
  t.after(async () => {
    listener.destroy();
    await listener.close();
    await operators.close();
    rmSync(stateDir, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${listener.address.port}`;
  return {
    url,
    config,
    reloads,
    logs,
    counting: memoryStore({ ledger }),
    figures,
    toolServers,
    tell: (events) => take(batchOf(events)),
    call: (path, options = {}) =>
      fetch(`${url}${path}`, {
        redirect: 'manual',
        ...options,
        headers: {
          authorization: `Bearer ${token}`,
          ...(options.body == null ? {} : { 'content-type': 'application/json' }),
          ...options.headers,
        },
      }),
  };
}

/** What a worker tells of some requests. */
export function batchOf(events: readonly RequestEvent[]): RequestBatch {
  const batcher = new RequestBatcher(200);
  for (const event of events) batcher.add(event);
  // As it comes from another process.
  return JSON.parse(JSON.stringify(batcher.take(200))) as RequestBatch;
}

/** A request that went well, but for what is said otherwise. */
export function requestEvent(given: Partial<RequestEvent> = {}): RequestEvent {
  return {
    id: 'request-1',
    at: Date.now(),
    client: '127.0.0.1',
    key: 'team-a',
    group: undefined,
    issuer: undefined,
    subject: undefined,
    method: 'POST',
    path: '/v1/chat/completions',
    host: 'localhost',
    userAgent: undefined,
    endpoint: 'chat_completions',
    asked: 'fast',
    isKnownModel: true,
    model: 'fast',
    deployment: 'a',
    backend: 'a',
    upstreamModel: 'vendor-fast',
    chain: [],
    tags: [],
    needs: [],
    streamed: false,
    status: 200,
    code: undefined,
    reason: undefined,
    ms: 120,
    phases: { authenticateMs: 0.1, readMs: 0.2, routeMs: 0.1 },
    firstByteMs: 40,
    tokens: usageOf({ input: 10, output: 20, cachedInput: 0, cacheWrite: 0 }),
    certainty: 'measured',
    costNanoUsd: 1_000_000,
    attempts: [
      {
        model: 'fast',
        deployment: 'a',
        outcome: 'answered',
        status: 200,
        startMs: 1,
        ms: 118,
        connectMs: 1,
        firstByteMs: 39,
      },
    ],
    title: undefined,
    referer: undefined,
    upstreamId: undefined,
    ...given,
  };
}
