import { isIP } from 'node:net';
import type { EndpointSet } from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import { idsIn } from '../api/endpoints/declared-endpoints/ids-in-path.ts';
import { type BuiltInName, type EndpointName, perEndpoint } from '../api/endpoints/index.ts';
import { AddressRanges } from '../lib/ip.ts';
import { hasSoundBraces } from '../lib/model-path.ts';
import { isLoopback } from './addresses.ts';
import type { ProblemName } from './problem-codes.ts';

/** The part of a request path that clients and vendors share. */
export const standardPaths: Readonly<Record<BuiltInName, string>> = perEndpoint(({ path }) => path);

export interface BackendUrl {
  readonly protocol: 'http:' | 'https:';
  /** Without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** The part before `/v1`: empty, or `/` and something, without a slash at the end. */
  readonly basePath: string;
}

export interface UrlFault {
  readonly name: ProblemName;
  /** Never holds the URL itself: it may have come from the environment. */
  readonly message: string;
  readonly hint?: string;
}

/**
 * Reads a URL that requests go to. Everything that would be lost or would surprise on the way (user and password,
 * fragment) is refused, and so are the addresses where clouds hand out credentials.
 */
export function parseHttpUrl(text: string): URL | UrlFault {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) {
    return {
      name: 'bad_url',
      message: 'must be a URL that begins with https:// or http://',
      hint: 'write https:// before the host',
    };
  }
  if (!/^https?:/i.test(text)) return { name: 'bad_url', message: 'must begin with https:// or http://' };
  if (!/^https?:\/\/[^/\\?#]/i.test(text)) return { name: 'bad_url', message: 'has no host' };
  if (/[\s\\]/.test(text)) return { name: 'bad_url', message: 'must not hold white space or backslashes' };
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return { name: 'bad_url', message: 'is not a valid URL: host or port are malformed' };
  }
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(text)) {
    return {
      name: 'bad_url',
      message: 'must not hold a user name or password',
      hint: 'write the URL without them; credentials belong into `auth`',
    };
  }
  if (text.includes('#')) return { name: 'bad_url', message: 'must not have a fragment (#...)' };
  if (/^[^?]*\/(\.|%2e){1,2}([/?]|$)/i.test(text))
    return { name: 'bad_url', message: 'must not have . or .. in its path' };
  if (url.port === '0') return { name: 'bad_url', message: 'has port 0, which nothing listens on' };
  if (isMetadataHost(hostOf(url))) {
    const message = 'leads to a link-local or metadata address, which hands out credentials of this host';
    return { name: 'metadata_address', message };
  }
  return url;
}

/** Without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Reads a backend's base URL: a URL as above, and without a query. */
export function parseBackendUrl(text: string): BackendUrl | UrlFault {
  const url = parseHttpUrl(text);
  if ('message' in url) return url;
  if (text.includes('?')) return { name: 'bad_url', message: 'must not have a query (?...)' };
  const protocol = url.protocol === 'http:' ? 'http:' : 'https:';
  const basePath = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
  const port = Number(url.port) || (protocol === 'http:' ? 80 : 443);
  return { protocol, hostname: hostOf(url), port, basePath };
}

/**
 * The fault of a URL that issues tokens; undefined for none. Secrets travel to it, so it has to be https, except on
 * this host.
 */
export function tokenUrlFault(text: string): UrlFault | undefined {
  const url = parseHttpUrl(text);
  if ('message' in url) return url;
  if (url.protocol === 'https:' || isLoopback(hostOf(url))) return undefined;
  return {
    name: 'bad_url',
    message: 'must begin with https://: the credential would cross the network in clear',
  };
}

/** True for a URL whose host hands out cloud credentials. */
export function isMetadataUrl(text: string): boolean {
  return URL.canParse(text) && isMetadataHost(hostOf(new URL(text)));
}

/** Complete request paths: the base, and `/v1` once. */
export function endpointPaths(basePath: string, endpoints: EndpointSet): Record<EndpointName, string> {
  return endpoints.perEndpoint(({ path }) => basePath + path);
}

/** The fault of a request path in the file; undefined for none. */
export function pathFault(path: string): string | undefined {
  if (!path.startsWith('/')) return 'must begin with /';
  if (!/^[\x21-\x7e]+$/.test(path)) return 'must be visible ASCII characters; encode others with %';
  if (/[?#\\]/.test(path)) return 'must not hold ?, # or a backslash';
  if (/\/(\.|%2e){1,2}(\/|$)/i.test(path)) return 'must not have . or .. in it';
  return undefined;
}

/**
 * The same for the path of an endpoint, which may name the model.
 *
 * @param ids How many ids are sent in its place that have to be in it, as `{id}` each
 */
export function endpointPathFault(path: string, ids = 0): string | undefined {
  const fault = pathFault(path);
  if (fault !== undefined) return fault;
  if (ids > 0 && idsIn(path) !== ids)
    return `must hold {id} ${ids === 1 ? 'once' : `${ids} times`}: it goes on`;
  if (hasSoundBraces(ids === 0 ? path : path.replaceAll('{id}', ''))) return undefined;
  return 'may hold {model} once, for the name of the model, and no other braces';
}

const metadata = new AddressRanges([
  '169.254.0.0/16', // link-local; 169.254.169.254 with AWS, Azure, Google and others
  '100.100.100.200', // Alibaba
  '168.63.129.16', // Azure's wire server
  'fe80::/10',
  'fd00:ec2::/32', // AWS over IPv6
  'fd20:ce::254', // Google over IPv6
  // IPv4 addresses in the forms that IPv6 has for them: compatible, NAT64, 6to4. Mapped ones are checked as IPv4.
  '::a9fe:0/112',
  '64:ff9b::a9fe:0/112',
  '2002:a9fe::/32',
]);

const metadataNames = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
]);

/** `hostname` as the URL parser leaves it: it has turned decimal, octal and hexadecimal forms into the usual one. */
function isMetadataHost(hostname: string): boolean {
  if (isIP(hostname) === 0) return metadataNames.has(hostname.toLowerCase().replace(/\.$/, ''));
  return metadata.includes(hostname);
}

/** True if plain HTTP to this backend stays on this host. */
export function staysOnHost(url: Pick<BackendUrl, 'protocol' | 'hostname'>): boolean {
  return url.protocol === 'https:' || isLoopback(url.hostname);
}
