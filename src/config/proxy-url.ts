import { isIP } from 'node:net';
import { AddressRanges } from '../lib/ip.ts';
import { parseRange } from './addresses.ts';
import type { BackendProxy } from './types/backends.ts';

/** The environment's proxies, in the spelling that takes precedence. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A destination, as proxies are chosen by it. */
export interface Destination {
  readonly protocol: 'http:' | 'https:';
  /** Without brackets. */
  readonly hostname: string;
  readonly port: number;
}

/** Reads `http(s)://[user:secret@]host[:port]`; what is wrong with it in words that do not repeat it. */
export function parseProxyUrl(text: string): BackendProxy | string {
  if (!/^https?:\/\/[^/\\?#]/i.test(text) || !URL.canParse(text)) {
    return 'must be http://host:port or https://host:port, `environment` or `none`';
  }
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (pathname !== '/' || search !== '' || hash !== '') return 'must end with its port: a proxy has no path';
  let credentials: string;
  try {
    credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch {
    return 'has a user or password with a % that escapes nothing: write it as %25';
  }
  const isTls = protocol === 'https:';
  return {
    protocol: isTls ? 'https:' : 'http:',
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
    authorization:
      credentials === ':' ? undefined : `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`,
  };
}

/** The variable that names a proxy for a destination, and what it says; undefined where none does. */
export function proxyVariable(
  env: Environment,
  destination: Destination,
): { readonly name: string; readonly value: string } | undefined {
  const upper = destination.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const name = [upper.toLowerCase(), upper].find((one) => (env[one] ?? '') !== '');
  if (name === undefined || isExcepted(env['no_proxy'] ?? env['NO_PROXY'] ?? '', destination))
    return undefined;
  const value = env[name]!;
  return { name, value: value.includes('://') ? value : `http://${value}` };
}

/** True if NO_PROXY names a destination: hosts with all below them, addresses, ranges, each with a port or without. */
function isExcepted(list: string, { hostname, port }: Destination): boolean {
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const [, host = '', ofPort] = /^(.*?)(?::(\d+))?$/.exec(isIP(entry) === 6 ? '' : entry) ?? [];
    if (ofPort !== undefined && Number(ofPort) !== port) return false;
    const named = (host === '' ? entry : host).replace(/^\[|\]$/g, '').toLowerCase();
    if (named === '') return false;
    return isIP(hostname) === 0 ? isBelow(hostname.toLowerCase(), named) : isInRange(hostname, named);
  });
}

function isBelow(hostname: string, named: string): boolean {
  const domain = named.replace(/^\*?\./, '');
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

function isInRange(address: string, named: string): boolean {
  const range = parseRange(named);
  return range !== undefined && new AddressRanges([range]).includes(address);
}
