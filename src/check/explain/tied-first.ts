import type { BalanceName } from '../../config/types/models.ts';
import type { Preference } from '../../routing/attempts/attempt-order.ts';
import { strategies } from '../../routing/balance/index.ts';
import type { RoutingFacts } from '../../routing/balance/strategy.ts';
import type { HealthState } from '../../routing/health.ts';
import type { Candidate } from '../../routing/routing-table.ts';

/** The facts that put candidates of one model in their order. */
export interface OrderedBy {
  readonly balance: BalanceName;
  readonly healthState: (key: string) => HealthState;
  readonly facts: RoutingFacts;
  readonly preference: Preference | undefined;
}

/**
 * The first of an order, with those that could be first as well on an idle gateway: neither the configuration nor the
 * request puts them after it. Empty for an empty order.
 */
export function tiedWithFirst(order: readonly Candidate[], by: OrderedBy): readonly Candidate[] {
  const [first, ...others] = order;
  if (first === undefined) return [];
  return [first, ...others.filter((other) => isTied(first, other, by))];
}

function isTied(a: Candidate, b: Candidate, { balance, healthState, facts, preference }: OrderedBy): boolean {
  return (
    a.priority === b.priority &&
    healthState(a.key) === healthState(b.key) &&
    a.weight > 0 === b.weight > 0 &&
    lackOf(a, preference) === lackOf(b, preference) &&
    !strategies[balance].sets(facts, a, b)
  );
}

function lackOf({ deployment }: Candidate, preference: Preference | undefined): number {
  if (preference === undefined) return 0;
  const listed = deployment.endpoints[preference.endpoint] ?? [];
  return preference.capabilities.filter((capability) => !listed.includes(capability)).length;
}
