import { randomBytes } from 'node:crypto';
import {
  type DeclaredEndpoint,
  type EndpointSet,
  endpointsOf,
} from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import { type HealthFamily, healthFamilies } from '../api/endpoints/endpoint.ts';
import { isRequestField } from '../api/translation/requests/decode/index.ts';
import type { BackendConfig } from '../config/types/backends.ts';
import type { ContentLogConfig } from '../config/types/contents.ts';
import type { Config } from '../config/types/gateway.ts';
import type { IdentityConfig } from '../config/types/identity.ts';
import type { DeploymentConfig } from '../config/types/models.ts';
import type { RedisConfig } from '../config/types/state.ts';
import type { TracingConfig } from '../config/types/telemetry.ts';
import { ContentQueue } from '../contents/content-queue.ts';
import { ContentRoom } from '../contents/content-room.ts';
import { type CredentialFor, credentialFor } from '../credentials/index.ts';
import { Backend } from '../http/client/backend.ts';
import type { BackendAddress } from '../http/client/connection/connector.ts';
import { HeldServers } from '../http/client/replicas/held-servers.ts';
import { serverName, serversUse } from '../http/client/replicas/servers-use.ts';
import type { HeldKeySets } from '../identity/held-key-sets.ts';
import { RememberedTokens, TokenCheck } from '../identity/token-check.ts';
import type { LimitStore } from '../limits/limit-store.ts';
import type { Rooms } from '../limits/queue/queue-demand.ts';
import { countingHere } from '../limits/queue/single-host-queue.ts';
import { openSharedStore, type SharedStore } from '../limits/redis/shared-store.ts';
import { type SettledIds, settledHere } from '../limits/settled-object-ids.ts';
import { WorkThrottle } from '../limits/throttles/work-throttle.ts';
import { LineThrottle } from '../observe/line-throttle.ts';
import type { Logger } from '../observe/log/log.ts';
import { RequestMetrics } from '../observe/metrics/request-metrics.ts';
import type { Tracer } from '../observe/traces/tracer.ts';
import { type BufferBounds, BufferBudget } from '../pipeline/buffer-budget.ts';
import type { GuardStates, Guards } from '../pipeline/guards/make-guards.ts';
import type { ServersAcrossConfigs } from '../pipeline/mcp/servers-across-configs.ts';
import { MirrorRoom } from '../pipeline/mirrors/mirror-room.ts';
import { WaitingExchanges } from '../pipeline/queue/waiting-exchanges.ts';
import { StoredSizes } from '../pipeline/settling/stored-sizes.ts';
import { expectManyBytes } from '../process/node/node-options.ts';
import { RequestFeed } from '../process/request-feed.ts';
import { type RetryBudget, retryBudget } from '../routing/attempts/retries.ts';
import { servedEndpoints } from '../routing/eligibility.ts';
import { type LiveDeployment, LiveDeployments } from '../routing/live-deployments.ts';
import type { LiveView } from '../routing/live-view.ts';
import { deploymentKey, type RoutingTable } from '../routing/routing-table.ts';
import { type Simulator, startSimulator } from '../simulator/index.ts';
import { circuitLines, probeLines, strayLine } from './health-lines.ts';
import { ReferenceCountedPool } from './reference-counted-pool.ts';

/** Routing's view of a configuration. */
export interface Served {
  readonly routes: RoutingTable;
  readonly backends: ReadonlyMap<string, Backend>;
  readonly live: LiveView;
  /** Undefined where there are none. */
  readonly guards?: Guards['live'] | undefined;
}

interface Open {
  readonly backend: Backend;
  readonly simulator: Simulator | undefined;
}

/** Of each second of this process, for each key. */
const faultyBodiesMsPerSecond = 100;

/**
 * The state that outlives a snapshot, because losing it at every edit of the file would undo it:
 * - connections to backends, by all that the file says of the backend: a changed URL, credential or timeout makes
 *   another backend, a change elsewhere in the file does not;
 * - the health of deployments, by `MODEL/NAME` and the URL of their backend: another server has a health of its own;
 * - the counts of limits: on this host by key, in a shared store by all that the file says of that;
 * - the counts of requests, their observers, and traces and contents that wait to be sent;
 * - texts that passed a guard, and its circuit, by all that the file says of the guard;
 * - the checked tokens, by the issuers and rules of the file;
 * - routing's data on unchanged models and deployments;
 * - the retry budget and the bytes held for requests, one each per worker.
 */
