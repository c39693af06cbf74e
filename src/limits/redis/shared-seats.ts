import { accountOf, isOfDeployment } from '../accounts/owners.ts';
import { type Grant, type LimitRefusal, StoreFault, slotRetryMs, type Verdict } from '../limit-store.ts';
import type { SeatStore } from '../queue/queue-demand.ts';
import type { Meters } from '../rules.ts';
import type { FallbackStore } from './on-failure.ts';

/** Keys whose requests in flight are remembered. */
const mostRemembered = 10_000;

/**
 * A refusal for a late answer, which decides nothing: the question is repeated soon, and until then the slots count as
 * taken. Slots that were given all the same are given back. A store that is away is another matter.
 */
function lateVerdict({ list }: Meters, fault: unknown): LimitRefusal {
  if (!(fault instanceof StoreFault && fault.isPending)) throw fault;
  const index = Math.max(0, list.findIndex(isOfDeployment));
  return { admitted: false, index, retryAfterMs: slotRetryMs, isReserved: false, quotas: [] };
}

/** The slots that all gateways of a store share. The requests of keys in flight are those of the last answer. */
export function sharedSeats(store: Pick<FallbackStore, 'spend'>): Pick<SeatStore, 'take' | 'underWay'> {
  const underWay = new Map<string, number>();
  const note = (account: string, count: number) => {
    if (underWay.size >= mostRemembered) underWay.delete(underWay.keys().next().value!);
    underWay.set(account, count);
  };
  return {
    async take(meters, order): Promise<Verdict> {
      const verdict = await store
        .spend({ meters, order, tokens: 0 })
        .catch((fault) => lateVerdict(meters, fault));
      const place = meters.list.findIndex(({ owner }) => owner?.kind === 'share');
      const quota = verdict.quotas[place];
      if (quota === undefined) return verdict;
      const meter = meters.list[place]!;
      const account = accountOf(meters, meter);
      note(account, meter.limit - quota.remaining);
      if (!verdict.admitted) return verdict;
      const grant: Grant = {
        at: verdict.grant.at,
        settle(settlement) {
          note(account, Math.max(0, (underWay.get(account) ?? 1) - 1));
          verdict.grant.settle(settlement);
        },
      };
      return { admitted: true, grant, quotas: verdict.quotas };
    },
    underWay: (share: Meters) => underWay.get(accountOf(share, share.list[0]!)) ?? 0,
  };
}
