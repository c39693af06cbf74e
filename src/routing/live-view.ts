import { type HealthFamily, healthFamilies } from '../api/endpoints/endpoint.ts';
import type { CircuitConfig } from '../config/types/routing.ts';
import { nextPeakEwma, type PeakEwma } from './balance/peak-ewma.ts';
import type { Load } from './balance/strategy.ts';
import type { Asker, Circuit, FailureSign } from './circuit.ts';
import { type FamilyHealth, healthyAll, nextFamilyHealth } from './family-health.ts';
import { type Health, type HealthEvent, type HealthState, healthStateOf, isUntroubled } from './health.ts';
import type { HealthTeller } from './health-notes.ts';
import { type Outcome, type OutcomeRule, outcomes, putLastMs } from './outcomes.ts';
import { type Place, type Places, placeKey, type ToldWaiting } from './places.ts';
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

/** The known facts about one deployment. */
export interface Live {
  /** `MODEL/NAME` and the server. */
  readonly of: string;
  /** The family of endpoints whose circuit stands for all where one is shown. */
  family: HealthFamily;
  health: FamilyHealth;
  inFlight: number;
  /** The number of times that it was passed over with its limits used up. */
  timesFull: number;
  latency: PeakEwma | undefined;
  readonly recentKeys: RecentKeys;
  /** When it answered well last; on the monotonic clock, in milliseconds. */
  succeededAt: number;
  /** When others were told that it answers. */
  toldAt: number;
  /** It refuses requests that ask a stream for its usage. */
  refusesUsage: boolean;
  /** The health checks of its backend in the served configuration; undefined for none. */
  probed: Probed | undefined;
  /** If it is one of several equal servers: the deployment that it is a place of, by its `of`, and the place. */
  inside: { readonly of: string; readonly place: Place } | undefined;
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

/** The end of an attempt. */
export interface AttemptEnd {
  readonly outcome: Outcome;
  /** Until the head of the answer; undefined where there was none. */
  readonly firstByteMs: number | undefined;
  /** The pause that the backend asked for. */
  readonly retryAfterMs: number | undefined;
  /** A failure is what the backend answered, and not that it did not. */
  readonly isAnswer?: boolean;
  /** The request could go nowhere else. */
  readonly isOnlyOne?: boolean;
}

/** The facts about a backend that need no requests of clients. */
export interface Probed {
  readonly isDown: boolean;
  /** Why there is no credential for it at the moment; undefined where there is, and where none is needed. */
  readonly missingCredential?: string | undefined;
  /** The equal servers that requests go to in its place; undefined where it is one. */
  readonly replicas?: Places | undefined;
  /** Its own report of its load; undefined if nobody asks it. */
  readonly told?: ToldWaiting | undefined;
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
    inside: undefined,
  };
}

/** A deployment as a configuration has it, or a place of one. */
export interface Seen {
  readonly live: Live;
  readonly probed: Probed | undefined;
  readonly told: ToldWaiting | undefined;
  /** Of a deployment of several equal servers these, */
  readonly places: Places | undefined;
  /** and of one of them which it is, and of which deployment: `MODEL/NAME`. */
  readonly at: { readonly place: Place; readonly deployment: string } | undefined;
}

/** So many places are at hand before those that have gone are forgotten. */
const mostAtHand = 1024;

/** The parts that all configurations share. */
interface AllLive {
  /** Tells the other processes of what is learned here. */
  readonly teller: HealthTeller;
  isDrained(key: string): boolean;
  circuitChanged(change: CircuitChange): void;
  takeLastResort(): boolean;
  countRetry(reason: Outcome): void;
  /** The known facts about a place of a deployment. */
  liveAt(deployment: Live, place: Place): Live;
}

/** The live deployments as one configuration knows them. Keys that it does not have are taken for idle and well. */
export class LiveView implements Load {
  readonly #all: AllLive;
  readonly #seen: ReadonlyMap<string, Seen>;
  readonly #now: () => number;
  /** By `MODEL/NAME@REPLICA`, as they are first asked for; undefined where no deployment has places. */
  readonly #atPlaces: Map<string, Seen> | undefined;

