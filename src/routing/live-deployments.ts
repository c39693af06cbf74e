import type { HealthFamily } from '../api/endpoints/endpoint.ts';
import type { CircuitConfig } from '../config/types/routing.ts';
import { atOnce } from '../lib/steps.ts';
import type { Circuit } from './circuit.ts';
import { nextFamilyHealth } from './family-health.ts';
import { type HealthNote, HealthTeller } from './health-notes.ts';
import {
  type CircuitChange,
  type Live,
  LiveView,
  nothingKnown,
  type Probed,
  type Seen,
} from './live-view.ts';
import type { Outcome } from './outcomes.ts';
import { type Place, placeKey } from './places.ts';

/** A deployment of one configuration, with what tells whether it is still the same. */
export interface LiveDeployment {
  /** `MODEL/NAME`. */
  readonly key: string;
  /** The name of its backend. */
  readonly backend: string;
  /** The identity of the server behind it: its URL. */
  readonly server: string;
  /** The family of endpoints whose circuit stands for all where one is shown: of what it serves, the first. */
  readonly family: HealthFamily;
}

/** The state of one deployment. */
export interface DeploymentState {
  /** `MODEL/NAME`. */
  readonly key: string;
  /** The server among its equal ones; undefined for a single server, and for one that has none at the moment. */
  readonly replica: string | undefined;
  readonly inFlight: number;
  /** The number of times that it was passed over with its limits used up. */
  readonly timesFull: number;
  /** On the family of endpoints that stands for all. */
  readonly circuit: Circuit['state'];
  readonly isPutLast: boolean;
  /** The operator took it out. */
  readonly isDrained: boolean;
  /** Its backend was asked, and is not well. */
  readonly isProbedDown: boolean;
  /** There is no credential for its backend at the moment. */
  readonly lacksCredential: boolean;
  /** It refuses requests that ask a stream for its usage. */
  readonly refusesUsage: boolean;
  /** Smoothed, to the head of an answer; undefined before the first. */
  readonly latencyMs: number | undefined;
}

/** A chain without any other deployment may try one with an open circuit this often. */
const lastResortEveryMs = 1000;

/**
 * This worker's knowledge of the deployments it sends requests to: their health, load and speed. Kept by `MODEL/NAME`
 * and the URL of the backend, so that it outlives a reload of the file, but not a change of the server: an open circuit
 * does not apply to the one that takes its place.
 */
export class LiveDeployments {
  readonly #byKey = new Map<string, Live>();
  readonly #retries = new Map<Outcome, number>();
  readonly #now: () => number;
  #onCircuit: (change: CircuitChange) => void = () => {};
  /** Tells the other processes of what is learned here. */
  readonly teller = new HealthTeller();
  #drained: ReadonlySet<string> = new Set();
  #lastResortAt = Number.NEGATIVE_INFINITY;

  /** @param now The monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The deployments of one configuration by `MODEL/NAME`, with what is known of their backends by asking them. */
  view(
    deployments: Iterable<LiveDeployment>,
    probed: (deployment: LiveDeployment) => Probed | undefined = () => undefined,
  ): LiveView {
    return atOnce(this.viewSteps(deployments, probed));
  }

