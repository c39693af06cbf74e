/**
 * The worker processes: kept at their number, replaced when they die or hang, and changed together. A change is
 * prepared by all before any of them commits it. A worker that is being replaced meanwhile is passed by, and
 * catches up by itself.
 */
import type { Address } from '../config/types/listen.ts';
import type { CredentialItem } from '../credentials/delivery.ts';
import type { ServersItem } from '../http/client/replicas/servers-use.ts';
import type { KeySetItem } from '../identity/key-set-sources.ts';
import type { ServerChannel } from '../limits/lease/lease-server.ts';
import type { Logger } from '../observe/log/log.ts';
import type { RequestBatch } from '../observe/request-batch.ts';
import type { ConfigTransfer } from '../process/config-transfer.ts';
import { Handoffs, type OpenPort } from '../process/node/connection-handoffs.ts';
import type { DrainedNames } from '../process/process-messages.ts';
import type { TakeRequests } from '../process/request-feed.ts';
import type { SettledAnswer, SettledQuestion } from '../process/settled-questions.ts';
import { type BackoffSettings, RestartBackoff, usualBackoff } from './restart-backoff.ts';
import { ToolServerQuestions, type ToolServerReports } from './servers/tool-server-questions.ts';
import { type KnownToAll, type ServedRevisions, type Verdict, WorkerHandle } from './worker-handle.ts';
import { PoolMetrics, type WorkerMetrics } from './worker-metrics.ts';
import { WorkerProcess } from './worker-process.ts';
import type { Shape } from './worker-shape.ts';

export interface WorkerPoolPace {
  readonly pingEveryMs: number;
  /** A worker that has said nothing for so many pings will not come back. */
  readonly hungAfterPings: number;
  readonly backoff: BackoffSettings;
}

const usualPace: WorkerPoolPace = { pingEveryMs: 1000, hungAfterPings: 10, backoff: usualBackoff };

export interface WorkerPoolOptions {
  readonly pace?: WorkerPoolPace;
  readonly ahead?: WorkerProcess | undefined;
  /** A socket that is open where workers are to listen. */
  readonly inherited?: OpenPort | undefined;
}

/** Connections that were accepted are at their workers by then. */
const handoffsMs = 2000;
/** For so long at most clients are led away before what is in flight has its time, and whoever is slow to ask after it. */
const leadAwayMs = 10_000;
/** A worker with more unanswered pings does not count as one that answers, though it may yet. */
const mostUnanswered = 3;
/** A worker that has not ended so long after its time is over hangs. */
const lateMs = 2000;

/** A worker ended or hung while it was to take a change: that is no verdict on the change. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
}

export interface WorkerPoolEvents {
  /** A worker has started that limits are counted for; what comes back is called when it is gone. */
  limits(channel: ServerChannel): () => void;
  /** Workers die faster than they can be replaced. */
  crashLoop(): void;
  /** The newest value of every source, for a worker that starts. */
  credentials(): readonly CredentialItem[];
  /** A backend refused the value of a source. */
  credentialRefused(id: string, generation: number): void;
  /** The newest keys of every issuer, for a worker that starts. */
  keySets(): readonly KeySetItem[];
  /** The known servers of backends, for a worker that starts. */
  servers(): readonly ServersItem[];
  /** A token names a key that a set of an issuer lacks. */
  unknownKey(id: string): void;
  /** Answers what a worker asks of objects that are counted once. */
  settle(question: SettledQuestion): Promise<SettledAnswer>;
  /** Requests are over. */
  requests: TakeRequests;
}

/** A change that all workers have prepared: one of the two is called, once. */
export interface PreparedWorkers {
  /** Has them serve it. */
  commit(): Promise<void>;
  /** Has them serve on as before. */
  discard(): void;
}

/** A worker that takes requests. */
export interface ServingProcess extends ServedRevisions {
  readonly pid: number;
}

