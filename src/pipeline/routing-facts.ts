import { promptPrefix } from '../api/body/prompt-prefix.ts';
import { outputTokens } from '../api/endpoints/index.ts';
import type { Infer } from '../config/types/routing.ts';
import { bytesPerToken } from '../lib/token-size.ts';
import { attemptOrder, type Preference } from '../routing/attempts/attempt-order.ts';
import { sessionKey } from '../routing/balance/sticky.ts';
import type { RoutingFacts } from '../routing/balance/strategy.ts';
import { atPlaces, type PlaceView } from '../routing/places.ts';
import type { Candidate, PlannedModel } from '../routing/routing-table.ts';
import { sessionOf } from './clients/session.ts';
import type { Exchange } from './exchange.ts';
import type { Parts } from './parts.ts';

/** What a strategy may know of a request. */
export function routingFacts(exchange: Exchange): RoutingFacts {
  const { summary, served, plan } = exchange;
  const { bytes, maxTokens, copies, units } = summary!;
  return {
    stickyKey: plan.some(({ model }) => model.balance === 'sticky') ? stickyKeyOf(exchange) : undefined,
    inputTokens: bytes / bytesPerToken,
    outputTokens: outputTokens(served, maxTokens, copies),
    units,
  };
}

/**
 * What should meet the same place again: the caller's session, else whatever begins as this request does, whoever asks; where
 * nothing can be said of that, the key.
 */
function stickyKeyOf(exchange: Exchange): string | undefined {
  if (exchange.stickyKey !== undefined) return exchange.stickyKey;
  const { summary, key, head, plan, body, caller } = exchange;
  const session = sessionOf(head, summary!.cacheKey, plan[0]!.model.sessionFrom);
  const prefix = session === undefined && body?.kind === 'json' ? promptPrefix(body) : undefined;
  exchange.stickyKey =
    session === undefined ? (prefix ?? key?.id) : sessionKey(session, key?.id, caller?.subject);
  return exchange.stickyKey;
}

/** The capabilities that would serve a request best, where there is a choice to be made by them. */
export function preferenceOf(exchange: Exchange, infer: Infer): Preference | undefined {
  if (infer !== 'prefer') return undefined;
  const { plan, served, needs } = exchange;
  if (needs.length === 0 || !plan.some(({ eligible }) => eligible.length > 1)) return undefined;
  return { endpoint: served.name, capabilities: needs };
}

type OrderParts = Pick<Parts, 'live' | 'circuit' | 'strategyOf' | 'placeStrategyOf' | 'infer'>;

/**
 * The deployments of one model in the order that a request is sent to them, best first; those that are out are left out. Of
 * those that are several equal servers each of these stands for itself.
 */
export function orderOfAttempts(
  exchange: Exchange,
  planned: PlannedModel,
  parts: OrderParts,
): readonly Candidate[] {
  const { live, circuit, infer } = parts;
  const { health: family } = exchange.served;
  const healthState = (key: string) => live.healthState(key, family, exchange.key!.id, circuit);
  return orderedBy(planned, parts, healthState, routingFacts(exchange), preferenceOf(exchange, infer));
}

/** The same for whoever has at hand what it goes by. */
export function orderedBy(
  { model, eligible }: PlannedModel,
  { live, strategyOf, placeStrategyOf }: Pick<OrderParts, 'live' | 'strategyOf' | 'placeStrategyOf'>,
  healthState: PlaceView['healthState'],
  facts: RoutingFacts,
  preference: Preference | undefined,
): readonly Candidate[] {
  const order = attemptOrder(eligible, healthState, strategyOf(model), facts, preference);
  if (!live.hasPlaces) return order;
  const view = { placesOf: (key: string) => live.placesOf(key), healthState, now: () => live.now() };
  return atPlaces(order, view, placeStrategyOf(model), facts);
}
