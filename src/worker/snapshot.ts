import type { Socket } from 'node:net';
import { endpointsOf } from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import { allServers } from '../config/derived/all-servers.ts';
import { socketEndpoints } from '../config/derived/socket-endpoints.ts';
import type { BackendConfig } from '../config/types/backends.ts';
import type { Config } from '../config/types/gateway.ts';
import type { ListenConfig } from '../config/types/listen.ts';
import type { McpConfig } from '../config/types/mcp.ts';
import type { BalanceName, ModelConfig } from '../config/types/models.ts';
import type { Backend } from '../http/client/backend.ts';
import { HeaderPolicy } from '../http/server/request-head.ts';
import { fromHandshake, fromHeader } from '../identity/client-certificate.ts';
import type { HeldKeySets } from '../identity/held-key-sets.ts';
import { ProtectedResources } from '../identity/protected-resources.ts';
import { keyringSteps } from '../keys/keyring.ts';
import { compileGlob } from '../lib/glob.ts';
import { AddressRanges } from '../lib/ip.ts';
import { inStepsYielding } from '../lib/yield-to-requests.ts';
import type { LimitStore } from '../limits/limit-store.ts';
import { limiterFor } from '../limits/limiter.ts';
import type { SharedStore } from '../limits/redis/shared-store.ts';
import { type SettledIds, settledEverywhere } from '../limits/settled-object-ids.ts';
import { failureThrottle } from '../limits/throttles/failure-throttle.ts';
import { KeySlots } from '../limits/throttles/key-slots.ts';
import { KeyThrottle } from '../limits/throttles/key-throttle.ts';
import type { Logger } from '../observe/log/log.ts';
import { silentTracer, type Tracer } from '../observe/traces/tracer.ts';
import { sessionHeaders } from '../pipeline/clients/session.ts';
import { type ContentKeeper, nothingKept } from '../pipeline/contents/content-keeper.ts';
import { declaredParts } from '../pipeline/declared-endpoints/declared-parts.ts';
import { DeploymentRoutes } from '../pipeline/deployment-routes.ts';
import type { Exchange } from '../pipeline/exchange.ts';
import { type GuardStages, nobodyLooks } from '../pipeline/guards/guard-stages.ts';
import type { Guards } from '../pipeline/guards/make-guards.ts';
import type { Tools } from '../pipeline/mcp/make-tool-stages.ts';
import { noToolsServed, type ToolStages } from '../pipeline/mcp/tool-stages.ts';
import type { DefaultModels, Parts } from '../pipeline/parts.ts';
import type { ClientSockets } from '../pipeline/sockets/client-sockets.ts';
import type { TurnKind } from '../pipeline/sockets/socket-host.ts';
import { pipelinesOf } from '../pipeline/standard.ts';
import { hostSecret, keptIdsKey } from '../process/id-secrets.ts';
import { packageVersion } from '../process/package-paths.ts';
import { strategies } from '../routing/balance/index.ts';
import type { Load, Strategy } from '../routing/balance/strategy.ts';
import { NestingRules } from '../routing/nested-models.ts';
import { routingTableSteps } from '../routing/routing-table.ts';
import { objectParts } from './object-parts.ts';
import { areFailuresEnough, correctionObserver, observersOf } from './observers.ts';
import type { SharedResources } from './shared-resources.ts';

/** Calls of one key for the list of models, which may be some hundred kilobytes. */
const modelListsPerSecond = 100;

/** Of one key: lists of tools, and what servers say of themselves. */
const toolListsPerMinute = 600;
/** Clients of one key that listen for changes of tools. */
const listenersPerKey = 8;

/** Everything built from one version of the configuration. A request keeps the one it began with. */
export interface Snapshot {
  readonly revision: string;
  readonly config: Config;
  /** The whole life of a request. Never rejects. */
  readonly handle: (exchange: Exchange) => Promise<void>;
  /**
   * Continues a request that has waited under another configuration. Rejects with the error that becomes its answer.
   */
  readonly goOn: (exchange: Exchange) => Promise<void>;
  /** The life of a turn on a socket, by kind. Never rejects. */
  readonly turns: Readonly<Record<TurnKind, (exchange: Exchange) => Promise<void>>>;
  /** Asks a backend whether an object is done that something is reserved for, by the id that it is remembered by. Never rejects. */
  readonly lookAt: (remembered: string) => Promise<void>;
  /** It is the one that new requests begin with: what outlives snapshots follows it. */
  activate(): void;
  /** Ends what is idle; what is in use ends with the request that uses it. */
  close(): Promise<void>;
}

export interface SnapshotParts {
  readonly log: Logger;
  readonly resources: SharedResources;
  readonly keySets: HeldKeySets;
  /** The sockets of clients; undefined if none are served. */
  readonly sockets?: ClientSockets | undefined;
  readonly isCrowded: (socket: Socket) => boolean;
  readonly isLeaving: () => boolean;
  readonly isDraining: () => boolean;
}

/** The headers that no client may set: every header that carries some backend's credential. */
function credentialHeaders(backends: ReadonlyMap<string, Backend>): ReadonlySet<string> {
  return new Set([...backends.values()].flatMap((backend) => backend.credentialHeaders));
}

