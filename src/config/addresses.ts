import { isIP, isIPv4, isIPv6 } from 'node:net';
import { AddressRanges, isLoopback } from '../lib/ip.ts';
import type { Address } from './types/listen.ts';

export { isLoopback };

/** `host:port`, an IPv6 address in brackets; undefined for anything else. */
export function parseAddress(text: string): Address | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65535) return undefined;
  if (bracketed !== undefined) return isIPv6(bracketed) ? { host: bracketed, port } : undefined;
  const host = plain ?? '';
  // `1.2.3` and `256.1.1.1` would be looked up as host names.
  const isName = /^(?!-)[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*$/.test(host) && !/^[\d.]+$/.test(host);
  return isIPv4(host) || isName ? { host, port } : undefined;
}

const privateRanges = new AddressRanges([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
]);

/** True for an address in a private network (RFC 1918, 4193, 6598), or a name that only such a network has. */
export function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isLoopback(bare)) return true;
  if (isIP(bare) === 0)
    return !bare.includes('.') || /\.(?:internal|local|lan|home\.arpa|svc)\.?$/i.test(bare);
  return privateRanges.includes(bare);
}

/** A range as `address/bits`; a single address becomes the range of itself; undefined for anything else. */
export function parseRange(text: string): string | undefined {
  const [, address, digits] = /^([0-9A-Fa-f:.]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address ?? '');
  if (address === undefined || family === 0) return undefined;
  const widest = family === 4 ? 32 : 128;
  const bits = digits === undefined ? widest : Number(digits);
  return bits <= widest ? `${address}/${bits}` : undefined;
}
