import type { EndpointName } from '../../api/endpoints/index.ts';
import type { Peer, RoutingFacts, Strategy } from '../balance/strategy.ts';
import type { HealthState } from '../health.ts';
import { type Candidate, rankOf } from '../routing-table.ts';

/** The best-fitting capabilities for a request (`routing.infer: prefer`): a preference orders, and excludes nobody. */
export interface Preference {
  readonly endpoint: EndpointName;
  readonly capabilities: readonly string[];
}

/** The parts of a candidate that the order depends on, beside health and strategy. */
type Ranked = Peer & Pick<Candidate, 'priority' | 'deployment' | 'translation'>;

/**
 * The order in which one model's eligible deployments are tried: healthy ones first, those that asked to be
 * left alone for a while after them. Each of the two by how much of the preference they lack, then by priority,
 * those first that need no translation, and among equals as the strategy says. Deployments that are out are left out.
 */
export function attemptOrder<C extends Ranked>(
  eligible: readonly C[],
  healthStateOf: (key: string) => HealthState,
  strategy: Strategy,
  facts: RoutingFacts,
  preference?: Preference,
): C[] {
  const healthy: C[] = [];
  const last: C[] = [];
  for (const candidate of eligible) {
    const now = healthStateOf(candidate.key);
    if (now === 'healthy') healthy.push(candidate);
    else if (now === 'last') last.push(candidate);
  }
  if (last.length === 0) return ordered(healthy, strategy, facts, preference);
  return [...ordered(healthy, strategy, facts, preference), ...ordered(last, strategy, facts, preference)];
}

/** `candidates` come sorted by rank. */
function ordered<C extends Ranked>(
  candidates: C[],
  strategy: Strategy,
  facts: RoutingFacts,
  preference: Preference | undefined,
): C[] {
  if (preference === undefined || candidates.length < 2) return byRank(candidates, strategy, facts);
  const byLack = new Map<number, C[]>();
  for (const candidate of candidates) {
    const lack = lacking(candidate, preference);
    const alike = byLack.get(lack);
    if (alike === undefined) byLack.set(lack, [candidate]);
    else alike.push(candidate);
  }
  if (byLack.size === 1) return byRank(candidates, strategy, facts);
  return [...byLack.keys()]
    .sort((a, b) => a - b)
    .flatMap((lack) => byRank(byLack.get(lack)!, strategy, facts));
}

/** Candidates, sorted by priority, in the order that a preference alone brings about. */
export function preferred<C extends Ranked>(
  candidates: readonly C[],
  preference: Preference | undefined,
): readonly C[] {
  if (preference === undefined) return candidates;
  return [...candidates].sort((a, b) => lacking(a, preference) - lacking(b, preference));
}

/** The number of preferred capabilities that a deployment does not list under the endpoint called. */
function lacking({ deployment }: Ranked, { endpoint, capabilities }: Preference): number {
  const listed = deployment.endpoints[endpoint];
  if (listed === undefined) return capabilities.length;
  let count = 0;
  for (const capability of capabilities) if (!listed.includes(capability)) count += 1;
  return count;
}

/** Each run of equal rank is the strategy's to order. */
function byRank<C extends Ranked>(candidates: readonly C[], strategy: Strategy, facts: RoutingFacts): C[] {
  const { length } = candidates;
  // All alike is the usual case: nothing has to be cut up and joined.
  if (length === 0 || rankOf(candidates[0]!) === rankOf(candidates[length - 1]!)) {
    return strategy.order(candidates, facts);
  }
  const inOrder: C[] = [];
  for (let start = 0; start < length; ) {
    let end = start + 1;
    const rank = rankOf(candidates[start]!);
    while (end < length && rankOf(candidates[end]!) === rank) end += 1;
    inOrder.push(...strategy.order(candidates.slice(start, end), facts));
    start = end;
  }
  return inOrder;
}