export class WorkerPool {
  readonly #log: Logger;
  readonly #events: WorkerPoolEvents;
  readonly #pace: WorkerPoolPace;
  #ahead: WorkerProcess | undefined;
  readonly #backoff: RestartBackoff;
  readonly #handles = new Set<WorkerHandle>();
  readonly #handoffs: Handoffs;
  readonly #metrics = new PoolMetrics();
  readonly #toolServers = new ToolServerQuestions();
  readonly #pings: NodeJS.Timeout;
  #size = 0;
  /** Counts the configurations that were committed. */
  #version = 0;
  /** Counts the tries of changes. */
  #tries = 0;
  #transfer: ConfigTransfer | undefined;
  /** Deployments and tools that are taken out. */
  #drained: DrainedNames = { deployments: [], tools: [] };
  #replacing: NodeJS.Timeout | undefined;
  #isClosing = false;
  /** So often objects were looked at: the workers take turns. */
  #looks = 0;
  #allGone: () => void = () => {};
  address: Address | undefined;
  caFile: string | undefined;
  /** Workers that had to be replaced since the start. */
  restarts = 0;

  /** The first worker is the process that was started ahead, if one was. */
  constructor(
    log: Logger,
    events: WorkerPoolEvents,
    { pace = usualPace, ahead, inherited }: WorkerPoolOptions = {},
  ) {
    this.#handoffs = new Handoffs(inherited);
    this.#log = log;
    this.#events = events;
    this.#pace = pace;
    this.#ahead = ahead;
    this.#backoff = new RestartBackoff(pace.backoff);
    this.#pings = setInterval(() => this.#ping(), pace.pingEveryMs).unref();
  }

  /** As many workers as there are to be. */
  get size(): number {
    return this.#size;
  }

  /** Workers that take requests, whichever version they are at. */
  get available(): number {
    return this.#staying().filter(({ serving }) => serving !== undefined).length;
  }

  /** Somebody serves, and has said something of late; also true while all of them end as they were told to. */
  get isAnswering(): boolean {
    const isWell = ({ serving, unanswered }: WorkerHandle) =>
      serving !== undefined && unanswered <= mostUnanswered;
    return this.#isClosing || this.#staying().some(isWell);
  }

  /** Workers that serve the current configuration. */
  get serving(): number {
    return this.#staying().filter(({ serving }) => serving === this.#version).length;
  }

