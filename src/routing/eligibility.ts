/**
 * Matches a deployment's capabilities with the tags of a request. A scoped tag (`messages:vision`) asks for a
 * capability under the endpoint it names, whichever endpoint is called. A generic tag (`vision`) asks for it under the
 * called endpoint, and under each of `chat_completions`, `messages` and `responses` that the deployment serves without
 * translation (a translated endpoint takes no tag away from the others). With `generic_tags: called_endpoint` it asks
 * for it under the called one alone.
 */
import type { EndpointSet } from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName } from '../api/endpoints/index.ts';
import { translationAt } from '../config/derived/endpoint-translation.ts';
import type { DeploymentConfig } from '../config/types/models.ts';
import type { GenericTags } from '../config/types/routing.ts';
import { listed, quoted } from './wording.ts';

/** A tag taken apart; without an endpoint it is generic. */
export interface ParsedTag {
  readonly endpoint: EndpointName | undefined;
  readonly capability: string;
}

/** The part before the first colon scopes a tag if it is a prefix; else the whole tag names a capability. */
export function parseTag(tag: string, { tagPrefixes }: Pick<EndpointSet, 'tagPrefixes'>): ParsedTag {
  const colon = tag.indexOf(':');
  const prefix = colon < 0 ? undefined : tag.slice(0, colon);
  const endpoint = tagPrefixes.find((name) => name === prefix);
  return endpoint === undefined
    ? { endpoint: undefined, capability: tag }
    : { endpoint, capability: tag.slice(colon + 1) };
}

/** Why one deployment does not satisfy one tag. */
export type TagFailure =
  /** Nobody knows the capability, or the prefix is none. */
  | { readonly tag: string; readonly reason: 'unknown' }
  /** The tag is scoped to an endpoint that the deployment does not serve. */
  | { readonly tag: string; readonly reason: 'not_served'; readonly endpoint: EndpointName }
  /** The tag is scoped, and its endpoint lacks the capability. */
  | { readonly tag: string; readonly reason: 'lacks_scoped'; readonly endpoint: EndpointName }
  /** The tag is generic, and of the endpoints that count some lack the capability and others list it. */
  | {
      readonly tag: string;
      readonly reason: 'lacks_generic';
      readonly lacking: readonly EndpointName[];
      readonly listing: readonly EndpointName[];
    };

/** The endpoints a deployment serves, in the order of names. */
export function servedEndpoints({ endpoints }: Pick<DeploymentConfig, 'endpoints'>): readonly EndpointName[] {
  const served = Object.entries(endpoints).filter(([, listed]) => listed !== undefined);
  return served.map(([name]) => name as EndpointName).sort();
}

/** The endpoints under which a generic tag's capability has to stand for a call of `called`. */
function endpointsThatCount(
  deployment: DeploymentConfig,
  called: EndpointName,
  genericTags: GenericTags,
  endpoints: EndpointSet,
): readonly EndpointName[] {
  if (genericTags === 'called_endpoint') return [called];
  return servedEndpoints(deployment).filter(
    (name) =>
      name === called ||
      (endpoints.of(name).tags.generic === 'always' && translationAt(deployment, name) === undefined),
  );
}

/** Every tag, scoped and generic, that a deployment satisfies on a call of an endpoint it serves. */
export function satisfiedTags(
  deployment: DeploymentConfig,
  called: EndpointName,
  genericTags: GenericTags,
  endpoints: EndpointSet,
): ReadonlySet<string> {
  const tags = new Set<string>();
  for (const endpoint of endpoints.tagPrefixes) {
    for (const capability of deployment.endpoints[endpoint] ?? []) tags.add(`${endpoint}:${capability}`);
  }
  const [first, ...others] = endpointsThatCount(deployment, called, genericTags, endpoints).map(
    (endpoint) => new Set(deployment.endpoints[endpoint]),
  );
  for (const capability of first ?? []) {
    if (others.every((capabilities) => capabilities.has(capability))) tags.add(capability);
  }
  // Other endpoints can't have it.
  for (const own of endpoints.capabilitiesOf(called)) {
    if (deployment.endpoints[called]?.includes(own)) tags.add(own);
  }
  return tags;
}

/** All names that are known, so that a misspelled tag can be told from a missing capability. */
export interface KnownNames {
  readonly capabilities: ReadonlySet<string>;
  readonly endpoints: EndpointSet;
}

/** Why a deployment does not satisfy a tag on a call of an endpoint it serves; undefined when it does. */
export function tagFailure(
  deployment: DeploymentConfig,
  called: EndpointName,
  genericTags: GenericTags,
  tag: string,
  { capabilities, endpoints }: KnownNames,
): TagFailure | undefined {
  const { endpoint, capability } = parseTag(tag, endpoints);
  const lists = (name: EndpointName) => deployment.endpoints[name]?.includes(capability) === true;
  if (!capabilities.has(capability)) return { tag, reason: 'unknown' };
  if (endpoint !== undefined) {
    if (lists(endpoint)) return undefined;
    const reason = deployment.endpoints[endpoint] === undefined ? 'not_served' : 'lacks_scoped';
    return { tag, reason, endpoint };
  }
  const isOwn = endpoints.capabilitiesOf(called).includes(capability);
  const counting = isOwn ? [called] : endpointsThatCount(deployment, called, genericTags, endpoints);
  const lacking = counting.filter((name) => !lists(name));
  if (lacking.length === 0) return undefined;
  return { tag, reason: 'lacks_generic', lacking, listing: servedEndpoints(deployment).filter(lists) };
}

/** The scoped tag that a deployment does satisfy where the generic one fails because of other endpoints. */
export function scopedInstead(
  failure: TagFailure,
  called: EndpointName,
  endpoints: EndpointSet,
): string | undefined {
  if (failure.reason !== 'lacks_generic' || !endpoints.of(called).tags.prefix) return undefined;
  return failure.listing.includes(called) ? `${called}:${failure.tag}` : undefined;
}

/** A failure in words that follow the name of a deployment or stand alone in a table. */
export function describeFailure(failure: TagFailure): string {
  const tag = quoted(failure.tag);
  switch (failure.reason) {
    case 'unknown':
      return `${tag} is not a known tag`;
    case 'not_served':
      return `${tag} fails because ${quoted(failure.endpoint)} is not served`;
    case 'lacks_scoped':
      return `lacks ${quoted(failure.tag.slice(failure.endpoint.length + 1))} under ${quoted(failure.endpoint)}`;
    case 'lacks_generic': {
      if (failure.listing.length === 0) return `lacks ${tag}`;
      const lacking = listed(failure.lacking.map(quoted), 'and');
      return `generic ${tag} fails because ${lacking} ${failure.lacking.length === 1 ? 'lacks' : 'lack'} it`;
    }
  }
}