/** Builds live objects from a configuration. May fail, and then leaves nothing behind. */
export async function compile(config: Config, parts: SnapshotParts): Promise<Snapshot> {
  const { resources } = parts;
  const { redis } = config.state;
  const { tracing, contentLog } = config;
  const taken: BackendConfig[] = [];
  let isSharing = false;
  let isTracing = false;
  let isKeeping = false;
  const release = async () => {
    await Promise.all(taken.map((backend) => resources.releaseBackend(backend, config.declaredEndpoints)));
    if (redis !== undefined && isSharing) await resources.releaseStore(redis);
    if (tracing !== undefined && isTracing) await resources.releaseTracer(tracing);
    if (contentLog !== undefined && isKeeping) await resources.releaseContents(contentLog);
  };
  const backends = new Map<string, Backend>();
  let shared: SharedStore | undefined;
  let tracer: Tracer | undefined;
  let keeper: ContentKeeper | undefined;
  try {
    if (redis !== undefined) {
      isSharing = true;
      shared = await resources.acquireStore(redis, parts.log);
    }
    if (tracing !== undefined) {
      isTracing = true;
      tracer = await resources.acquireTracer(tracing, parts.log);
    }
    if (contentLog !== undefined) {
      isKeeping = true;
      keeper = await resources.acquireContents(contentLog, parts.log);
    }
  } catch (error) {
    await release();
    throw error;
  }
  try {
    for (const backend of allServers(config)) {
      taken.push(backend);
      backends.set(backend.name, await resources.acquireBackend(backend, config.declaredEndpoints));
    }
  } catch (error) {
    await release();
    throw new Error('opening backends', { cause: error });
  }
  const guards = config.guards.size === 0 ? undefined : await guardsOf(config, parts, backends);
  const tools = config.mcp === undefined ? undefined : await toolsOf(config, config.mcp, parts, backends);
  const settled = shared && settledEverywhere(shared.settled, resources.settled, parts.log);
  const made = await inStepsYielding(
    partsSteps(
      config,
      parts,
      backends,
      shared?.store,
      tracer,
      settled,
      keeper,
      guards?.stages,
      tools?.stages,
    ),
  );
  guards?.begin(made);
  tools?.begin(made);
  const { whole, rejoined, turns } = pipelinesOf(made);
  return {
    revision: config.revision,
    config,
    handle: whole,
    goOn: rejoined,
    turns,
    lookAt: async (remembered) => made.objects?.polling.at(remembered),
    activate: () =>
      resources.follow(
        config,
        { routes: made.routes, backends, live: made.live, guards: guards?.live },
        shared,
      ),
    close: release,
  };
}

/** The code of guards is loaded with the first guard in a file. */
async function guardsOf(
  config: Config,
  { log, resources }: SnapshotParts,
  backends: ReadonlyMap<string, Backend>,
): Promise<Guards> {
  const { GuardStates, makeGuards } = await import('../pipeline/guards/make-guards.ts');
  resources.guardStates ??= new GuardStates();
  return makeGuards(config, {
    servers: backends,
    states: resources.guardStates,
    log,
    told: (...look) => resources.metrics.looked(...look),
    budget: resources.budget,
    heartbeatMs: config.listen.ownHeartbeatMs,
  });
}

/** The code for tools is loaded with the first file that has some. */
async function toolsOf(
  config: Config,
  mcp: McpConfig,
  { log, resources }: SnapshotParts,
  backends: ReadonlyMap<string, Backend>,
): Promise<Tools> {
  const { makeToolStages } = await import('../pipeline/mcp/make-tool-stages.ts');
  const { ServersAcrossConfigs } = await import('../pipeline/mcp/servers-across-configs.ts');
  // It may come from a file, which is read for the first session of a key without a secret.
  let secret: Buffer | undefined;
  resources.mcpServers ??= new ServersAcrossConfigs(resources.drainedTools);
  return makeToolStages(mcp, {
    servers: backends,
    states: resources.mcpServers,
    log,
    listed: (...told) => resources.metrics.listed(...told),
    origins: config.listen.origins,
    circuit: config.routing.circuit,
    lists: new KeyThrottle(resources.counting, 'tool lists', toolListsPerMinute, 60_000),
    slots: new KeySlots(resources.counting, 'tool changes', listenersPerKey),
    streams: new KeySlots(resources.counting, 'tool sessions', listenersPerKey),
    hostSecret: () => {
      secret ??= hostSecret(config, keptIdsKey);
      return secret;
    },
    self: { name: 'gateway', version: packageVersion() },
    heartbeatMs: config.listen.ownHeartbeatMs,
  });
}

/**
 * Makes what the stages of a configuration work with, step by step: a file of thousands of models and keys must not
 * keep a worker from serving. Opens nothing.
 */
