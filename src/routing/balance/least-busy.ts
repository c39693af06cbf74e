import { nothingIsSet, rank, type StrategyDefinition } from './strategy.ts';

/** The fewest requests in flight or waiting there for its weight; between equals, and so on an idle gateway, by weight. */
export const leastBusy: StrategyDefinition = {
  about:
    'the one with the fewest requests in flight for its weight; with `load`, requests that wait there count, too',
  make: ({ load, random }) => ({
    order: (peers) => rank(peers, ({ key, weight }) => load.busyness(key) / Math.max(weight, 1e-9), random),
  }),
  sets: nothingIsSet,
  litellm: 'least-busy',
};
