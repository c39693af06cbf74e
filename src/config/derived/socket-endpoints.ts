import { endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { type BuiltInName, endpoints as builtIn, endpointNames } from '../../api/endpoints/index.ts';
import type { Config } from '../types/gateway.ts';

/** The endpoints that could be served over WebSockets. */
export const withSockets: readonly BuiltInName[] = endpointNames.filter(
  (name) => builtIn[name].socket !== undefined,
);

/** The endpoints that are: some deployment serves them, and nothing says no. */
export function socketEndpoints(
  config: Pick<Config, 'endpoints' | 'declaredEndpoints' | 'models'>,
): readonly BuiltInName[] {
  const endpoints = endpointsOf(config);
  return withSockets.filter(
    (name) =>
      config.endpoints[name]?.websocket !== false &&
      endpoints.of(name) === builtIn[name] &&
      isServed(name, config.models),
  );
}

function isServed(name: BuiltInName, models: Config['models']): boolean {
  for (const { deployments } of models.values()) {
    if (deployments.some(({ endpoints }) => endpoints[name] !== undefined)) return true;
  }
  return false;
}
