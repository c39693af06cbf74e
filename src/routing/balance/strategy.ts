/**
 * The contract of a strategy (`balance` in the file): it puts deployments of equal priority in the order in
 * which a request tries them. What it needs of the live gateway is passed in, so that it can be tested, and
 * explained, without one.
 */
import type { TokenRates, UnitRate } from '../../config/types/prices.ts';
import type { UnitCounts } from '../../observe/cost.ts';

/** One of several deployments of equal standing. */
export interface Peer {
  /** `MODEL/NAME`. */
  readonly key: string;
  /** Its share of the requests, relative to its peers. 0: only when every other has failed. */
  readonly weight: number;
  /** The price, if the file gives one. */
  readonly price?: PeerPrice | undefined;
}

/** The price of a request for each unit. */
export interface PeerPrice {
  /** USD for a million. */
  readonly tokens?: Pick<TokenRates, 'input' | 'output'> | undefined;
  readonly units?: readonly UnitRate[] | undefined;
  /** USD for one. */
  readonly request?: number | undefined;
}

/** The load and speed of a deployment, as this worker sees it. */
export interface Load {
  /** Requests sent to it whose answers are not complete. */
  inFlight(key: string): number;
  /** The same, and what its server says waits there. Of several equal servers the mean of all. */
  busyness(key: string): number;
  /** Smoothed time to its first byte; undefined before the first answer. */
  latencyMs(key: string): number | undefined;
}

/** The facts about a request that a strategy may use. */
export interface RoutingFacts {
  /** The reason to return to the same deployment: a session, a prompt cache key, else the client's key id. */
  readonly stickyKey: string | undefined;
  /** Estimates; only their ratio matters, to weigh the price of input against that of output. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The requested units beside tokens, if its endpoint counts them. */
  readonly units?: UnitCounts | undefined;
}

export interface Strategy {
  /** All peers, best first. The input is left as it is. */
  order<P extends Peer>(peers: readonly P[], facts: RoutingFacts): P[];
}

export interface StrategyParts {
  readonly load: Load;
  /** At least 0 and below 1, as `Math.random`. */
  readonly random: () => number;
  /** The multiple of the mean load that a peer may have; undefined for any. */
  readonly spill?: number | undefined;
}

export interface StrategyDefinition {
  /** Its order in words, for the schema. */
  readonly about: string;
  make(parts: StrategyParts): Strategy;
  /**
   * True if the configuration and the request alone, on an idle gateway and for any random draw, put one of two before
   * the other. The explanation of a request shows both of equals.
   */
  sets(facts: RoutingFacts, one: Pick<Peer, 'price'>, other: Pick<Peer, 'price'>): boolean;
  /** The `routing_strategy` that LiteLLM has for it; undefined where it has none. */
  readonly litellm: string | undefined;
}

/**
 * Orders peers by score, lowest first. Equals are drawn at random in proportion to their weights, and the rest
 * of the order is drawn likewise from those that are left (weighted sampling without replacement by exponential
 * keys, Efraimidis and Spirakis 2006). Peers of weight 0 come last whatever their score.
 *
 * @param ofEquals A second score, among those with the same first one.
 */
export function rank<P extends Peer>(
  peers: readonly P[],
  score: (peer: P) => number,
  draw: (peer: P) => number,
  ofEquals: (peer: P) => number = alike,
): P[] {
  if (peers.length < 2) return [...peers];
  return peers
    .map((peer) => ({
      peer,
      idle: peer.weight > 0 ? 0 : 1,
      score: score(peer),
      next: ofEquals(peer),
      // `1 - draw` is above 0, so that the logarithm is finite.
      turn: -Math.log(1 - draw(peer)) / (peer.weight > 0 ? peer.weight : 1),
    }))
    .sort(
      (a, b) => a.idle - b.idle || compare(a.score, b.score) || compare(a.next, b.next) || a.turn - b.turn,
    )
    .map(({ peer }) => peer);
}

/** A difference would be NaN between two infinite scores. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The score of strategies to which all peers are alike. */
export const alike = (): number => 0;

/** Of strategies that go by the load or by chance alone: nothing is set beforehand. */
export const nothingIsSet = (): boolean => false;
