import { alike, rank, type Strategy, type StrategyParts } from './strategy.ts';

/** Drawn at random in proportion to the weights, whatever the load. */
export function weighted({ random }: StrategyParts): Strategy {
  return {
    order: (peers) => rank(peers, alike, random),
  };
}
