/**
 * Slows down clients that try out keys. Failures are counted per network of the client, in the store of this host. A
 * client with a valid key behind the same address is not held up, since only failures come here.
 */
import { networkOf } from '../../lib/ip.ts';
import { type LimitStore, StoreFault } from '../limit-store.ts';
import { metersOf, rateMeter } from '../rules.ts';

const perSecond = rateMeter('requests', 20, 1000);

export interface FailureThrottle {
  /** Counts a failure. True if there were too many from that network in the last second. */
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
        if (error instanceof StoreFault) return false; // the key is refused in any case
        throw error;
      }
    },
  };
}
