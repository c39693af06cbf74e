/**
 * Two are drawn by weight and the faster goes first ("power of two choices"): always taking the fastest of all
 * would send every worker's requests to the same deployment until it is the slowest.
 */
import { alike, type Load, nothingIsSet, type Peer, rank, type StrategyDefinition } from './strategy.ts';

/** The lower product of latency and requests in flight, of two drawn at random; the loser meets the next one. */
export const lowestLatency: StrategyDefinition = {
  about: 'the faster of two drawn at random, by time to the first byte',
  make: ({ load, random }) => ({
    order(peers) {
      const drawn = rank(peers, alike, random);
      const costs = new Map(drawn.map((peer) => [peer.key, expectedWait(peer, load)]));
      const cost = (peer: Peer) => costs.get(peer.key) ?? 0;
      for (let place = 0; place + 1 < drawn.length; place += 1) {
        const [winner, loser] = [drawn[place], drawn[place + 1]];
        if (winner === undefined || loser === undefined || cost(winner) <= cost(loser)) continue;
        drawn[place] = loser;
        drawn[place + 1] = winner;
      }
      return drawn;
    },
  }),
  sets: nothingIsSet,
  litellm: 'latency-based-routing',
};

/** An unmeasured deployment is tried at once, but by one request only until that one has measured it. */
function expectedWait({ key, weight }: Peer, load: Load): number {
  if (weight <= 0) return Number.POSITIVE_INFINITY;
  const inFlight = load.inFlight(key);
  const latencyMs = load.latencyMs(key);
  if (latencyMs === undefined) return inFlight === 0 ? 0 : Number.MAX_VALUE;
  return latencyMs * (inFlight + 1);
}