export class SharedResources {
  readonly live = new LiveDeployments();
  readonly metrics = new RequestMetrics(isRequestField);
  readonly feed = new RequestFeed();
  readonly retries: RetryBudget = retryBudget();
  readonly budget = new BufferBudget(
    { maxBytes: Number.POSITIVE_INFINITY, maxBytesPerKey: Number.POSITIVE_INFINITY },
    expectManyBytes,
  );
  /** The memory of requests' copies. */
  readonly mirrors = new MirrorRoom(this.budget);
  /**
   * The work spent on bodies of a key that end in 400, 413 or 415: past a bound none of its bodies is read for a while.
   */
  readonly faultyBodies = new WorkThrottle(faultyBodiesMsPerSecond);
  /** The bound on log lines about clients without a key. */
  readonly keyless: LineThrottle;
  readonly #log: Logger | undefined;
  readonly #credentialFor: CredentialFor;
  /** Of the configuration that is served. */
  served: Served | undefined;
  /** Counts for this host, and lets requests wait. */
  readonly counting: LimitStore & Rooms;
  /** Tells this process from every other that counts. */
  readonly workerName = randomBytes(6).toString('base64url');
  /** Requests that wait for slots. */
  readonly waiting = new WaitingExchanges();
  /** The counted objects of backends on this host. */
  readonly settled: SettledIds;
  readonly storedSizes = new StoredSizes();
  readonly #shared = new ReferenceCountedPool<SharedStore>(({ store }) => store.close());
  /** The shared store of the configuration that is served. */
  #sharing: SharedStore | undefined;
  readonly #backends = new ReferenceCountedPool<Open>(async ({ backend, simulator }) => {
    backend.close();
    await simulator?.close();
  });

  /** The checked tokens, and the rules of the check. */
  #tokens: { readonly rules: string; readonly remembered: RememberedTokens } | undefined;
  readonly #tracers = new ReferenceCountedPool<Tracer>((tracer) => tracer.close());
  /** The room for contents that are not kept yet. */
  readonly contentRoom = new ContentRoom();
  /** The state of guards, if the file names any. */
  guardStates: GuardStates | undefined;
  /** The state of tool servers, if the file names any. */
  mcpServers: ServersAcrossConfigs | undefined;
  /** Tools that operators took out: a file that names servers later finds them here. */
  drainedTools: readonly string[] = [];
  readonly #contents = new ReferenceCountedPool<ContentQueue>((queue) => queue.close());
  readonly #servers: HeldServers;
  /** Has those judged anew who wait: a server has come that they do not know of, or one has gone. */
  whenServersChange: () => void = () => {};

  /**
   * @param log Where it is told what becomes of deployments; without it nowhere.
   * @param credentials What is made of each backend's `auth`.
   * @param servers What is known of the servers behind backends.
   */
  constructor(
    counting: LimitStore & Rooms = countingHere(),
    log?: Logger,
    credentials: CredentialFor = (config) => credentialFor(config),
    settled: SettledIds = settledHere(),
    servers: HeldServers = new HeldServers(),
  ) {
    this.#servers = servers;
    this.counting = counting;
    this.settled = settled;
    this.#log = log;
    this.#credentialFor = credentials;
    this.keyless = new LineThrottle((left) =>
      log?.warn(left, 'requests without a valid key: lines were left out'),
    );
    if (log !== undefined) this.live.whenCircuitChanges(circuitLines(log));
  }

  /** The store that gateways share, over the connection there is already. Every `acquireStore` has its `releaseStore`. */
  acquireStore(config: RedisConfig, log: Logger): Promise<SharedStore> {
    return this.#shared.acquire(JSON.stringify(config), () => openSharedStore(config, this.counting, log));
  }

  /** The store that gateways share is out of reach, and what `on_failure` says is done. */
  isLimiterDegraded(): boolean {
    return this.#sharing?.isDown() === true;
  }

  releaseStore(config: RedisConfig): Promise<void> {
    return this.#shared.release(JSON.stringify(config));
  }

  /** The sender of traces, with the waiting ones. Every `acquireTracer` has its `releaseTracer`. */
  acquireTracer(config: TracingConfig, log: Logger): Promise<Tracer> {
    return this.#tracers.acquire(JSON.stringify(config), async () => {
      const { otelTracer } = await import('../observe/traces/otel.ts');
      return otelTracer(config, log);
    });
  }

  releaseTracer(config: TracingConfig): Promise<void> {
    return this.#tracers.release(JSON.stringify(config));
  }

  /** The keeper of contents, with the waiting ones. Every `acquireContents` has its `releaseContents`. */
  acquireContents(config: ContentLogConfig, log: Logger): Promise<ContentQueue> {
    return this.#contents.acquire(JSON.stringify(config), async () => {
      const queue = new ContentQueue(config, this.contentRoom, log);
      queue.start();
      return queue;
    });
  }

  releaseContents(config: ContentLogConfig): Promise<void> {
    return this.#contents.release(JSON.stringify(config));
  }

  /** The check of tokens. Its memory outlives an edit of the file that does not concern tokens. */
  tokenCheck(identity: IdentityConfig, keySets: HeldKeySets): TokenCheck {
    const rules = JSON.stringify([...identity.issuers.values()]);
    if (rules !== this.#tokens?.rules) this.#tokens = { rules, remembered: new RememberedTokens() };
    return new TokenCheck(identity, keySets, this.#tokens.remembered);
  }

  /** The backend of a configuration, with the connections that it has already. Every `acquireBackend` has its `releaseBackend`. */
  async acquireBackend(config: BackendConfig, declared: readonly DeclaredEndpoint[] = []): Promise<Backend> {
    const { backend } = await this.#backends.acquire(keyOf(config, declared), async () => {
      const opening: Opening = {
        declared,
        log: this.#log,
        credentials: this.#credentialFor,
        strayed: (isNews) => {
          this.metrics.outOfStep(config.name);
          if (isNews && this.#log !== undefined) strayLine(this.#log, config.name);
        },
        short: () => this.mirrors.giveUpAt(config.name),
      };
      const opened = await open(config, opening);
      await this.#watchServers(opened.backend, config, opening);
      return opened;
    });
    return backend;
  }

  /** Has a backend that is several servers send to those, and know how busy they say they are. */
  async #watchServers(backend: Backend, config: BackendConfig, opening: Opening): Promise<void> {
    const { address, replicas, load } = config;
    if (address.kind !== 'url' || (replicas === undefined && load === undefined)) return;
    const use = serversUse(config);
    const held = this.#servers.hold(use?.id ?? config.name);
    if (replicas === undefined) {
      backend.told = held.load(serverName(address));
      return;
    }
    const { ReplicaSet } = await import('../http/client/replicas/replica-set.ts');
    backend.replicas = new ReplicaSet<Backend>({
      servers: replicas.kind === 'list' ? replicas.servers : undefined,
      named: address,
      held,
      open: (at) => openServer(config, at, opening, at.name),
    });
    backend.replicas.follow(() => this.whenServersChange());
  }

  releaseBackend(config: BackendConfig, declared: readonly DeclaredEndpoint[] = []): Promise<void> {
    return this.#backends.release(keyOf(config, declared));
  }

  /** Takes these servers of `mcp`, and what they have, out, and no others. */
  drainTools(names: readonly string[]): void {
    this.drainedTools = names;
    this.mcpServers?.drain(names);
  }

  /** Adjusts to the configuration that is served from now on, its backends, and to where its limits are counted. */
  follow(config: Config, served: Served, sharing?: SharedStore): void {
    this.#sharing = sharing;
    this.budget.follow(bufferBounds(config));
    this.guardStates?.retain(config.guards);
    this.mcpServers?.retain(config.mcp);
    const { backends, live } = served;
    const isSame = live === this.served?.live;
    if (!isSame) this.live.retain(liveDeployments(config), ({ backend }) => backends.get(backend));
    this.served = served;
  }

  /** The deployments of a configuration, live. They are those that are served where an edit is about something else. */
  *viewSteps(
    config: Config,
    routes: RoutingTable,
    backends: ReadonlyMap<string, Backend>,
  ): Generator<void, LiveView> {
    const { served } = this;
    if (served?.routes === routes && areSame(served.backends, backends)) return served.live;
    return yield* this.live.viewSteps(liveDeployments(config), ({ backend }) => backends.get(backend));
  }
}

