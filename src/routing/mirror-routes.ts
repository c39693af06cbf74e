import { type EndpointName, jsonRulesOf } from '../api/endpoints/index.ts';
import type { MirrorConfig, ModelConfig } from '../config/types/models.ts';
import { isEligible } from './plan.ts';
import { calledFor, type PlannedModel, type RoutingTable, routesOf } from './routing-table.ts';

/**
 * A mirror's deployments for a request: those that serve its endpoint and satisfy its tags; undefined for none. The
 * mirror's own fallbacks and mirror play no part.
 */
export function mirrorPlan(
  table: RoutingTable,
  { to, share }: MirrorConfig,
  endpoint: EndpointName,
  tags: readonly string[],
): PlannedModel | undefined {
  if (share === 0 || !isCopied(table, endpoint)) return undefined;
  const [model, deployment] = targetOf(table, to);
  const routes = routesOf(table, model);
  if (routes === undefined) return undefined;
  const planned = calledFor(routes, routes.candidates[endpoint]!, model);
  const eligible = planned.eligible.filter(
    (candidate) =>
      (deployment === undefined || candidate.deployment.name === deployment) && isEligible(candidate, tags),
  );
  return eligible.length === 0 ? undefined : { ...planned, eligible };
}

/** A model, and the name of its one deployment that may get copies; undefined for any. */
function targetOf(table: RoutingTable, to: string): readonly [model: string, deployment: string | undefined] {
  const slash = to.lastIndexOf('/');
  if (slash === -1 || routesOf(table, to) !== undefined) return [to, undefined];
  return [to.slice(0, slash), to.slice(slash + 1)];
}

/** Copied are JSON bodies to endpoints that deployments serve and whose requests are read. */
function isCopied({ endpoints }: RoutingTable, endpoint: EndpointName): boolean {
  const { answeredBy, model, body } = endpoints.of(endpoint);
  return answeredBy === 'deployments' && model === undefined && jsonRulesOf(body) !== undefined;
}

/** `MODEL/NAME` of all that requests of a model may be copied to; empty for none. */
export function mirroredTo(
  table: RoutingTable,
  { mirror }: ModelConfig,
  endpoint: EndpointName,
  tags: readonly string[],
): readonly string[] {
  const planned = mirror && mirrorPlan(table, mirror, endpoint, tags);
  return planned === undefined ? [] : planned.eligible.map(({ key }) => key);
}
