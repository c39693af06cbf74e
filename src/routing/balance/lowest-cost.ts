import { rank, type Strategy, type StrategyParts } from './strategy.ts';

/** The lowest price for this request's tokens; deployments without a price come after all that have one. */
export function lowestCost({ random }: StrategyParts): Strategy {
  return {
    order: (peers, { inputTokens, outputTokens }) =>
      rank(
        peers,
        ({ price }) =>
          price === undefined
            ? Number.POSITIVE_INFINITY
            : price.input * inputTokens + price.output * outputTokens,
        random,
      ),
  };
}
