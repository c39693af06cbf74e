import { isIP } from 'node:net';
import type { LogConfig } from '../../config/types/telemetry.ts';
import { type AddressRanges, maskedAddress } from '../../lib/ip.ts';

/** The form of an address for comparison and the log: IPv4 seen through an IPv6 socket is IPv4. */
export function plainAddress(address: string | undefined): string {
  if (address === undefined) return '';
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

/**
 * The client behind trusted proxies: the right-most X-Forwarded-For entry that is not itself one of them. Entries
 * further left come from untrusted senders. Falls back to the peer.
 */
export function clientBehind(peer: string, forwardedFor: string | undefined, trusted: AddressRanges): string {
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

/** A client's address as far as `log.client_ip` shows it. */
export function shownAddress(address: string, shown: LogConfig['clientIp']): string | undefined {
  if (shown === 'full') return address;
  return shown === 'masked' ? maskedAddress(address) : undefined;
}
