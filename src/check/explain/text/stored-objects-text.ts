import { type BuiltInName, type EndpointName, endpoints } from '../../../api/endpoints/index.ts';
import type { Config } from '../../../config/types/gateway.ts';

/** The destination of an endpoint's requests for stored objects, in one line for operators. */
export function keptText({ stateful }: Config, endpoint: EndpointName): string {
  if (stateful === undefined) return `${endpoint}: not there, since \`stateful.ids\` is off`;
  if (!stateful.endpoints.includes(endpoint)) {
    return `${endpoint}: not there, since \`stateful.endpoints\` does not name it`;
  }
  const isByModel = endpoints[endpoint as BuiltInName].answeredBy === 'deployments';
  const first = stateful.backends[endpoint]?.join(', then ') ?? 'nobody';
  const made = isByModel ? 'go by their model' : `go to ${first}`;
  const found = stateful.ids === 'signed' ? 'the backend in their id' : first;
  return `${endpoint}: new ones ${made}; requests for stored ones go to ${found}`;
}
