/**
 * The worker processes: kept at their number, replaced when they die or hang, and changed together. A change is
 * prepared by all before any of them commits it. A worker that is being replaced meanwhile is passed by, and
 * catches up by itself.
 */
import type { Address } from '../config/types.ts';
import type { ServerChannel } from '../limits/lease/lease-server.ts';
import type { Logger } from '../observe/log/log.ts';
import type { RequestBatch } from '../observe/request-batch.ts';
import type { Parcel } from '../process/config-transfer.ts';
import { Handoffs } from '../process/node/connection-handoffs.ts';
import type { TakeRequests } from '../process/request-feed.ts';
import { type Backoff, Deaths, usualBackoff } from './restart-backoff.ts';
import { Member, type Verdict } from './worker-handle.ts';
import { CrewFigures, type Figures } from './worker-metrics.ts';
import { WorkerProcess } from './worker-process.ts';

export interface CrewPace {
  readonly pingEveryMs: number;
  /** A worker that has said nothing for so many pings will not come back. */
  readonly hungAfterPings: number;
  readonly backoff: Backoff;
}

const usualPace: CrewPace = { pingEveryMs: 1000, hungAfterPings: 10, backoff: usualBackoff };

export interface CrewOptions {
  readonly pace?: CrewPace;
  readonly ahead?: WorkerProcess | undefined;
}

/** A worker that has not ended so long after its time is over hangs. */
const lateMs = 2000;

/** A worker ended or hung while it was to take a change: that is no verdict on the change. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
}

export interface CrewEvents {
  /** A worker has started that limits are counted for; what comes back is called when it is gone. */
  limits(channel: ServerChannel): () => void;
  /** Workers die faster than they can be replaced. */
  crashLoop(): void;
  /** Requests are over. */
  requests: TakeRequests;
}

/** What a change asks for beside the configuration itself. */
export interface Shape {
  /** Workers. */
  readonly size: number;
  /** The address is the one that workers listen at now: those that start join them there. */
  readonly joins: boolean;
  /** None of the workers there are can take the change: it takes new ones. */
  readonly replaces: boolean;
  /** How long workers that are not needed any more may finish what they have under way. */
  readonly drainMs: number;
}

export class Crew {
  readonly #log: Logger;
  readonly #events: CrewEvents;
  readonly #pace: CrewPace;
  #ahead: WorkerProcess | undefined;
  readonly #deaths: Deaths;
  readonly #members = new Set<Member>();
  readonly #handoffs = new Handoffs();
  readonly #figures = new CrewFigures();
  readonly #pings: NodeJS.Timeout;
  #size = 0;
  /** Counts the configurations that were committed. */
  #version = 0;
  /** Counts the tries of changes. */
  #tries = 0;
  #parcel: Parcel | undefined;
  #replacing: NodeJS.Timeout | undefined;
  #isClosing = false;
  #allGone: () => void = () => {};
  address: Address | undefined;
  caFile: string | undefined;
  /** Workers that had to be replaced since the start. */
  restarts = 0;

