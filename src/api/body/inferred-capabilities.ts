/** Reads from the request itself the capabilities that would serve it best. */
import { capabilityNames } from '../../config/capability-names.ts';
import type { JsonObject } from '../../lib/json.ts';
import { dialectFor } from '../dialects/index.ts';
import type { Needs } from '../dialects/needs.ts';
import type { ServedEndpoint } from '../endpoints/index.ts';
import { askedAnswer } from './body-summary.ts';

/** The capabilities that a parsed body makes use of, in the order of the interface, the endpoint's own behind them. */
export function inferredCapabilities(parsed: JsonObject, endpoint: ServedEndpoint): readonly string[] {
  const needs: Needs = new Set();
  // Of a session there is nothing else.
  if (endpoint.socket !== 'session' && askedAnswer(endpoint, (field) => parsed[field]) === 'events')
    needs.add('streaming');
  dialectFor(endpoint).readNeeds(parsed, needs);
  const known = capabilityNames.filter((name) => needs.has(name));
  const { capabilities } = endpoint;
  if (capabilities === undefined) return known;
  const own = Object.entries(capabilities).flatMap(([name, { field, value }]) =>
    parsed[field] === value ? [name] : [],
  );
  return [...known, ...own];
}

/** Tags that ask for capabilities on one endpoint: scoped where it has a prefix, generic where it has none. */
export function tagsOf(
  capabilities: readonly string[],
  { name, tags }: Pick<ServedEndpoint, 'name' | 'tags'>,
): readonly string[] {
  const prefix = tags.prefix ? `${name}:` : '';
  return capabilities.map((capability) => prefix + capability);
}
