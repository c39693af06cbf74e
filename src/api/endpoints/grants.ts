/** What stands in the `endpoints` of a key, and what it allows. */
import { type EndpointName, endpointNames, endpoints, type ServedEndpoint } from './index.ts';

/** `stateless` leaves out what keeps something for a client at the backend; `all` leaves out nothing. */
export const grantWords = ['all', 'stateless'] as const;

/** An endpoint, or a word for several. */
export type Grant = EndpointName | (typeof grantWords)[number];

/** All that can be written. */
export const grants: readonly Grant[] = [...endpointNames, ...grantWords];

/** The endpoints that a list allows, each once and in the order of names. What comes with one of them is among them. */
export function endpointsGrantedBy(written: readonly Grant[]): readonly EndpointName[] {
  return endpointNames.filter((name) => written.some((grant) => allows(grant, endpoints[name])));
}

function allows(grant: Grant, { name, grant: rule, isStateless }: ServedEndpoint): boolean {
  if (grant === 'all' || (grant === 'stateless' && isStateless)) return true;
  return grant === name || (typeof rule === 'object' && grant === rule.with);
}