  /** The first worker is the process that was started ahead, if one was. */
  constructor(log: Logger, events: CrewEvents, { pace = usualPace, ahead }: CrewOptions = {}) {
    this.#log = log;
    this.#events = events;
    this.#pace = pace;
    this.#ahead = ahead;
    this.#deaths = new Deaths(pace.backoff);
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

  /** Workers that serve the current configuration. */
  get serving(): number {
    return this.#staying().filter(({ serving }) => serving === this.#version).length;
  }

  /**
   * Brings all workers to a configuration and to a number. Rejects with the first worker's reason when one can't
   * prepare it, or with WorkerLost, and then every worker serves as before. One change at a time.
   */
  async change(parcel: Parcel, { size, joins, replaces, drainMs }: Shape): Promise<void> {
    if (this.#isClosing) throw new Error('the gateway is stopping');
    const before = this.#size;
    const old = replaces ? this.#staying() : [];
    this.#size = replaces ? old.length + size : Math.max(size, before);
    const started = this.#fillUp();
    const members = replaces
      ? started
      : this.#staying().filter(
          (member) => started.includes(member) || (member.serving !== undefined && !member.isBusy),
        );
    this.#tries += 1;
    const change = this.#tries;
    for (const member of members) member.isBusy = true;
    try {
      const verdicts = await Promise.all(members.map((member) => member.prepare(parcel, change, joins)));
      const failure = failureOf(verdicts) ?? (this.#isClosing ? new WorkerLost('stopping') : undefined);
      if (failure !== undefined) {
        this.#size = before;
        for (const [index, member] of members.entries()) {
          if (verdicts[index]?.kind === 'lost') this.#recycle(member, 'did not prepare a change in time');
          else member.discard(change);
        }
        for (const member of started) member.dismiss(0, 0);
        throw failure;
      }
      this.#version += 1;
      this.#parcel = parcel;
      this.#size = size;
      await Promise.all(members.map((member) => this.#commit(member, change, this.#version)));
      for (const member of [
        ...old,
        ...this.#staying()
          .filter((one) => !old.includes(one))
          .slice(size),
      ]) {
        member.retire(drainMs);
      }
    } finally {
      for (const member of members) member.isBusy = false;
    }
    // Whoever was passed by, or died meanwhile, comes after.
    for (const member of this.#staying()) void this.#bring(member);
    this.#replace();
  }

  /** What all workers together have counted, those that have ended included. */
  figures(): Promise<Figures> {
    return this.#figures.collect(this.#staying().filter(({ serving }) => serving !== undefined));
  }

  /** Has the workers tell more of single requests for a while. */
  watchRequests(): void {
    for (const member of this.#members) member.watchRequests();
  }

  reopenLogs(): void {
    for (const member of this.#members) member.reopenLog();
  }

  /** Lets all workers go; resolves when the last one has. */
  async drain(delayMs: number, limitMs: number): Promise<void> {
    this.#close();
    if (this.#members.size === 0) return;
    for (const member of this.#members) member.dismiss(delayMs, limitMs);
    const late = setTimeout(() => this.kill(), delayMs + limitMs + lateMs);
    await new Promise<void>((resolve) => {
      this.#allGone = resolve;
    });
    clearTimeout(late);
  }

  /** Ends all workers at once. */
  kill(): void {
    this.#close();
    for (const member of this.#members) member.kill();
  }

  #close(): void {
    this.#isClosing = true;
    clearInterval(this.#pings);
    clearTimeout(this.#replacing);
  }

  #staying(): readonly Member[] {
    return [...this.#members].filter(({ isStaying }) => isStaying);
  }

  #fillUp(): readonly Member[] {
    const started: Member[] = [];
    try {
      while (this.#staying().length < this.#size) started.push(this.#start());
    } catch (err) {
      this.#log.error({ err }, 'a worker could not be started');
      this.#replaceLater();
    }
    return started;
  }

  #start(): Member {
    const process = this.#ahead ?? new WorkerProcess();
    this.#ahead = undefined;
    const member: Member = new Member(
      process,
      {
        limits: (channel) => this.#events.limits(channel),
        figures: (reports, isAll) => this.#figures.heard(member, reports, isAll),
        requests: (batch) => this.#events.requests(JSON.parse(batch) as RequestBatch),
        failing: () => this.#lose(member, 'a worker failed and is replaced'),
        gone: (code, signal) => {
          this.#members.delete(member);
          this.#figures.gone(member);
          this.#lose(member, 'a worker died and is replaced', { code, signal });
          if (this.#members.size === 0) this.#allGone();
        },
      },
      this.#handoffs,
    );
    this.#members.add(member);
    return member;
  }

  async #commit(member: Member, change: number, version: number): Promise<void> {
    const verdict = await member.commit(change);
    if (verdict.kind === 'done') {
      member.serving = version;
      this.address = verdict.address;
      this.caFile = verdict.caFile;
    } else {
      this.#recycle(member, verdict.kind === 'lost' ? 'did not take a change' : reasonOf(verdict));
    }
  }

  #recycle(member: Member, what: string): void {
    if (!this.#members.has(member)) return;
    this.#log.error({ pid: member.pid }, `a worker ${what} and is ended`);
    member.kill();
  }

  #ping(): void {
    // Pings are counted, not time: when this process itself was stopped for a while, no worker is to blame.
    for (const member of this.#members) {
      if (member.unanswered >= this.#pace.hungAfterPings) this.#recycle(member, 'does not answer');
      else member.ping();
    }
  }

  /** A worker that was not told to go is going, or has gone. */
  #lose(member: Member, what: string, how: object = {}): void {
    if (member.isLeaving || this.#isClosing) return;
    member.isLeaving = true;
    this.restarts += 1;
    this.#log.error({ pid: member.pid, ...how }, what);
    this.#replaceLater();
  }

  #replaceLater(): void {
    const delayMs = this.#deaths.add(performance.now());
    if (delayMs === undefined) return this.#events.crashLoop();
    clearTimeout(this.#replacing);
    this.#replacing = setTimeout(() => this.#replace(), delayMs);
  }

  /** New workers go straight to what the others serve. */
  #replace(): void {
    if (this.#isClosing || this.#parcel === undefined) return;
    for (const member of this.#fillUp()) void this.#bring(member);
  }

  /** Brings one worker to the current version, also when that changes on the way. */
  async #bring(member: Member): Promise<void> {
    if (member.isBusy) return;
    member.isBusy = true;
    while (member.isStaying && !this.#isClosing && member.serving !== this.#version) {
      const version = this.#version;
      this.#tries += 1;
      const change = this.#tries;
      const verdict = await member.prepare(this.#parcel!, change, true);
      if (verdict.kind === 'done') await this.#commit(member, change, version);
      else {
        this.#recycle(member, verdict.kind === 'lost' ? 'did not start in time' : reasonOf(verdict));
        break;
      }
      if (member.serving !== version) break;
    }
    member.isBusy = false;
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
