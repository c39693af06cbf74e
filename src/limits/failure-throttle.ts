/**
 * Slows down whoever tries keys. Failures are counted per network of the client, in the store of this host; somebody
 * with a valid key behind the same address is not held up, since only failures come here.
 */
import { isIPv6 } from 'node:net';
import { type LimitStore, StoreFault } from './limit-store.ts';
import { metersOf, rateMeter } from './rules.ts';

const perSecond = rateMeter('requests', 20, 1000);

export interface FailureThrottle {
  /** Counts a failure. True when there were too many of them from there in the last second. */
  isTooMany(address: string): Promise<boolean>;
}

/** `store` counts for all processes of this host. */
export function failureThrottle(store: LimitStore): FailureThrottle {
  return {
    async isTooMany(address) {
      const meters = metersOf(`address ${networkOf(address)}`, [perSecond], true);
      try {
        const { admitted } = await store.spend({ meters, tokens: 0 });
        return !admitted;
      } catch (error) {
        if (error instanceof StoreFault) return false; // nobody can tell, and the key is refused in any case
        throw error;
      }
    },
  };
}

/**
 * An IPv4 address, or the first half of an IPv6 one: whoever has one address there has 2^64 of them (RFC 4291, 2.5.1).
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [plain = ''] = address.split('%');
  const [before = '', after] = plain.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  // The last group may be written as an IPv4 address, which stands for two.
  const written = head.length + tail.length + (plain.includes('.') ? 1 : 0);
  const groups = after === undefined ? head : [...head, ...Array<string>(8 - written).fill('0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
