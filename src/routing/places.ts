/**
 * The places inside a deployment: the equal servers of its backend. Health, slots and figures know each of them; whoever
 * plans a request knows the deployment alone. A place goes by `MODEL/NAME@REPLICA`.
 */
import type { RoutingFacts, Strategy } from './balance/strategy.ts';
import type { HealthState } from './health.ts';
import type { Candidate } from './routing-table.ts';

/** One of several equal servers. */
export interface Place {
  readonly name: string;
  /** It was asked, and is not well. */
  readonly isDown: boolean;
  readonly missingCredential: string | undefined;
  /** It takes no new requests. */
  readonly isGone: boolean;
  /** Its own report of its load. */
  readonly told: ToldWaiting;
  /** Its share beside others that have been there for long, at a moment of the monotonic clock: less for one that has just come. */
  share(now: number): number;
}

/** A server's report of the requests that wait there. */
export interface ToldWaiting {
  /** 0 where that is not known. */
  waiting(now: number): number;
}

/** The places of all deployments on one backend. */
export interface Places {
  readonly list: readonly Place[];
  get(name: string): Place | undefined;
}

/** The key of a deployment's place. */
export function placeKey(deployment: string, place: string): string {
  return `${deployment}@${place}`;
}

/** The deployment that a candidate is of, `MODEL/NAME`, whichever place of it is meant. */
export function deploymentOf({ key, replica }: Pick<Candidate, 'key' | 'replica'>): string {
  return replica === undefined ? key : key.slice(0, -replica.length - 1);
}

/** The facts that order places. */
export interface PlaceView {
  /** Undefined for a deployment that is one server. */
  placesOf(deployment: string): Places | undefined;
  healthState(key: string): HealthState;
  /** The monotonic clock in milliseconds. */
  now(): number;
}

/**
 * Puts the places of deployments in their stead, each deployment's as the strategy says: those that are well, then those that
 * asked to be left alone for a while. Those that are out are left out.
 */
export function atPlaces(
  order: readonly Candidate[],
  view: PlaceView,
  strategy: Strategy,
  facts: RoutingFacts,
): readonly Candidate[] {
  if (!order.some(({ key }) => view.placesOf(key) !== undefined)) return order;
  return order.flatMap((candidate) => {
    const places = view.placesOf(candidate.key);
    if (places === undefined) return candidate;
    const now = view.now();
    const healthy: Candidate[] = [];
    const last: Candidate[] = [];
    for (const place of places.list) {
      const key = placeKey(candidate.key, place.name);
      const state = view.healthState(key);
      if (state === 'out' || state === 'drained') continue;
      (state === 'last' ? last : healthy).push(atPlace(candidate, place.name, place.share(now)));
    }
    return [...strategy.order(healthy, facts), ...strategy.order(last, facts)];
  });
}

/** One place of a deployment, as a candidate of its own. Among its like it counts by its share alone. */
export function atPlace(candidate: Candidate, replica: string, share: number): Candidate {
  const { deployment, priority, price, tags, translation } = candidate;
  const key = placeKey(candidate.key, replica);
  return { key, deployment, priority, weight: share, price, tags, translation, replica };
}
