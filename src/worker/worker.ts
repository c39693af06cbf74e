import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import { familyOfPath } from '../api/endpoints/index.ts';
import type { Config } from '../config/types/gateway.ts';
import type { Address, ListenConfig, TlsConfig } from '../config/types/listen.ts';
import type { CredentialHolders } from '../credentials/holders.ts';
import { credentialsWith } from '../credentials/index.ts';
import { GatewayError } from '../errors.ts';
import type { HeldServers } from '../http/client/replicas/held-servers.ts';
import type { ClientRequest } from '../http/server/client-request.ts';
import { type Listener, openListener } from '../http/server/listener.ts';
import { openAt } from '../http/server/open-at.ts';
import { refusalLines } from '../http/server/refusal-lines.ts';
import type { HeldKeySets } from '../identity/held-key-sets.ts';
import { SwapList } from '../lib/swap-list.ts';
import { servedTls } from '../lib/tls/tls-options.ts';
import type { LimitStore } from '../limits/limit-store.ts';
import type { Rooms } from '../limits/queue/queue-demand.ts';
import type { SettledIds } from '../limits/settled-object-ids.ts';
import type { Logger } from '../observe/log/log.ts';
import type { FamilyReport } from '../observe/metrics/series.ts';
import type { ToolServerReport } from '../observe/tool-server-report.ts';
import { Exchange } from '../pipeline/exchange.ts';
import { sendError } from '../pipeline/own-answer.ts';
import type { ClientSink } from '../pipeline/relay/answer/answer-sink.ts';
import { HttpClientSink } from '../pipeline/relay/answer/http-client-sink.ts';
import { ClientSockets } from '../pipeline/sockets/client-sockets.ts';
import type { TurnKind } from '../pipeline/sockets/socket-host.ts';
import { asksFor } from '../process/asked-certificates.ts';
import { type LoadedTls, loadTls } from '../process/loaded-tls.ts';
import type { RequestLoad } from '../process/node/node-options.ts';
import { connectionsPossible } from '../process/open-file-limit.ts';
import type { DrainedNames } from '../process/process-messages.ts';
import type { RequestFeed } from '../process/request-feed.ts';
import type { HealthNote } from '../routing/health-notes.ts';
import { AmazonClock } from './amazon-clock.ts';
import { isObserved } from './observers.ts';
import { SharedResources } from './shared-resources.ts';
import { compile, type Snapshot } from './snapshot.ts';
import { WorkerState } from './worker-state.ts';

/** A client that has not used its connection for so long does not mind a new one. */
const retireMs = 5000;
const stragglersMs = 100;
const lastBytesMs = 500;
/** The late counts of delivered answers arrive within this time, or not at all. */
const countingMs = 1000;
/** So many take less than a millisecond to tell. */
const seriesAtATime = 256;

/** All that a change needs, built and opened, with nothing changed yet. Is committed or discarded. */
export interface Prepared {
  readonly snapshot: Snapshot;
  readonly material: LoadedTls;
  /** Set when the change opens a new listener. */
  readonly listener: Listener | undefined;
  /** The listener it needs is still to be opened, by `join`. */
  readonly joins: boolean;
}

/** The parts that a worker gets from its starter. */
export interface WorkerOptions {
  /** The counting of limits for this host. */
  readonly counting: LimitStore & Rooms;
  /** The values of renewed sources. */
  readonly credentials: CredentialHolders;
  /** The keys of issuers. */
  readonly keySets: HeldKeySets;
  /** This host's memory of counted objects. */
  readonly settled: SettledIds;
  /** The known servers of backends. */
  readonly servers: HeldServers;
}

export interface DrainLimits {
  /** The time in which everything is still served as before, so that balancers notice first. */
  readonly delayMs: number;
  /** The time for answers in flight from then on. */
  readonly limitMs: number;
  /** Others go on listening at the address: clients are led there by and by, and none is cut off from it. */
  readonly isGentle?: boolean;
}

/**
 * Serves requests: a listener and the snapshot that each new request begins with. A change of configuration is prepared
 * beside the running one, and the swap itself is one assignment that can't fail; requests in flight end on the snapshot
 * they began with.
 */
