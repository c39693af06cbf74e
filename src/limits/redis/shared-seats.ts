import { accountOf } from '../accounts/owners.ts';
import type { Grant, LimitStore, Verdict } from '../limit-store.ts';
import type { SeatStore } from '../queue/queue-demand.ts';
import type { Meters } from '../rules.ts';

/** What so many keys have under way is remembered. */
const mostRemembered = 10_000;

/** Slots as all gateways count them that share a store. What keys have under way is known as it was last heard. */
export function sharedSeats(store: Pick<LimitStore, 'spend'>): Pick<SeatStore, 'take' | 'underWay'> {
  const underWay = new Map<string, number>();
  const note = (account: string, count: number) => {
    if (underWay.size >= mostRemembered) underWay.delete(underWay.keys().next().value!);
    underWay.set(account, count);
  };
  return {
    async take(meters, order): Promise<Verdict> {
      const verdict = await store.spend({ meters, order, tokens: 0 });
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