  /** Made by `LiveDeployments.view`. */
  constructor(all: AllLive, seen: ReadonlyMap<string, Seen>, now: () => number) {
    this.#all = all;
    this.#seen = seen;
    this.#now = now;
    for (const { places } of seen.values()) if (places !== undefined) this.#atPlaces ??= new Map();
  }

  /** Some deployment has several equal servers. */
  get hasPlaces(): boolean {
    return this.#atPlaces !== undefined;
  }

  /** The equal servers of a deployment, `MODEL/NAME`; undefined where it is one. */
  placesOf(deployment: string): Places | undefined {
    return this.#seen.get(deployment)?.places;
  }

  now(): number {
    return this.#now();
  }

  #find(key: string): Seen | undefined {
    const seen = this.#seen.get(key);
    return seen !== undefined || this.#atPlaces === undefined ? seen : this.#findPlace(key, this.#atPlaces);
  }

  #findPlace(key: string, atHand: Map<string, Seen>): Seen | undefined {
    const known = atHand.get(key);
    if (known?.at?.place.isGone === false) return known;
    // No name of a replica holds an @.
    const sign = key.lastIndexOf('@');
    const deployment = key.slice(0, Math.max(0, sign));
    const of = this.#seen.get(deployment);
    const place = of?.places?.get(key.slice(sign + 1));
    if (of === undefined || place === undefined) return known;
    if (atHand.size >= mostAtHand)
      for (const [name, { at, live }] of atHand)
        if (at?.place.isGone === true && live.inFlight === 0) atHand.delete(name);
    const live = this.#all.liveAt(of.live, place);
    const seen = { live, probed: place, told: place.told, places: undefined, at: { place, deployment } };
    atHand.set(key, seen);
    return seen;
  }

  /** The mean over all places of a deployment of what is known of each; undefined where of none. */
  #meanOf(
    deployment: string,
    places: Places,
    figureOf: (key: string) => number | undefined,
  ): number | undefined {
    let sum = 0;
    let count = 0;
    for (const { name } of places.list) {
      const value = figureOf(placeKey(deployment, name));
      if (value === undefined) continue;
      sum += value;
      count += 1;
    }
    return count === 0 ? undefined : sum / count;
  }

  inFlight(key: string): number {
    const seen = this.#find(key);
    if (seen === undefined) return 0;
    if (seen.places === undefined) return seen.live.inFlight;
    return this.#meanOf(key, seen.places, (place) => this.inFlight(place)) ?? 0;
  }

  busyness(key: string): number {
    const seen = this.#find(key);
    if (seen === undefined) return 0;
    if (seen.places !== undefined)
      return this.#meanOf(key, seen.places, (place) => this.busyness(place)) ?? 0;
    return seen.told === undefined ? seen.live.inFlight : seen.live.inFlight + seen.told.waiting(this.#now());
  }

  latencyMs(key: string): number | undefined {
    const seen = this.#find(key);
    if (seen?.places === undefined) return seen?.live.latency?.latencyMs;
    return this.#meanOf(key, seen.places, (place) => this.latencyMs(place));
  }

  /** The place of a deployment on a family of endpoints, for the requests of a key. */
  healthState(
    key: string,
    family: HealthFamily = 'generation',
    by?: string,
    settings?: CircuitConfig,
  ): HealthState {
    const seen = this.#find(key);
    if (this.#all.isDrained(key)) return 'drained';
    if (seen === undefined) return 'healthy';
    if (seen.at !== undefined) {
      if (this.#all.isDrained(seen.at.deployment)) return 'drained';
      if (seen.at.place.isGone) return 'out';
    }
    if (seen.probed?.isDown === true || seen.probed?.missingCredential !== undefined) return 'out';
    if (seen.places !== undefined)
      return bestOf(seen.places, ({ name }) => this.healthState(placeKey(key, name), family, by, settings));
    const health = seen.live.health[family];
    // This is the usual case, and reading the clock for each candidate costs more than all else here.
    if (isUntroubled(health)) return 'healthy';
    const now = this.#now();
    return healthStateOf(
      health,
      now,
      by === undefined || settings === undefined ? undefined : asker(seen.live, by, now, settings),
    );
  }

  /** The number of deployments of a plan that the operator has not drained. */
  countInUse(plan: readonly { readonly eligible: readonly { readonly key: string }[] }[]): number {
    let count = 0;
    for (const { eligible } of plan)
      for (const { key } of eligible) if (!this.#all.isDrained(key)) count += this.#countServers(key);
    return count;
  }

  #countServers(deployment: string): number {
    const places = this.placesOf(deployment);
    if (places === undefined) return 1;
    return places.list.filter(({ name }) => !this.#all.isDrained(placeKey(deployment, name))).length;
  }

  /** True for a deployment that takes no request in any case: not even a trial. */
  isClosed(key: string): boolean {
    const seen = this.#find(key);
    if (this.#all.isDrained(key) || seen?.probed?.missingCredential !== undefined) return true;
    if (seen?.places === undefined) return seen?.at !== undefined && this.#isPlaceClosed(seen.at);
    return seen.places.list.every(({ name }) => this.isClosed(placeKey(key, name)));
  }

  #isPlaceClosed({ place, deployment }: NonNullable<Seen['at']>): boolean {
    return place.isGone || this.#all.isDrained(deployment);
  }

  health(key: string, family: HealthFamily = 'generation'): Health {
    return (this.#find(key)?.live.health ?? healthyAll)[family];
  }

  /** An attempt begins, on a family of endpoints and for a key. Every begin must have its `end`. */
  begin(key: string, settings: CircuitConfig, by?: string, family: HealthFamily = 'generation'): Begun {
    const live = this.#find(key)?.live ?? nothingKnown(key, family);
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

  /** True for a deployment that answered well so lately that its credential can't be wrong. */
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
    const { live, probed, places, at } = this.#find(key)!;
    if (places !== undefined) return this.#whyAllOut(key, places, family);
    if (at?.place.isGone === true) return 'its address is gone';
    if (probed?.isDown === true) return 'its health check fails';
    if (probed?.missingCredential !== undefined) return `it has no credential: ${probed.missingCredential}`;
    const { circuit } = live.health[family];
    if (circuit.state !== 'open') return 'its circuit is half open: one request finds out';
    return `its circuit is open for another ${Math.ceil((circuit.until - this.#now()) / 100) / 10} s`;
  }

  #whyAllOut(deployment: string, { list }: Places, family: HealthFamily): string {
    const [first] = list;
    if (first === undefined) return 'its name leads to no server';
    const why = this.whyOut(placeKey(deployment, first.name), family) ?? 'it is drained';
    return list.length === 1
      ? why
      : `none of its ${list.length} replicas can be used, of ${first.name}: ${why}`;
  }

  takeLastResort(): boolean {
    return this.#all.takeLastResort();
  }

  /** True for a deployment that refuses requests for the usage of a stream. */
  refusesUsage(key: string): boolean {
    return this.#find(key)?.live.refusesUsage === true;
  }

  /** Remembers that a deployment does. Returns whether that is new. */
  learnUsageRefused(key: string): boolean {
    const live = this.#find(key)?.live;
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
    const live = this.#find(key)?.live;
    if (live !== undefined) live.timesFull += 1;
  }
}

/** A deployment is as well as the best of its places. */
function bestOf({ list }: Places, stateOf: (place: Place) => HealthState): HealthState {
  let best: HealthState | undefined;
  for (const place of list) {
    const state = stateOf(place);
    if (state === 'healthy') return state;
    if (best !== 'last' && (best !== 'out' || state === 'last')) best = state;
  }
  return best ?? 'out';
}

const rulesOf: Readonly<Record<Outcome, OutcomeRule>> = outcomes;

/** The asker, if something is the matter; from then on it counts as a user of the deployment. */
function asker(live: Live, key: string, now: number, settings: CircuitConfig): Asker {
  live.recentKeys.add(key, now);
  return { key, isAlone: live.recentKeys.isAlone(key, now - settings.windowMs) };
}

/** The owner of a failure that the backend answered, and the doubts about blaming the deployment. */
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
