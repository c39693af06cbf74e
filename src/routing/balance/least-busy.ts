import { rank, type Strategy, type StrategyParts } from './strategy.ts';

/** The fewest requests in flight for its weight; between equals, and so on an idle gateway, by weight. */
export function leastBusy({ load, random }: StrategyParts): Strategy {
  return {
    order: (peers) => rank(peers, ({ key, weight }) => load.inFlight(key) / Math.max(weight, 1e-9), random),
  };
}
