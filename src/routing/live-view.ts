import { type HealthFamily, healthFamilies } from '../api/endpoints/endpoint.ts';
import type { CircuitConfig } from '../config/types/routing.ts';
import { nextPeakEwma, type PeakEwma } from './balance/peak-ewma.ts';
import type { Load } from './balance/strategy.ts';
import type { Asker, Circuit, FailureSign } from './circuit.ts';
import { type FamilyHealth, healthyAll, nextFamilyHealth } from './family-health.ts';
import { type Health, type HealthEvent, type HealthState, healthStateOf, isUntroubled } from './health.ts';
import type { HealthTeller } from './health-notes.ts';
import { type Outcome, type OutcomeRule, outcomes, putLastMs } from './outcomes.ts';
import { RecentKeys } from './recent-keys.ts';

/** A circuit that opened, was tried again, or closed. */
export interface CircuitChange {
  /** `MODEL/NAME`. */
  readonly key: string;
  /** The endpoints that it is about. */
  readonly family: HealthFamily;
  readonly from: Circuit['state'];
  readonly to: Circuit;
  /** Of the attempt that brought it about; undefined where its beginning did. */
  readonly outcome: Outcome | undefined;
}

/** What is known of one deployment. */
export interface Live {
  /** `MODEL/NAME` and the server. */
  readonly of: string;
  /** The family of endpoints whose circuit stands for all where one is shown. */
  family: HealthFamily;
  health: FamilyHealth;
  inFlight: number;
  /** How often it was passed over, as its limits had nothing left. */
  timesFull: number;
  latency: PeakEwma | undefined;
  readonly recentKeys: RecentKeys;
  /** When it answered well last; on the monotonic clock, in milliseconds. */
  succeededAt: number;
  /** When others were told that it answers. */
  toldAt: number;
  /** It refuses requests that ask a stream for its usage. */
  refusesUsage: boolean;
  /** Whoever asks its backend in the configuration that is served; undefined where nobody does. */
  probed: Probed | undefined;
}

/** An attempt that has begun: what `end` needs to book it where `begin` did, whatever was reloaded meanwhile. */
export interface Begun {
  /** On the monotonic clock, in milliseconds. */
  readonly startedAt: number;
  /** The id of the client's key. */
  readonly by: string | undefined;
  readonly family: HealthFamily;
  /** @internal */
  readonly key: string;
  /** @internal */
  readonly live: Live;
}

/** How an attempt went. */
export interface AttemptEnd {
  readonly outcome: Outcome;
  /** Until the head of the answer; undefined where there was none. */
  readonly firstByteMs: number | undefined;
  /** What the backend asked to wait. */
  readonly retryAfterMs: number | undefined;
  /** A failure is what the backend answered, and not that it did not. */
  readonly isAnswer?: boolean;
  /** The request could go nowhere else. */
  readonly isOnlyOne?: boolean;
}

/** What is known of a backend without sending it requests. */
export interface Probed {
  readonly isDown: boolean;
  /** Why there is no credential for it at the moment; undefined where there is, and where none is needed. */
  readonly missingCredential?: string | undefined;
}

/** A deployment that answered well so lately has the right credential. */
const provenMs = 60_000;

/** So long others know that a deployment answers before they are told again. */
const tellAgainMs = 5000;

/** A deployment of which nothing is known. */
export function nothingKnown(of: string, family: HealthFamily): Live {
  return {
    of,
    family,
    health: healthyAll,
    inFlight: 0,
    timesFull: 0,
    latency: undefined,
    recentKeys: new RecentKeys(),
    succeededAt: Number.NEGATIVE_INFINITY,
    toldAt: Number.NEGATIVE_INFINITY,
    refusesUsage: false,
    probed: undefined,
  };
}

/** A deployment as a configuration has it. */
export interface Seen {
  readonly live: Live;
  readonly probed: Probed | undefined;
}

