import { BlockList, isIP, isIPv6 } from 'node:net';

/** Addresses and networks, to be looked up in. */
export class AddressRanges {
  readonly #list = new BlockList();

  /** @param ranges CIDR blocks (`10.0.0.0/8`) or single addresses, known to be sound. */
  constructor(ranges: readonly string[]) {
    for (const range of ranges) {
      const [address, bits] = range.split('/') as [string, string | undefined];
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (bits === undefined) this.#list.addAddress(address, family);
      else this.#list.addSubnet(address, Number(bits), family);
    }
  }

  /** False also for what is no address. */
  includes(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.#list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  }
}

const loopback = new AddressRanges(['127.0.0.0/8', '::1']);

/** True for an address that only this host can reach: 127.0.0.0/8, ::1 and their names. */
export function isLoopback(host: string): boolean {
  return isIP(host) === 0 ? /^(.+\.)?localhost\.?$/i.test(host) : loopback.includes(host);
}

/**
 * The network that counts as one client: an IPv4 address, or the first half of an IPv6 one, since the owner of one
 * address there has 2^64 of them (RFC 4291, 2.5.1). Every spelling of an address leads to the same text.
 */
export function networkOf(address: string): string {
  return isIPv6(address) ? `${ipv6Groups(address).slice(0, 4).join(':')}::/64` : address;
}

/**
 * The part of an address that identifies a network and no longer a person: an IPv4 address without its last byte, an
 * IPv6 one's first 48 bits.
 */
export function maskedAddress(address: string): string {
  switch (isIP(address)) {
    case 4:
      return `${address.slice(0, address.lastIndexOf('.'))}.0`;
    case 6:
      return `${ipv6Groups(address).slice(0, 3).join(':')}::`;
    default:
      return '';
  }
}

/**
 * The groups of an IPv6 address in hexadecimal, without zeros in front (RFC 4291, 2.2; RFC 5952, 4.1). Where the last
 * two are written as an IPv4 address they are one text: nobody asks for them.
 */
function ipv6Groups(address: string): readonly string[] {
  const [plain = ''] = address.split('%');
  const [before = '', after] = plain.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const written = head.length + tail.length + (plain.includes('.') ? 1 : 0);
  const zeros = after === undefined ? [] : Array<string>(8 - written).fill('0');
  return [...head, ...zeros, ...tail].map((group) =>
    group.includes('.') ? group : Number.parseInt(group, 16).toString(16),
  );
}
