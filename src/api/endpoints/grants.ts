/** The values in the `endpoints` of a key, and their meaning. */
import { builtIn, type EndpointSet } from './declared-endpoints/endpoint-set.ts';
import { type BuiltInName, type EndpointName, endpointNames, type ServedEndpoint } from './index.ts';

/**
 * `stateless` leaves out what keeps something for a client at the backend, and what a configuration declares, of which
 * nobody knows it; `all` leaves out only what a configuration declares for requests that name no model.
 */
export const grantWords = ['all', 'stateless'] as const;

/** An endpoint, or a word for several. */
export type Grant = BuiltInName | (typeof grantWords)[number];

/** All that can be written of what comes with the gateway. */
export const grants: readonly Grant[] = [...endpointNames, ...grantWords];

/** The endpoints that a list allows, each once and in the order of names. What comes with one of them is among them. */
export function endpointsGrantedBy(
  written: readonly string[],
  endpoints: EndpointSet = builtIn,
): readonly EndpointName[] {
  return endpoints.names.filter((name) => written.some((grant) => allows(grant, endpoints.of(name))));
}

function allows(grant: string, { name, grant: rule, isStateless, model }: ServedEndpoint): boolean {
  if (grant === 'all') return model?.in !== 'none';
  if (grant === 'stateless' && isStateless) return true;
  return grant === name || (typeof rule === 'object' && grant === rule.with);
}
