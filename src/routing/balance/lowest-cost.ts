import { countedUsd } from '../../observe/cost.ts';
import { type Peer, type PeerPrice, type RoutingFacts, rank, type StrategyDefinition } from './strategy.ts';

/**
 * The lowest price for what this request asks for: by the unit that its endpoint is counted by beside tokens, and among
 * those without a price for that by tokens. What has neither comes last.
 */
export const lowestCost: StrategyDefinition = {
  about: 'by `price`',
  make: ({ random }) => ({
    order: (peers, facts) =>
      rank(
        peers,
        (peer) => unitsCost(peer, facts),
        random,
        (peer) => tokensCost(peer, facts),
      ),
  }),
  sets: (facts, one, other) =>
    unitsCost(one, facts) !== unitsCost(other, facts) || tokensCost(one, facts) !== tokensCost(other, facts),
  litellm: 'cost-based-routing',
};

type Priced = Pick<Peer, 'price'>;

const unknown = Number.POSITIVE_INFINITY;

/** 0 where the endpoint is counted by tokens alone: all are alike then. */
function unitsCost({ price }: Priced, { units }: RoutingFacts): number {
  if (units === undefined) return 0;
  const usd = price?.units && countedUsd(price.units, units);
  return usd === undefined ? unknown : perRequest(price!, usd);
}

/** Only where neither has a price for the unit, or there is none: what two units come to can't be compared. */
function tokensCost(peer: Priced, facts: RoutingFacts): number {
  const { price } = peer;
  if (facts.units !== undefined && unitsCost(peer, facts) !== unknown) return 0;
  if (price?.tokens === undefined) return price?.request ?? unknown;
  const { input, output } = price.tokens;
  return perRequest(price, (input * facts.inputTokens + output * facts.outputTokens) / 1e6);
}

function perRequest({ request = 0 }: PeerPrice, usd: number): number {
  return usd + request;
}
