import { randomBytes } from 'node:crypto';
import type { RedisConfig } from '../../config/types/state.ts';
import type { Logger } from '../../observe/log/log.ts';
import type { BudgetStore } from '../budget-change.ts';
import type { LimitStore } from '../limit-store.ts';
import type { SeatStore } from '../queue/queue-demand.ts';
import type { SettledIds } from '../settled-object-ids.ts';
import { type FallbackStore, withFallback } from './on-failure.ts';
import { openRedisLink } from './redis-link.ts';
import { redisStore } from './redis-store.ts';
import { sharedSeats } from './shared-seats.ts';
import { sharedSettled } from './shared-settled-ids.ts';

/** The store that counts limits for all gateways together. */
export interface SharedStore {
  readonly store: LimitStore;
  /** Its slots, for waiting requests. */
  readonly seats: Pick<SeatStore, 'take' | 'underWay'>;
  /** Its budgets: changed there or nowhere. */
  readonly budgets: BudgetStore;
  /** Remembers for all gateways. Rejects with a StoreFault. */
  readonly settled: SettledIds;
  /** It is out of reach now, so the policy `on_failure` applies. */
  readonly isDown: () => boolean;
}

/**
 * Opens the store that a file names. Throws an Error in the operator's words if the store refuses the credentials.
 * Without a log, its outages are not reported here but by another process.
 */
export async function openSharedStore(
  { url, tls, prefix, onFailure, gateways }: RedisConfig,
  local: LimitStore,
  log?: Logger,
): Promise<SharedStore> {
  let store: FallbackStore | undefined;
  const link = await openRedisLink({
    url,
    tls,
    onChange(isUp, reason) {
      if (!isUp) store?.fellSilent();
      if (isUp) log?.info('the limit store answers');
      else log?.error({ reason, on_failure: onFailure }, 'the limit store does not answer');
    },
  });
  if (!link.isUp) log?.error({ on_failure: onFailure }, 'the limit store does not answer');
  if (onFailure === 'allow')
    log?.warn('state.redis.on_failure is allow: without the store nothing is limited');
  const shared = redisStore({ link, prefix, processId: randomBytes(9).toString('base64url') });
  const fallback = withFallback({ policy: onFailure, shared, local, gateways });
  store = fallback;
  return {
    seats: sharedSeats(fallback),
    store: fallback,
    budgets: shared,
    settled: sharedSettled(link, prefix),
    isDown: () => !link.isUp,
  };
}
