/**
 * What a deployment's capabilities mean for the tags of a request. A scoped tag (`messages:vision`) asks for a
 * capability under the endpoint it names, whichever endpoint is called. A generic tag (`vision`) asks for it
 * under every endpoint that the interface has a prefix for and that the deployment serves, and under the one called,
 * if it is another; with `generic_tags: called_endpoint` it asks for it on the called one alone.
 */
import {
  type EndpointName,
  endpointNames,
  endpoints,
  ownCapabilities,
  tagPrefixes,
} from '../api/endpoints/index.ts';
import type { DeploymentConfig, GenericTags } from '../config/types.ts';
import { listed, quoted } from './wording.ts';

/** A tag taken apart; without an endpoint it is generic. */
export interface ParsedTag {
  readonly endpoint: EndpointName | undefined;
  readonly capability: string;
}

/** What stands before the first colon scopes a tag if it is a prefix; else the whole tag names a capability. */
export function parseTag(tag: string): ParsedTag {
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

/** The endpoints a deployment serves, in the order of `endpointNames`. */
export function servedEndpoints(deployment: DeploymentConfig): readonly EndpointName[] {
  return endpointNames.filter((endpoint) => deployment.endpoints[endpoint] !== undefined);
}

/** The endpoints under which a generic tag's capability has to stand for a call of `called`. */
function endpointsThatCount(
  deployment: DeploymentConfig,
  called: EndpointName,
  genericTags: GenericTags,
): readonly EndpointName[] {
  if (genericTags === 'called_endpoint') return [called];
  return servedEndpoints(deployment).filter(
    (name) => name === called || endpoints[name].tags.generic === 'always',
  );
}

/** Every tag, scoped and generic, that a deployment satisfies on a call of an endpoint it serves. */
export function satisfiedTags(
  deployment: DeploymentConfig,
  called: EndpointName,
  genericTags: GenericTags,
): ReadonlySet<string> {
  const tags = new Set<string>();
  for (const endpoint of tagPrefixes) {
    for (const capability of deployment.endpoints[endpoint] ?? []) tags.add(`${endpoint}:${capability}`);
  }
  const [first, ...others] = endpointsThatCount(deployment, called, genericTags).map(
    (endpoint) => new Set(deployment.endpoints[endpoint]),
  );
  for (const capability of first ?? []) {
    if (others.every((capabilities) => capabilities.has(capability))) tags.add(capability);
  }
  // Other endpoints can't have it.
  for (const own of ownCapabilities[called]) if (deployment.endpoints[called]?.includes(own)) tags.add(own);
  return tags;
}

/**
 * Why a deployment does not satisfy a tag on a call of an endpoint it serves; undefined when it does.
 * `capabilities` are all that are known, so that a misspelled tag can be told from a missing capability.
 */
export function tagFailure(
  deployment: DeploymentConfig,
  called: EndpointName,
  genericTags: GenericTags,
  tag: string,
  capabilities: ReadonlySet<string>,
): TagFailure | undefined {
  const { endpoint, capability } = parseTag(tag);
  const lists = (name: EndpointName) => deployment.endpoints[name]?.includes(capability) === true;
  if (!capabilities.has(capability)) return { tag, reason: 'unknown' };
  if (endpoint !== undefined) {
    if (lists(endpoint)) return undefined;
    const reason = deployment.endpoints[endpoint] === undefined ? 'not_served' : 'lacks_scoped';
    return { tag, reason, endpoint };
  }
  const isOwn = ownCapabilities[called].includes(capability);
  const counting = isOwn ? [called] : endpointsThatCount(deployment, called, genericTags);
  const lacking = counting.filter((name) => !lists(name));
  if (lacking.length === 0) return undefined;
  return { tag, reason: 'lacks_generic', lacking, listing: servedEndpoints(deployment).filter(lists) };
}

/** The scoped tag that a deployment does satisfy where the generic one fails because of other endpoints. */
export function scopedInstead(failure: TagFailure, called: EndpointName): string | undefined {
  if (failure.reason !== 'lacks_generic' || !endpoints[called].tags.prefix) return undefined;
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
      return `lacks ${quoted(parseTag(failure.tag).capability)} under ${quoted(failure.endpoint)}`;
    case 'lacks_generic': {
      if (failure.listing.length === 0) return `lacks ${tag}`;
      const lacking = listed(failure.lacking.map(quoted), 'and');
      return `generic ${tag} fails because ${lacking} ${failure.lacking.length === 1 ? 'lacks' : 'lack'} it`;
    }
  }
}
