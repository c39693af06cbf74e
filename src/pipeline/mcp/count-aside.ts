import { GatewayError } from '../../errors.ts';
import type { KeyThrottle } from '../../limits/throttles/key-throttle.ts';
import type { Exchange } from '../exchange.ts';

/** Counts a request that no limit of its key counts: lists, discovery, and messages of a session beside calls. */
export async function countAside({ key }: Exchange, throttle: KeyThrottle): Promise<void> {
  const { id } = key!;
  const retryAfterMs = throttle.waitMs(id) || (await throttle.count(id));
  if (retryAfterMs === 0) return;
  throw new GatewayError(
    'rate_limit_exceeded',
    `A key may ask for lists of tools, and send messages beside calls, ${throttle.most} times a minute; keep what lists say.`,
    { retryAfterMs },
  );
}
