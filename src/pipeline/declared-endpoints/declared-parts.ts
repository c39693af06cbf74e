import { DeclaredPaths } from '../../api/endpoints/declared-endpoints/declared-paths.ts';
import type { EndpointSet } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName } from '../../api/endpoints/index.ts';
import type { Config } from '../../config/types/gateway.ts';
import { BackendTags } from '../../routing/backend-tags.ts';
import { planWithoutModel } from '../../routing/object-routes.ts';
import type { PlannedModel } from '../../routing/routing-table.ts';

/** The stages' knowledge of the endpoints that a configuration declares. */
export interface DeclaredParts {
  readonly paths: DeclaredPaths;
  /** The destinations of requests that name no model, in order. */
  readonly plans: ReadonlyMap<EndpointName, readonly PlannedModel[]>;
  /** The tags that backends meet. */
  readonly tags: BackendTags;
}

/** Undefined if the configuration declares none. */
export function declaredParts(config: Config, { declared }: EndpointSet): DeclaredParts | undefined {
  if (declared.length === 0) return undefined;
  const plans = new Map<EndpointName, readonly PlannedModel[]>();
  for (const { name } of declared) {
    const deployments = config.endpoints[name]?.deployments ?? [];
    if (deployments.length > 0) plans.set(name, [planWithoutModel(deployments)]);
  }
  return { paths: new DeclaredPaths(declared), plans, tags: new BackendTags(config) };
}
