import { alike, nothingIsSet, rank, type StrategyDefinition } from './strategy.ts';

/** Drawn at random in proportion to the weights, whatever the load. */
export const weighted: StrategyDefinition = {
  about: 'at random by weight',
  make: ({ random }) => ({
    order: (peers) => rank(peers, alike, random),
  }),
  sets: nothingIsSet,
  litellm: 'simple-shuffle',
};