  /** The same deployment by deployment, for whoever has something else to do in between. */
  *viewSteps(
    deployments: Iterable<LiveDeployment>,
    probed: (deployment: LiveDeployment) => Probed | undefined,
  ): Generator<void, LiveView> {
    const seen = new Map<string, Seen>();
    for (const deployment of deployments) {
      const live = this.#of(deployment);
      const known = probed(deployment);
      seen.set(deployment.key, {
        live,
        probed: known,
        told: known?.told,
        places: known?.replicas,
        at: undefined,
      });
      yield;
    }
    return new LiveView(this, seen, this.#now);
  }

  /** Takes up the configuration that is served from now on, and forgets what it does not have. */
  retain(
    deployments: Iterable<LiveDeployment>,
    probed: (deployment: LiveDeployment) => Probed | undefined = () => undefined,
  ): void {
    const kept = new Set<string>();
    for (const deployment of deployments) {
      const key = keyOf(deployment);
      kept.add(key);
      const live = this.#byKey.get(key);
      if (live === undefined) continue;
      live.probed = probed(deployment);
      live.family = deployment.family;
    }
    for (const [key, { inside }] of this.#byKey)
      if (!kept.has(inside?.of ?? key) || (inside !== undefined && !this.#takeUp(key, inside)))
        this.#byKey.delete(key);
  }

  /** True if the deployment of a place still has it. Updates it from the served configuration. */
  #takeUp(key: string, { of, place: { name } }: NonNullable<Live['inside']>): boolean {
    const live = this.#byKey.get(key)!;
    const place = this.#byKey.get(of)?.probed?.replicas?.get(name);
    if (place === undefined) return false;
    live.probed = place;
    live.inside = { of, place };
    return true;
  }

  /** @internal */
  liveAt(deployment: Live, place: Place): Live {
    const { of, family } = deployment;
    const key = `${placeKey(nameOf(of), place.name)}${of.slice(nameOf(of).length)}`;
    const known = this.#byKey.get(key);
    const live = known ?? nothingKnown(key, family);
    live.probed = place;
    live.inside = { of, place };
    if (known === undefined) this.#byKey.set(key, live);
    return live;
  }

  /** Has somebody told of every circuit that changes its state. */
  whenCircuitChanges(listener: (change: CircuitChange) => void): void {
    this.#onCircuit = listener;
  }

  /** @internal */
  circuitChanged(change: CircuitChange): void {
    this.#onCircuit(change);
  }

  /** Takes out these deployments, by `MODEL/NAME`, and no others. Attempts in flight go on. */
  drain(names: readonly string[]): void {
    this.#drained = new Set(names);
  }

  isDrained(name: string): boolean {
    return this.#drained.size > 0 && this.#drained.has(name);
  }

  /** Takes up what another process has learned. What is not known here is nobody's business. */
  hear(notes: readonly HealthNote[], settings: CircuitConfig): void {
    const now = this.#now();
    for (const note of notes) {
      const live = this.#byKey.get(note.of);
      if (live === undefined) continue;
      if (note.kind === 'used') {
        live.recentKeys.add(note.by, now);
        if (note.isAnswered) live.succeededAt = now;
      } else if (note.kind === 'usage_refused') {
        live.refusesUsage = true;
      } else if (note.kind === 'pause') {
        live.health = nextFamilyHealth(live.health, note.family, note, now, settings);
      } else {
        const { kind, family, startedAgoMs, answered } = note;
        const event = { kind, startedAt: now - startedAgoMs, answered };
        live.health = nextFamilyHealth(live.health, family, event, now, settings);
      }
    }
  }

  /** True if a request whose chain has only open circuits may try one nevertheless: one a second may. */
  takeLastResort(): boolean {
    const now = this.#now();
    if (now - this.#lastResortAt < lastResortEveryMs) return false;
    this.#lastResortAt = now;
    return true;
  }

  /** A further attempt is made, because of how the one before it went. */
  countRetry(reason: Outcome): void {
    this.#retries.set(reason, (this.#retries.get(reason) ?? 0) + 1);
  }

  /** Attempts in flight. */
  get inFlight(): number {
    let sum = 0;
    for (const live of this.#byKey.values()) sum += live.inFlight;
    return sum;
  }

  /** The present state of every deployment. */
  *states(): Generator<DeploymentState> {
    const now = this.#now();
    for (const live of this.#byKey.values())
      for (const place of live.probed?.replicas?.list ?? []) this.liveAt(live, place);
    for (const [key, live] of this.#byKey) {
      const { health: ofFamilies, family, inFlight, timesFull, latency, probed, refusesUsage, inside } = live;
      const replicas = probed?.replicas?.list;
      // A deployment of several servers is told of by these.
      if (replicas !== undefined && replicas.length > 0) continue;
      if (inside?.place.isGone === true && inFlight === 0) {
        this.#byKey.delete(key);
        continue;
      }
      const health = ofFamilies[family];
      const name = nameOf(key);
      const deployment = inside === undefined ? name : nameOf(inside.of);
      yield {
        key: deployment,
        replica: inside?.place.name,
        isDrained: this.#drained.has(name) || this.#drained.has(deployment),
        inFlight,
        timesFull,
        circuit: health.circuit.state,
        isPutLast: now < health.lastUntil,
        isProbedDown: probed?.isDown === true || replicas?.length === 0,
        lacksCredential: probed?.missingCredential !== undefined,
        refusesUsage,
        latencyMs: latency?.latencyMs,
      };
    }
  }

  /** Further attempts so far, by their reasons. */
  get retries(): ReadonlyMap<Outcome, number> {
    return this.#retries;
  }

  #of(deployment: LiveDeployment): Live {
    const key = keyOf(deployment);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const fresh = nothingKnown(key, deployment.family);
    this.#byKey.set(key, fresh);
    return fresh;
  }
}

function nameOf(key: string): string {
  return key.slice(0, key.lastIndexOf(' '));
}

/** Neither half holds a space. */
function keyOf({ key, server }: LiveDeployment): string {
  return `${key} ${server}`;
}