export function* partsSteps(
  config: Config,
  { log, resources, keySets, sockets, isCrowded, isLeaving, isDraining }: SnapshotParts,
  backends: ReadonlyMap<string, Backend>,
  store: LimitStore = resources.counting,
  tracer: Tracer | undefined = config.tracing && silentTracer,
  settled: SettledIds = resources.settled,
  contents: ContentKeeper | undefined = config.contentLog && nothingKept,
  guards: GuardStages | undefined = config.guards.size === 0 ? undefined : nobodyLooks,
  tools: ToolStages | undefined = config.mcp && noToolsServed,
): Generator<void, Parts> {
  const { listen } = config;
  const routes = yield* routingTableSteps(config, resources.served?.routes);
  const live = yield* resources.viewSteps(config, routes, backends);
  const endpoints = endpointsOf(config);
  const deploymentRoutes = yield* DeploymentRoutes.steps(config, backends, endpoints);
  const keys = yield* keyringSteps(config.keys);
  const limits = limiterFor(config, store, compileGlob, {
    rooms: resources.counting,
    worker: resources.workerName,
  });
  const nesting = new NestingRules(config);
  return {
    log,
    observers: observersOf(config, log, resources),
    tellsFailuresOnly: areFailuresEnough(config),
    isVerbose: config.log.level === 'debug' || config.log.level === 'trace',
    contents,
    guards,
    tools,
    mirrors: [...config.models.values()].some((model) => model.mirror !== undefined)
      ? resources.mirrors
      : undefined,
    tracer,
    clientIp: config.log.clientIp,
    isCrowded,
    isLeaving,
    isDraining,
    headerPolicy: new HeaderPolicy(
      credentialHeaders(backends),
      certificateHeader(listen),
      sessionHeaders(config.models.values()),
    ),
    certificates: certificatesOf(listen),
    trusted: listen.tls.kind === 'terminated_by' ? new AddressRanges(listen.tls.ranges) : undefined,
    healthPath: listen.healthPath,
    keys,
    tokens: config.identity.issuers.size === 0 ? undefined : resources.tokenCheck(config.identity, keySets),
    resources: ProtectedResources.of(config.identity, config.mcp),
    failures: failureThrottle(resources.counting),
    faultyBodies: resources.faultyBodies,
    modelLists: new KeyThrottle(resources.counting, 'model lists', modelListsPerSecond),
    limits,
    waiting: resources.waiting,
    routes,
    nesting,
    body: {
      maxBytes: listen.maxBodyBytes,
      timeoutMs: listen.bodyTimeoutMs,
      leastBytesPerSecond: listen.minBodyRate,
      budget: resources.budget,
    },
    defaultModels: defaultModelsOf(config),
    backends,
    endpoints,
    declared: declaredParts(config, endpoints),
    objects: objectParts(
      config,
      { settled, sizes: resources.storedSizes },
      {
        store: limits?.store,
        log,
        backends,
        nesting,
        corrected: correctionObserver(config, resources),
      },
    ),
    sockets: socketParts(config, sockets),
    deploymentRoutes,
    live,
    retries: resources.retries,
    circuit: config.routing.circuit,
    ...strategiesFor(live),
    maxAttempts: config.routing.maxAttempts,
    infer: config.routing.infer,
    keepsUsage: config.state.keepsUsage,
    heartbeatMs: listen.heartbeatMs,
    ownHeartbeatMs: listen.ownHeartbeatMs,
  };
}

function socketParts(config: Config, host: ClientSockets | undefined): Parts['sockets'] {
  const serves = socketEndpoints(config);
  return host === undefined || serves.length === 0
    ? undefined
    : { host, origins: new Set(config.listen.origins), serves: new Set(serves) };
}

function certificateHeader({ clientCertificates }: ListenConfig): string | undefined {
  return clientCertificates?.kind === 'header' ? clientCertificates.name : undefined;
}

function certificatesOf({ clientCertificates }: ListenConfig): Parts['certificates'] {
  switch (clientCertificates?.kind) {
    case undefined:
      return undefined;
    case 'handshake':
      return fromHandshake(clientCertificates.ca);
    case 'header':
      return fromHeader();
  }
}

/** The models of requests that name none. */
function defaultModelsOf({ endpoints }: Config): DefaultModels {
  return Object.fromEntries(
    Object.entries(endpoints).flatMap(([name, settings]) =>
      settings?.defaultModel === undefined ? [] : [[name, settings.defaultModel]],
    ),
  );
}

/** Each strategy is made once: what it knows of the load it is asked for, it does not hold. */
function strategiesFor(load: Load): Pick<Parts, 'strategyOf' | 'placeStrategyOf'> {
  const parts = { load, random: Math.random };
  const bounded = new Map<number, Strategy>();
  const strategyOf = ({ balance, spill }: ModelConfig): Strategy => {
    if (spill === undefined || balance !== 'sticky') return made[balance];
    const known = bounded.get(spill) ?? strategies.sticky.make({ spill, ...parts });
    bounded.set(spill, known);
    return known;
  };
  const made = Object.fromEntries(
    Object.entries(strategies).map(([name, strategy]) => [name, strategy.make(parts)]),
  ) as Record<BalanceName, Strategy>;
  return {
    strategyOf,
    placeStrategyOf: (model) => (model.balance === 'lowest_cost' ? made.least_busy : strategyOf(model)),
  };
}
