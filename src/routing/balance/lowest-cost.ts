import { type Peer, type RoutingFacts, rank, type StrategyDefinition } from './strategy.ts';

/** The lowest price for this request's tokens; deployments without a price come after all that have one. */
export const lowestCost: StrategyDefinition = {
  about: 'by `price`',
  make: ({ random }) => ({
    order: (peers, facts) => rank(peers, (peer) => costOf(peer, facts), random),
  }),
  sets: (facts, one, other) => costOf(one, facts) !== costOf(other, facts),
  litellm: 'cost-based-routing',
};

function costOf({ price }: Pick<Peer, 'price'>, { inputTokens, outputTokens }: RoutingFacts): number {
  if (price === undefined) return Number.POSITIVE_INFINITY;
  return price.input * inputTokens + price.output * outputTokens;
}
