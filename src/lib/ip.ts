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

/** The address ranges outside the public internet (RFC 6890, and multicast). */
const special = new AddressRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/127',
  '64:ff9b:1::/48',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]);

/** An IPv4 address in IPv6 (RFC 4291, 2.5.5; RFC 6052, 2.1; RFC 3056, 2). */
const embedding = /^(?:::ffff:|::|64:ff9b::)((?:\d{1,3}\.){3}\d{1,3})$/i;

/** True for an address of this host, of a private network, or otherwise outside the public internet. */
export function isPrivate(address: string): boolean {
  const [plain = ''] = address.split('%');
  if (isIP(plain) !== 6) return special.includes(plain);
  return special.includes(plain) || special.includes(embeddedIpv4(plain) ?? '');
}

/** The IPv4 address that an IPv6 one leads to, however it is written. */
function embeddedIpv4(address: string): string | undefined {
  const [, dotted] = embedding.exec(address) ?? [];
  if (dotted !== undefined) return dotted;
  const groups = ipv6Groups(address);
  if (groups.length !== 8) return undefined;
  const beginning = groups.slice(0, 6).join(':');
  const isEmbedded =
    beginning === '0:0:0:0:0:ffff' || beginning === '64:ff9b:0:0:0:0' || beginning === '0:0:0:0:0:0';
  const pair = isEmbedded ? groups.slice(6) : groups[0] === '2002' ? groups.slice(1, 3) : undefined;
  if (pair === undefined) return undefined;
  const [high = 0, low = 0] = pair.map((group) => Number.parseInt(group, 16));
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
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
