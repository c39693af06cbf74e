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

/** The facts of a request that a strategy may use. */
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
 * The text that leads alike requests to the same place: the caller's session, otherwise the beginning that this request
 * shares with others of any caller; without either, the key.
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

/** The capabilities that would serve a request best, if deployments differ in them. */
export function preferenceOf(exchange: Exchange, infer: Infer): Preference | undefined {
  if (infer !== 'prefer') return undefined;
  const { plan, served, needs } = exchange;
  if (needs.length === 0 || !plan.some(({ eligible }) => eligible.length > 1)) return undefined;
  return { endpoint: served.name, capabilities: needs };
}

type OrderParts = Pick<Parts, 'live' | 'circuit' | 'strategyOf' | 'placeStrategyOf' | 'infer'>;

/**
 * The deployments of one model in the order of attempts, best first, without those that are out. Each of several equal
 * servers appears by itself.
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

/** The same for callers that have the order's inputs. */
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
