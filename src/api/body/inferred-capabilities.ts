/** Which capabilities would serve a request best, read off the request itself. */
import { capabilityNames } from '../../config/types.ts';
import type { JsonObject } from '../../lib/json.ts';
import { dialectOf } from '../dialects/index.ts';
import type { CapabilityName, Needs } from '../dialects/needs.ts';
import { type EndpointName, endpoints, type ServedEndpoint } from '../endpoints/index.ts';
import { asksForStream } from './body-summary.ts';

/** The capabilities that a parsed body makes use of, in the order of the interface. */
export function inferredCapabilities(
  parsed: JsonObject,
  endpoint: ServedEndpoint,
): readonly CapabilityName[] {
  const needs: Needs = new Set();
  if (asksForStream(parsed, endpoint)) needs.add('streaming');
  dialectOf[endpoint.name].readNeeds(parsed, needs);
  return capabilityNames.filter((name) => needs.has(name));
}

/** Tags that ask for capabilities on one endpoint: scoped where it has a prefix, generic where it has none. */
export function tagsOf(capabilities: readonly CapabilityName[], endpoint: EndpointName): readonly string[] {
  const prefix = endpoints[endpoint].tags.prefix ? `${endpoint}:` : '';
  return capabilities.map((capability) => prefix + capability);
}