export class Worker {
  readonly #log: Logger;
  readonly #resources: SharedResources;
  readonly #keySets: HeldKeySets;
  readonly #state: WorkerState;
  readonly #active = new SwapList<Exchange>();
  readonly #inUse = new Map<Snapshot, number>();
  readonly #sockets = new ClientSockets((request, client, kind) => this.#handle(request, client, kind));
  #current: Snapshot | undefined;
  #listener: Listener | undefined;
  #material: LoadedTls | undefined;
  #isLeaving = false;
  #isDraining = false;
  #awaitsLast = false;
  #allAnswered: () => void = () => {};
  #begun = 0;
  /** Requests that are not over yet: some have something to count still when their answer has been taken. */
  #unfinished = 0;
  #allFinished: () => void = () => {};
  #firstCommit: () => void = () => {};
  readonly #serving = new Promise<void>((resolve) => {
    this.#firstCommit = resolve;
  });

  constructor(log: Logger, { counting, credentials, keySets, settled, servers }: WorkerOptions) {
    this.#log = log;
    const clock = new AmazonClock(log);
    this.#resources = new SharedResources(
      counting,
      log,
      credentialsWith(credentials, clock.corrected),
      settled,
      servers,
    );
    // Waiting requests have to learn of new servers, and stop waiting for removed ones.
    this.#resources.whenServersChange = () => {
      const snapshot = this.#current;
      if (snapshot !== undefined)
        this.#resources.waiting.supersede((exchange) => this.#goOn(snapshot, exchange));
    };
    this.#keySets = keySets;
    this.#state = new WorkerState(this.#resources, clock);
  }

  /** The address that is really bound. */
  get address(): Address {
    return this.#listener!.address;
  }

  get load(): RequestLoad {
    return { inFlight: this.#active.size, begun: this.#begun };
  }

  /** The counts of requests, and the present state of this worker. */
  metrics(): readonly FamilyReport[] {
    return [...this.#resources.metrics.report(), ...this.#state.report(this.#active.size, this.#sockets)];
  }

  /**
   * The same for whoever keeps what it is told: the series that are not as they were told last. Of what was counted a few
   * hundred at a time, because all of thousands are milliseconds for which requests would wait.
   */
  *changedFigures(): Generator<readonly FamilyReport[], void> {
    let reports: FamilyReport[] = [];
    let count = 0;
    for (const report of this.#changes()) {
      reports.push(report);
      count += report.keys.length;
      if (count < seriesAtATime) continue;
      yield reports;
      reports = [];
      count = 0;
    }
    yield reports;
  }

  *#changes(): Generator<FamilyReport, void> {
    yield* this.#resources.metrics.changes(seriesAtATime);
    yield* this.#state.changes(this.#active.size, this.#sockets);
  }

  /** Its knowledge of the servers of `mcp`; empty where there are none. */
  get toolServers(): readonly ToolServerReport[] {
    return this.#resources.mcpServers?.reports ?? [];
  }

  /** Has somebody told of every request that is over, in batches. */
  get feed(): RequestFeed {
    return this.#resources.feed;
  }

  /** Has somebody tell the other workers what this one learns of deployments. */
  followHealth(tell: (notes: readonly HealthNote[]) => void): void {
    this.#resources.live.teller.follow(tell);
  }

  /** Takes these deployments and tools out, and no others. */
  takeOut({ deployments, tools }: DrainedNames): void {
    this.#resources.live.drain(deployments);
    this.#resources.drainTools(tools);
  }

  /** Takes up what another worker has learned. */
  hearHealth(notes: readonly HealthNote[]): void {
    // Before it serves it tries nothing, and of deployments that it does not serve it knows nothing.
    if (this.#current !== undefined) this.#resources.live.hear(notes, this.#current.config.routing.circuit);
  }

  /** The authority that clients have to trust if the listener signs its own certificate. */
  get caFile(): string | undefined {
    return this.#material?.caFile;
  }

  /**
   * Builds everything a configuration needs. With `joins` a listener that is new to this worker is not opened yet:
   * others have it open, and what connects must not come to a worker that may still be sent away.
   * Throws an Error in the operator's words, and leaves nothing behind.
   */
  async prepare(config: Config, joins = false): Promise<Prepared> {
    const { listen } = config;
    const opens = this.#opensListener(config);
    if (!opens && endsTls(listen.tls) !== endsTls(this.#current!.config.listen.tls)) {
      throw new Error('an open listener can not begin or cease to speak TLS');
    }
    if (!opens && asksFor(listen) !== asksFor(this.#current!.config.listen)) {
      throw new Error('an open listener can not begin or cease to ask for certificates');
    }
    const material = withClientAuth(await loadTls(listen.tls, config.state.dir), listen);
    if (material.tls !== undefined) createSecureContext(servedTls(material.tls));
    const parts = {
      log: this.#log,
      resources: this.#resources,
      keySets: this.#keySets,
      sockets: this.#sockets,
      isCrowded: (socket: Socket) => this.#listener?.isCrowded(socket) === true,
      isLeaving: () => this.#isLeaving,
      isDraining: () => this.#isDraining,
    };
    const snapshot = await compile(config, parts);
    const prepared = { snapshot, material, listener: undefined, joins: opens };
    return opens && !joins ? this.join(prepared) : prepared;
  }

  /** Opens the listener that a change needs, if it is not open yet. Throws as `prepare` does. */
  async join(prepared: Prepared): Promise<Prepared> {
    const { snapshot, material, joins } = prepared;
    if (!joins) return prepared;
    const { listen } = snapshot.config;
    try {
      const listener = await openAt('listen.address', listen.address, () =>
        openListener({
          address: listen.address,
          tls: material.tls,
          limits: withinMeans(listen),
          rawHeadersOnly: true,
          log: this.#log,
          refused: refusalLines(this.#log, {
            shown: () => this.#current?.config.log.clientIp ?? 'none',
            admits: (client) => this.#resources.keyless.admits(client),
          }),
          handle: (request, response) => this.#handle(request, new HttpClientSink(response)),
          offersUpgrades: true,
        }),
      );
      return { ...prepared, listener, joins: false };
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }

  #opensListener({ listen }: Config): boolean {
    const before = this.#current?.config.listen.address;
    return before === undefined || before.host !== listen.address.host || before.port !== listen.address.port;
  }

  /** From here on new requests begin with the prepared snapshot, which has joined. */
  commit({ snapshot, material, listener }: Prepared): void {
    const before = this.#current;
    const oldListener = listener === undefined ? undefined : this.#listener;
    this.#current = snapshot;
    snapshot.activate();
    if (isObserved(snapshot.config)) this.#state.watch();
    if (listener !== undefined) this.#listener = listener;
    else this.#listener?.setLimits(withinMeans(snapshot.config.listen));
    const { tls } = material;
    if (listener === undefined && tls !== undefined && !isSame(tls, this.#material?.tls)) {
      this.#listener?.setCertificate(tls);
    }
    this.#material = material;
    this.#firstCommit();
    if (before !== undefined) this.#resources.waiting.supersede((exchange) => this.#goOn(snapshot, exchange));
    if (oldListener !== undefined) void leadAway(oldListener, retireMs).then(() => oldListener.close());
    if (before !== undefined) this.#retire(before);
    if (before !== undefined) this.#sockets.admitAgain();
  }

  /** Frees what was prepared for a change that will not happen. */
  async discard({ snapshot, listener }: Prepared): Promise<void> {
    await listener?.close();
    await snapshot.close();
  }

  #handle(request: ClientRequest, client: ClientSink, kind?: TurnKind): void {
    const snapshot = this.#current;
    if (snapshot === undefined) {
      // The listener of a worker that starts is open a moment before its first commit.
      void this.#serving.then(() => this.#handle(request, client, kind));
      return;
    }
    const exchange = new Exchange(request, client);
    this.#begun += 1;
    this.#active.add(exchange);
    exchange.whenClosed(() => {
      this.#active.delete(exchange);
      if (this.#awaitsLast && this.#active.size === 0) this.#allAnswered();
    });
    const serve = kind === undefined ? snapshot.handle : snapshot.turns[kind];
    this.#use(snapshot, serve(exchange));
  }

  /** A request that has waited under another configuration goes on under this one. */
  #goOn(snapshot: Snapshot, exchange: Exchange): Promise<void> {
    const work = snapshot.goOn(exchange);
    this.#use(snapshot, work);
    return work;
  }

  /** Asks a backend whether an object is done that something is reserved for, by the id that it is remembered by. */
  lookAt(remembered: string): void {
    const snapshot = this.#current;
    if (snapshot !== undefined) this.#use(snapshot, snapshot.lookAt(remembered));
  }

  #use(snapshot: Snapshot, work: Promise<void>): void {
    this.#inUse.set(snapshot, (this.#inUse.get(snapshot) ?? 0) + 1);
    this.#unfinished += 1;
    const done = () => this.#done(snapshot);
    work.then(done, done);
  }

  #done(snapshot: Snapshot): void {
    this.#unfinished -= 1;
    if (this.#awaitsLast && this.#unfinished === 0) this.#allFinished();
    const left = this.#inUse.get(snapshot)! - 1;
    this.#inUse.set(snapshot, left);
    if (left === 0 && snapshot !== this.#current) this.#retire(snapshot);
  }

  /** Closes a snapshot that no new request will begin with, now or with its last request. */
  #retire(snapshot: Snapshot): void {
    if ((this.#inUse.get(snapshot) ?? 0) > 0) return;
    this.#inUse.delete(snapshot);
    snapshot.close().catch((err: unknown) => this.#log.warn({ err }, 'closing a replaced configuration'));
  }

  /**
   * Serves on for `delayMs`, telling balancers that ask, then accepts nothing more and lets the answers in flight
   * finish; what is not done after `limitMs` is cut, and told so. Resolves when the last connection has ended.
   */
  async drain({ delayMs, limitMs, isGentle = false }: DrainLimits): Promise<void> {
    // While others go on, a balancer that checks over a kept connection must not conclude that the gateway ends.
    this.#isLeaving = !isGentle;
    if (delayMs > 0) await sleep(delayMs);
    // Each with its last turn: what waits for them below has no end otherwise.
    this.#sockets.leave();
    this.#resources.mcpServers?.leave();
    if (isGentle) await leadAway(this.#listener, limitMs);
    this.#awaitsLast = true;
    // While clients are led away none is refused: a client that connected before may be slow to ask.
    this.#isDraining = !isGentle;
    const closed = this.#listener?.close();
    const limit = setTimeout(() => this.#interruptAll(), limitMs);
    do {
      if (this.#active.size > 0) {
        await new Promise<void>((resolve) => {
          this.#allAnswered = resolve;
        });
      }
      // A connection that is still open now carries no request: it has no more time than it takes to close. While
      // clients are led away it may carry one more, which follows a stream whose head did not announce an end.
      await Promise.race([closed, sleep(isGentle ? Math.min(retireMs, limitMs) : stragglersMs)]);
    } while (isGentle && this.#active.size > 0);
    clearTimeout(limit);
    if (this.#unfinished > 0) await Promise.race([this.#lastFinished(), sleep(countingMs)]);
    this.#resources.keyless.flush();
    this.#listener?.destroy();
    await this.#current?.close();
  }

  #lastFinished(): Promise<void> {
    return new Promise((resolve) => {
      this.#allFinished = resolve;
    });
  }

  #interruptAll(): void {
    this.#isDraining = true;
    for (const exchange of this.#active) {
      exchange.interrupt();
      sendError(
        exchange,
        new GatewayError('overloaded', 'The gateway is stopping; try again.', { closeConnection: true }),
        exchange.endpoint?.family ?? familyOfPath(exchange.path),
      );
    }
    // A client that does not take its last bytes can't hold the process.
    setTimeout(() => this.#listener?.destroy(), lastBytesMs).unref();
  }
}

/** Stops listening without closing a connection that a client may just be using. */
async function leadAway(listener: Listener | undefined, limitMs: number): Promise<void> {
  await Promise.race([listener?.retire(), sleep(Math.min(retireMs, limitMs), undefined, { ref: false })]);
}

/** True if TLS ends at the gateway itself. */
function endsTls({ kind }: TlsConfig): boolean {
  return kind !== 'terminated_by';
}

/** Adds the public listener's settings for clients' certificates to its own certificate. */
function withClientAuth(loaded: LoadedTls, { clientCertificates }: ListenConfig): LoadedTls {
  if (loaded.tls === undefined || clientCertificates?.kind !== 'handshake') return loaded;
  return { ...loaded, tls: { ...loaded.tls, clientAuth: clientCertificates } };
}

/** `max_connections`, or less where the system does not give this process so many. */
function withinMeans(listen: ListenConfig): ListenConfig {
  return { ...listen, maxConnections: Math.min(listen.maxConnections, connectionsPossible()) };
}

function isSame(a: LoadedTls['tls'], b: LoadedTls['tls']): boolean {
  return a?.cert === b?.cert && a?.key === b?.key && a?.clientAuth?.ca === b?.clientAuth?.ca;
}