/** The bound on the memory of requests. With several keys, no key takes the room of the others. */
function bufferBounds({
  listen: { maxBufferedBytes, maxBodyBytes },
  keys,
  declaredEndpoints,
}: Config): BufferBounds {
  const held = declaredEndpoints.flatMap(({ body }) =>
    body.kind === 'json' || body.kind === 'multipart' ? (body.maxBytes ?? []) : [],
  );
  const share = Math.max(maxBufferedBytes / 4, maxBodyBytes, ...held);
  return { maxBytes: maxBufferedBytes, maxBytesPerKey: keys.size > 1 ? share : maxBufferedBytes };
}

/**
 * Every deployment of a configuration, with what identifies the server behind it; backends that keep objects, or answer
 * requests without a model, are deployments of no model.
 */
export function* liveDeployments(config: Config): Generator<LiveDeployment> {
  const { models, backends } = config;
  const endpoints = endpointsOf(config);
  const servers = new Map<string, string>();
  for (const { name, address } of backends.values()) servers.set(name, serverOf(address));
  for (const model of models.values()) {
    for (const deployment of model.deployments) {
      const { backend } = deployment;
      const server = servers.get(backend)!;
      yield { key: deploymentKey(deployment), backend, server, family: leadingFamily(deployment, endpoints) };
    }
  }
  const unnamed = new Map<string, LiveDeployment>();
  const take = (deployment: DeploymentConfig, family: HealthFamily) => {
    const { backend } = deployment;
    const key = deploymentKey(deployment);
    if (!unnamed.has(key)) unnamed.set(key, { key, backend, server: servers.get(backend)!, family });
  };
  for (const kept of config.stateful?.deployments ?? []) take(kept, 'objects');
  for (const settings of Object.values(config.endpoints))
    for (const one of settings?.deployments ?? []) take(one, 'declared');
  yield* unnamed.values();
}