  /** The workers that take requests, each with the configuration that it said it took. */
  get processes(): readonly ServingProcess[] {
    return this.#staying().flatMap(({ pid, revisions }) =>
      pid === undefined || revisions === undefined ? [] : [{ pid, ...revisions }],
    );
  }

  /**
   * Has all workers prepare a configuration, and as many as there are to be. Rejects with the first worker's reason when one
   * can't, or with WorkerLost, and then every worker serves as before. One change at a time.
   */
  async prepare(
    transfer: ConfigTransfer,
    { size, joins, replaces, drainMs }: Shape,
  ): Promise<PreparedWorkers> {
    if (this.#isClosing) throw new Error('the gateway is stopping');
    const before = this.#size;
    const old = replaces ? this.#staying() : [];
    this.#size = replaces ? old.length + size : Math.max(size, before);
    const started = this.#fillUp();
    const handles = replaces
      ? started
      : this.#staying().filter(
          (handle) => started.includes(handle) || (handle.serving !== undefined && !handle.isBusy),
        );
    this.#tries += 1;
    const change = this.#tries;
    const free = () => {
      for (const handle of handles) handle.isBusy = false;
    };
    for (const handle of handles) handle.isBusy = true;
    try {
      const verdicts = await Promise.all(
        handles.map((handle) => handle.prepare(transfer, change, joins, () => this.#known())),
      );
      const discard = () => {
        this.#size = before;
        for (const [index, handle] of handles.entries()) {
          if (verdicts[index]?.kind === 'lost') this.#recycle(handle, 'did not prepare a change in time');
          else handle.discard(change);
        }
        for (const handle of started) handle.dismiss(0, 0);
        free();
      };
      const failure = failureOf(verdicts) ?? (this.#isClosing ? new WorkerLost('stopping') : undefined);
      if (failure !== undefined) {
        discard();
        throw failure;
      }
      return {
        discard,
        commit: async () => {
          this.#version += 1;
          this.#transfer = transfer;
          this.#size = size;
          try {
            await Promise.all(handles.map((handle) => this.#commit(handle, change, this.#version, transfer)));
            const staying = this.#staying().filter((one) => !old.includes(one));
            for (const handle of [...old, ...staying.slice(size)]) handle.retire(drainMs);
          } finally {
            free();
          }
          // Workers that missed the change, or died meanwhile, follow.
          for (const handle of this.#staying()) void this.#bring(handle);
          this.#replace();
        },
      };
    } catch (error) {
      free();
      throw error;
    }
  }

  /** The sum of all workers' metrics, including those of ended ones. */
  metrics(): Promise<WorkerMetrics> {
    return this.#metrics.collect(this.#staying().filter(({ serving }) => serving !== undefined));
  }

  /** The knowledge that each worker has of the servers of `mcp`. */
  toolServers(): Promise<ToolServerReports> {
    return this.#toolServers.collect(this.#staying().filter(({ serving }) => serving !== undefined));
  }

  /** Has the workers tell more of single requests for a while. */
  watchRequests(): void {
    for (const handle of this.#handles) handle.watchRequests();
  }

  /** Has one of the workers ask backends whether objects are done; none where none serves. */
  lookAt(ids: readonly string[]): void {
    const serving = this.#staying().filter((handle) => handle.serving !== undefined);
    this.#looks += 1;
    serving[this.#looks % serving.length]?.lookAt(ids);
  }

  /** Takes these deployments and tools out, and no others, in all workers and those to come. */
  takeOut(names: DrainedNames): void {
    this.#drained = names;
    for (const handle of this.#handles) handle.takeOut(names);
  }

  /** Gives all workers the newest values of sources. */
  giveCredentials(items: readonly CredentialItem[]): void {
    for (const handle of this.#handles) handle.giveCredentials(items);
  }

  /** Nobody renews these sources any more. */
  endCredentials(ids: readonly string[]): void {
    for (const handle of this.#handles) handle.endCredentials(ids);
  }

  /** Gives all workers the newest keys of issuers. */
  giveKeySets(items: readonly KeySetItem[]): void {
    for (const handle of this.#handles) handle.giveKeySets(items);
  }

  /** Nobody fetches these any more. */
  endKeySets(ids: readonly string[]): void {
    for (const handle of this.#handles) handle.endKeySets(ids);
  }

  /** Gives all workers what is known of servers. */
  giveServers(items: readonly ServersItem[]): void {
    for (const handle of this.#handles) handle.giveServers(items);
  }

  /** Nobody watches these any more. */
  endServers(ids: readonly string[]): void {
    for (const handle of this.#handles) handle.endServers(ids);
  }

  #known(): KnownToAll {
    const drained = this.#drained;
    const { credentials, keySets, servers } = this.#events;
    return { drained, credentials: credentials(), keySets: keySets(), servers: servers() };
  }

  reopenLogs(): void {
    for (const handle of this.#handles) handle.reopenLog();
  }

  /** Lets all workers go; resolves when the last one has. */
  drain(delayMs: number, limitMs: number): Promise<void> {
    return this.#end((handle) => handle.dismiss(delayMs, limitMs), delayMs + limitMs);
  }

  /**
   * The same while another process serves at the address, to which clients are led by and by. The port must take no more
   * connections here.
   */
  async leadAway(limitMs: number): Promise<void> {
    this.#stopReplacing();
    await this.#handoffs.through(handoffsMs);
    await this.#end((handle) => handle.retire(limitMs), leadAwayMs + limitMs);
  }

  async #end(dismiss: (handle: WorkerHandle) => void, limitMs: number): Promise<void> {
    this.#close();
    if (this.#handles.size === 0) return;
    for (const handle of this.#handles) dismiss(handle);
    const late = setTimeout(() => this.kill(), limitMs + lateMs);
    await new Promise<void>((resolve) => {
      this.#allGone = resolve;
    });
    clearTimeout(late);
  }

  /** Ends all workers at once. */
  kill(): void {
    this.#close();
    for (const handle of this.#handles) handle.kill();
  }

  #close(): void {
    this.#stopReplacing();
    this.#handoffs.close();
  }

  #stopReplacing(): void {
    this.#isClosing = true;
    clearInterval(this.#pings);
    clearTimeout(this.#replacing);
  }

  #staying(): readonly WorkerHandle[] {
    return [...this.#handles].filter(({ isStaying }) => isStaying);
  }

  #fillUp(): readonly WorkerHandle[] {
    const started: WorkerHandle[] = [];
    try {
      while (this.#staying().length < this.#size) started.push(this.#start());
    } catch (err) {
      this.#log.error({ err }, 'a worker could not be started');
      this.#replaceLater();
    }
    return started;
  }

  #start(): WorkerHandle {
    const process = this.#ahead ?? new WorkerProcess();
    this.#ahead = undefined;
    const handle: WorkerHandle = new WorkerHandle(
      process,
      {
        limits: (channel) => this.#events.limits(channel),
        metrics: (reports, isAll) => this.#metrics.heard(handle, reports, isAll),
        toolServers: (reports) => this.#toolServers.heard(handle, reports),
        requests: (batch) => this.#events.requests(JSON.parse(batch) as RequestBatch),
        health: (notes) => {
          for (const other of this.#handles) if (other !== handle) other.hearHealth(notes);
        },
        credentialRefused: (id, generation) => this.#events.credentialRefused(id, generation),
        unknownKey: (id) => this.#events.unknownKey(id),
        settle: (question) => this.#events.settle(question),
        failing: () => this.#lose(handle, 'a worker failed and is replaced'),
        gone: (code, signal) => {
          this.#handles.delete(handle);
          this.#metrics.gone(handle);
          this.#toolServers.heard(handle, undefined);
          this.#lose(handle, 'a worker died and is replaced', { code, signal });
          if (this.#handles.size === 0) this.#allGone();
        },
      },
      this.#handoffs,
    );
    this.#handles.add(handle);
    return handle;
  }

  async #commit(
    handle: WorkerHandle,
    change: number,
    version: number,
    { revision, textRevision }: ConfigTransfer,
  ): Promise<void> {
    const verdict = await handle.commit(change);
    if (verdict.kind === 'done') {
      handle.serving = version;
      handle.revisions = { revision, textRevision };
      this.address = verdict.address;
      this.caFile = verdict.caFile;
    } else {
      this.#recycle(handle, verdict.kind === 'lost' ? 'did not take a change' : reasonOf(verdict));
    }
  }

  #recycle(handle: WorkerHandle, what: string): void {
    if (!this.#handles.has(handle)) return;
    this.#log.error({ pid: handle.pid }, `a worker ${what} and is ended`);
    handle.kill();
  }

  #ping(): void {
    // Pings are counted, not time: when this process itself was stopped for a while, no worker is to blame.
    for (const handle of this.#handles) {
      if (handle.unanswered >= this.#pace.hungAfterPings) this.#recycle(handle, 'does not answer');
      else handle.ping();
    }
  }

  /** A worker that was not told to go is going, or has gone. */
  #lose(handle: WorkerHandle, what: string, how: object = {}): void {
    if (handle.isLeaving || this.#isClosing) return;
    handle.isLeaving = true;
    this.restarts += 1;
    this.#log.error({ pid: handle.pid, ...how }, what);
    this.#replaceLater();
  }

  #replaceLater(): void {
    const delayMs = this.#backoff.add(performance.now());
    if (delayMs === undefined) return this.#events.crashLoop();
    clearTimeout(this.#replacing);
    this.#replacing = setTimeout(() => this.#replace(), delayMs);
  }

  /** New workers go straight to what the others serve. */
  #replace(): void {
    if (this.#isClosing || this.#transfer === undefined) return;
    for (const handle of this.#fillUp()) void this.#bring(handle);
  }

  /** Brings one worker to the current version, also when that changes on the way. */
  async #bring(handle: WorkerHandle): Promise<void> {
    if (handle.isBusy) return;
    handle.isBusy = true;
    while (handle.isStaying && !this.#isClosing && handle.serving !== this.#version) {
      const version = this.#version;
      this.#tries += 1;
      const change = this.#tries;
      const transfer = this.#transfer!;
      const verdict = await handle.prepare(transfer, change, true, () => this.#known());
      if (verdict.kind === 'done') await this.#commit(handle, change, version, transfer);
      else {
        this.#recycle(handle, verdict.kind === 'lost' ? 'did not start in time' : reasonOf(verdict));
        break;
      }
      if (handle.serving !== version) break;
    }
    handle.isBusy = false;
  }
}

function failureOf(verdicts: readonly Verdict[]): Error | undefined {
  for (const verdict of verdicts) if (verdict.kind === 'refused') return new Error(verdict.reason);
  const isLost = verdicts.some(({ kind }) => kind === 'lost');
  return isLost ? new WorkerLost('a worker was lost while it took the change') : undefined;
}

function reasonOf(verdict: Verdict): string {
  return verdict.kind === 'refused' ? `can't serve (${verdict.reason})` : 'was lost';
}