/** What all configurations have in common. */
interface AllLive {
  /** Tells the other processes of what is learned here. */
  readonly teller: HealthTeller;
  isDrained(key: string): boolean;
  circuitChanged(change: CircuitChange): void;
  takeLastResort(): boolean;
  countRetry(reason: Outcome): void;
}

/** The live deployments as one configuration knows them. Keys that it does not have are taken for idle and well. */
export class LiveView implements Load {
  readonly #all: AllLive;
  readonly #seen: ReadonlyMap<string, Seen>;
  readonly #now: () => number;

  /** Made by `LiveDeployments.view`. */
  constructor(all: AllLive, seen: ReadonlyMap<string, Seen>, now: () => number) {
    this.#all = all;
    this.#seen = seen;
    this.#now = now;
  }

  inFlight(key: string): number {
    return this.#seen.get(key)?.live.inFlight ?? 0;
  }

  latencyMs(key: string): number | undefined {
    return this.#seen.get(key)?.live.latency?.latencyMs;
  }

  /** Where a deployment stands on a family of endpoints, for the requests of a key. */
  healthState(
    key: string,
    family: HealthFamily = 'generation',
    by?: string,
    settings?: CircuitConfig,
  ): HealthState {
    const seen = this.#seen.get(key);
    if (this.#all.isDrained(key)) return 'drained';
    if (seen === undefined) return 'healthy';
    if (seen.probed?.isDown === true || seen.probed?.missingCredential !== undefined) return 'out';
    const health = seen.live.health[family];
    // Which is most of the time, and to ask the clock for each candidate costs more than all else here.
    if (isUntroubled(health)) return 'healthy';
    const now = this.#now();
    return healthStateOf(
      health,
      now,
      by === undefined || settings === undefined ? undefined : asker(seen.live, by, now, settings),
    );
  }

  /** How many deployments of a plan the operator has not taken out. */
  countInUse(plan: readonly { readonly eligible: readonly { readonly key: string }[] }[]): number {
    let count = 0;
    for (const { eligible } of plan)
      for (const { key } of eligible) if (!this.#all.isDrained(key)) count += 1;
    return count;
  }

  /** Whether nothing may be sent to a deployment, however bad things are: not even to find out how it is. */
  isClosed(key: string): boolean {
    return this.#all.isDrained(key) || this.#seen.get(key)?.probed?.missingCredential !== undefined;
  }

  health(key: string, family: HealthFamily = 'generation'): Health {
    return (this.#seen.get(key)?.live.health ?? healthyAll)[family];
  }

  /** An attempt begins, on a family of endpoints and for a key. Every begin must have its `end`. */
  begin(key: string, settings: CircuitConfig, by?: string, family: HealthFamily = 'generation'): Begun {
    const live = this.#seen.get(key)?.live ?? nothingKnown(key, family);
    const startedAt = this.#now();
    live.inFlight += 1;
    if (by !== undefined) {
      live.recentKeys.add(by, startedAt);
      if (live.recentKeys.isNews(by, startedAt)) {
        this.#all.teller.add({ of: live.of, kind: 'used', by, isAnswered: false });
      }
    }
    const begun: Begun = { startedAt, by, family, key, live };
    this.#learn(begun, { kind: 'attempt', by }, startedAt, settings);
    return begun;
  }

  /** Whether a deployment has answered well so lately that its credential can't be wrong. */
  isProven({ live }: Begun): boolean {
    return this.#now() - live.succeededAt < provenMs;
  }

  end(begun: Begun, end: AttemptEnd, settings: CircuitConfig): void {
    const { live, startedAt, family } = begun;
    const now = this.#now();
    live.inFlight -= 1;
    const pauseMs = putLastMs(end.outcome, end.retryAfterMs);
    const { teller } = this.#all;
    if (pauseMs > 0) {
      this.#learn(begun, { kind: 'pause', forMs: pauseMs }, now, settings);
      teller.add({ of: live.of, kind: 'pause', family, forMs: pauseMs });
    }
    const kind = outcomes[end.outcome].health;
    const answered = kind === 'failure' ? failureSign(begun, end, now, settings) : undefined;
    const isNews = this.#learn(begun, { kind, startedAt, answered }, now, settings, end.outcome);
    if (isNews && kind !== 'unjudged') {
      teller.add({ of: live.of, kind, family, startedAgoMs: now - startedAt, answered });
    }
    if (kind !== 'success') return;
    live.succeededAt = now;
    if (begun.by !== undefined && now - live.toldAt >= tellAgainMs) {
      live.toldAt = now;
      teller.add({ of: live.of, kind: 'used', by: begun.by, isAnswered: true });
    }
    if (end.firstByteMs !== undefined) live.latency = nextPeakEwma(live.latency, end.firstByteMs, now);
  }

  /** Books what happened. Gives whether it changes anything. */
  #learn(
    { key, live, family: of }: Begun,
    event: HealthEvent,
    now: number,
    settings: CircuitConfig,
    outcome?: Outcome,
  ): boolean {
    const before = live.health;
    const after = nextFamilyHealth(before, of, event, now, settings);
    if (after === before) return false;
    live.health = after;
    for (const family of healthFamilies) {
      const from = before[family].circuit.state;
      const to = after[family].circuit;
      if (from !== to.state) this.#all.circuitChanged({ key, family, from, to, outcome });
    }
    return true;
  }

  /** Why a deployment is out on a family of endpoints, in a few words for operators; undefined where it is not. */
  whyOut(key: string, family: HealthFamily = 'generation'): string | undefined {
    if (this.healthState(key, family) !== 'out') return undefined;
    const { live, probed } = this.#seen.get(key)!;
    if (probed?.isDown === true) return 'its health check fails';
    if (probed?.missingCredential !== undefined) return `it has no credential: ${probed.missingCredential}`;
    const { circuit } = live.health[family];
    if (circuit.state !== 'open') return 'its circuit is half open: one request finds out';
    return `its circuit is open for another ${Math.ceil((circuit.until - this.#now()) / 100) / 10} s`;
  }

  takeLastResort(): boolean {
    return this.#all.takeLastResort();
  }

  /** Whether a deployment refuses requests that ask a stream for its usage. */
  refusesUsage(key: string): boolean {
    return this.#seen.get(key)?.live.refusesUsage === true;
  }

  /** Remembers that a deployment does. Returns whether that is new. */
  learnUsageRefused(key: string): boolean {
    const live = this.#seen.get(key)?.live;
    if (live === undefined || live.refusesUsage) return false;
    live.refusesUsage = true;
    this.#all.teller.add({ of: live.of, kind: 'usage_refused' });
    return true;
  }

  countRetry(reason: Outcome): void {
    this.#all.countRetry(reason);
  }

  /** A deployment was passed over, since its limits had nothing left. */
  countFull(key: string): void {
    const live = this.#seen.get(key)?.live;
    if (live !== undefined) live.timesFull += 1;
  }
}

const rulesOf: Readonly<Record<Outcome, OutcomeRule>> = outcomes;

/** Who asks, where something is the matter; from then on it counts as somebody who would use the deployment. */
function asker(live: Live, key: string, now: number, settings: CircuitConfig): Asker {
  live.recentKeys.add(key, now);
  return { key, isAlone: live.recentKeys.isAlone(key, now - settings.windowMs) };
}

/** Whose failure it is where the backend answered it, and what speaks against taking it for the deployment's. */
function failureSign(
  { live, by }: Begun,
  { outcome, isAnswer, isOnlyOne }: AttemptEnd,
  now: number,
  settings: CircuitConfig,
): FailureSign {
  if (rulesOf[outcome].isUnreached === true) return 'unreached';
  if (by === undefined || isAnswer !== true) return undefined;
  if (isOnlyOne === true && outcome === 'failed') return { by, doubt: 'nowhere_else' };
  const isAlone = live.recentKeys.isAlone(by, now - settings.windowMs);
  return { by, doubt: isAlone ? undefined : 'others_use_it' };
}