/** Of the families that a deployment serves, the first. */
function leadingFamily(deployment: DeploymentConfig, endpoints: EndpointSet): HealthFamily {
  const served = servedEndpoints(deployment).map((name) => endpoints.of(name).health);
  return healthFamilies.find((family) => served.includes(family))!;
}

function serverOf(address: BackendConfig['address']): string {
  return address.kind === 'url' ? `${address.protocol}//${address.hostname}:${address.port}` : 'simulator';
}

function areSame(a: ReadonlyMap<string, Backend>, b: ReadonlyMap<string, Backend>): boolean {
  return a.size === b.size && [...a].every(([name, backend]) => b.get(name) === backend);
}

/** The position in the file does not matter; the declared endpoints do if the simulator answers them. */
function keyOf(config: BackendConfig, declared: readonly DeclaredEndpoint[]): string {
  const answered = config.address.kind === 'simulator' && declared.length > 0 ? { declared } : {};
  return JSON.stringify({ ...config, ...answered, at: undefined });
}

/** The parts for opening backends. */
interface Opening {
  readonly declared: readonly DeclaredEndpoint[];
  readonly log: Logger | undefined;
  readonly credentials: CredentialFor;
  readonly strayed: (isNews: boolean) => void;
  /** A request waits for a connection. */
  readonly short: () => void;
}

/** @param replica Which of several equal servers it is. */
function openServer(
  config: BackendConfig,
  address: BackendAddress,
  { log, credentials, strayed, short }: Opening,
  replica?: string,
): Backend {
  const probed = log === undefined ? undefined : probeLines(log, config.name, replica);
  const credential = config.credential && credentials(config.credential);
  const backend = new Backend(config, address, credential, probed, strayed);
  backend.connections.whenShort(short);
  return backend;
}

async function open(config: BackendConfig, opening: Opening): Promise<Open> {
  const { address } = config;
  if (address.kind === 'url') {
    // Of several servers each is asked for itself.
    const own = config.replicas === undefined ? config : { ...config, health: undefined };
    return { backend: openServer(own, address, opening), simulator: undefined };
  }
  const { declared, credentials, short } = opening;
  const credential = config.credential && credentials(config.credential);
  const { latencyMs, tokensPerSecond, text } = address;
  const simulator = await startSimulator({
    latencyMs,
    tokensPerSecond,
    exclusive: true,
    declared,
    ...(text === undefined ? {} : { text }),
  });
  const at: BackendAddress = { protocol: 'http:', hostname: simulator.host, port: simulator.port };
  const backend = new Backend(config, at, credential);
  backend.connections.whenShort(short);
  return { backend, simulator };
}
