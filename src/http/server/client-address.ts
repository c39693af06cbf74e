import { BlockList, isIP } from 'node:net';
import type { LogConfig } from '../../config/types.ts';

/** The ranges of `listen.tls.terminated_by`: whose word about the client is believed. */
export class TrustedRanges {
  readonly #list = new BlockList();

  /** @param ranges CIDR blocks or single addresses, checked when the configuration was read. */
  constructor(ranges: readonly string[]) {
    for (const range of ranges) {
      const [address, bits] = range.split('/') as [string, string | undefined];
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      if (bits === undefined) this.#list.addAddress(address, family);
      else this.#list.addSubnet(address, Number(bits), family);
    }
  }

  includes(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.#list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  }
}

/** An address as it is compared and logged: IPv4 seen through an IPv6 socket is IPv4. */
export function plainAddress(address: string | undefined): string {
  if (address === undefined) return '';
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

/**
 * The client behind trusted proxies: the right-most X-Forwarded-For entry that is not itself one of them. What
 * stands further left was written by somebody we do not trust. Falls back to the peer.
 */
export function clientBehind(peer: string, forwardedFor: string | undefined, trusted: TrustedRanges): string {
  if (forwardedFor === undefined) return peer;
  const entries = forwardedFor.split(',');
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = plainAddress(withoutPort(entries[index]!.trim()));
    if (isIP(entry) === 0) return peer;
    if (!trusted.includes(entry)) return entry;
  }
  return peer;
}

/** Some balancers write `1.2.3.4:5678` or `[2001:db8::1]:5678`. */
function withoutPort(entry: string): string {
  if (entry.startsWith('[')) return entry.slice(1, Math.max(1, entry.indexOf(']')));
  const colon = entry.indexOf(':');
  return colon !== -1 && colon === entry.lastIndexOf(':') ? entry.slice(0, colon) : entry;
}

/** What tells a network and no longer a person: an IPv4 address without its last byte, an IPv6 one's first 48 bits. */
export function maskedAddress(address: string): string {
  switch (isIP(address)) {
    case 4:
      return `${address.slice(0, address.lastIndexOf('.'))}.0`;
    case 6:
      return `${firstGroups(address).join(':')}::`;
    default:
      return '';
  }
}

/** The first three groups; `::` stands for as many zeros as are missing. */
function firstGroups(address: string): readonly string[] {
  const [before = '', after] = address.split('::');
  const groups = before === '' ? [] : before.split(':');
  if (after === undefined) return groups.slice(0, 3);
  const behind = after === '' ? [] : after.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - behind.length) }, () => '0');
  return [...groups, ...zeros, ...behind].slice(0, 3);
}

/** A client's address as `log.client_ip` lets it be known. */
export function shownAddress(address: string, shown: LogConfig['clientIp']): string | undefined {
  if (shown === 'full') return address;
  return shown === 'masked' ? maskedAddress(address) : undefined;
}
