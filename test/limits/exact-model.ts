/** What every store must say, written for the reader and not for speed: a list of all that ever happened. */

import type { LimitRefusal, Verdict } from '../../src/limits/limit-store.ts';
import { periodAt } from '../../src/limits/period.ts';
import type { Meter, Meters, QuotaStatus, RateMeter } from '../../src/limits/rules.ts';

const hourMs = 3_600_000;

interface Happening {
  readonly at: number;
  tokens: number;
  reserved: number;
  /** Billionths of a US dollar. */
  money: number;
  isRunning: boolean;
  counts: boolean;
  readonly costs: { readonly at: number; readonly nanoUsd: number }[];
}

/** `bookedHours`: for so many hours of the clock a budget knows what it booked from what is spent. */
export function exactModel(meters: Meters, bookedHours = Number.POSITIVE_INFINITY) {
  const all: Happening[] = [];
  let now = 0;

  const amountOf = (meter: Meter, each: Happening): number => {
    if (!each.counts) return 0;
    if (meter.kind === 'requests') return 1;
    return each.isRunning ? Math.min(each.reserved, meter.limit) : each.tokens;
  };
  /** The bucket that a moment lies in counts until 202 buckets have begun after it began. */
  const endsAt = (meter: RateMeter, at: number) => (Math.floor(at / meter.bucketMs) + 202) * meter.bucketMs;
  const inWindow = (meter: RateMeter, when: number) =>
    all.filter(
      (each) => Math.floor(when / meter.bucketMs) < Math.round(endsAt(meter, each.at) / meter.bucketMs),
    );

  function used(meter: Meter, when: number): number {
    switch (meter.kind) {
      case 'requests':
      case 'tokens':
        return inWindow(meter, when).reduce((sum, each) => sum + amountOf(meter, each), 0);
      case 'concurrency':
        return all.filter((each) => each.isRunning).length;
      case 'budget': {
        const { from } = periodAt(meter.period, when);
        const running = all.filter(({ isRunning, at }) => isRunning && at >= from);
        return running.reduce((sum, { money }) => sum + money, spentSince(from));
      }
    }
  }

  function spentSince(from: number): number {
    const costs = all.flatMap((each) => each.costs).filter(({ at }) => at >= from);
    return costs.reduce((sum, { nanoUsd }) => sum + nanoUsd, 0);
  }

  /** Whether requests under way hold what is left of a budget. */
  function isReserved(meter: Meter): boolean {
    if (meter.kind !== 'budget') return false;
    const { from } = periodAt(meter.period, now);
    const oldest = Math.floor(now / hourMs) - bookedHours;
    const taken = all.filter((each) => each.isRunning && each.at >= from && each.at / hourMs < oldest + 1);
    return taken.reduce((sum, { money }) => sum + money, spentSince(from)) < meter.limit;
  }

  const costOf = (meter: Meter, tokens: number) =>
    meter.kind === 'tokens' ? Math.min(tokens, meter.limit) : meter.kind === 'budget' ? 1 : 1;

  /** The first moment at which no more than `target` counts, tried moment by moment where that can change. */
  function dropsIn(meter: Meter, target: number): number {
    if (meter.kind === 'concurrency') return 1000;
    if (meter.kind === 'budget') return isReserved(meter) ? 2000 : periodAt(meter.period, now).to - now;
    const moments = all.map((each) => endsAt(meter, each.at)).sort((a, b) => a - b);
    const moment = moments.find((when) => when > now && used(meter, when + 1e-6) <= target);
    return (moment ?? now) - now;
  }

  function standing(meter: Meter): QuotaStatus {
    const left = meter.limit - used(meter, now);
    const remaining = { remaining: Math.max(0, left), ...(left < 0 && { over: -left }) };
    if (meter.kind === 'concurrency') return { ...remaining, resetMs: 0 };
    if (meter.kind === 'budget') return { ...remaining, resetMs: periodAt(meter.period, now).to - now };
    const ends = inWindow(meter, now)
      .filter((each) => amountOf(meter, each) > 0)
      .map((each) => endsAt(meter, each.at) - now);
    return { ...remaining, resetMs: Math.max(0, ...ends) };
  }

  return {
    spend(tokens: number, money: number, at: number): Verdict {
      now = at;
      const full = meters.list
        .map((meter, index) => ({ meter, index, target: meter.limit - costOf(meter, tokens) }))
        .filter(({ meter, target }) => used(meter, now) > target)
        .map(({ meter, index, target }) => ({ index, retryAfterMs: dropsIn(meter, target) }))
        .sort((a, b) => b.retryAfterMs - a.retryAfterMs || a.index - b.index)[0];
      if (full !== undefined) {
        const { index, retryAfterMs } = full;
        return {
          admitted: false,
          index,
          retryAfterMs,
          isReserved: isReserved(meters.list[index]!),
          quotas: meters.list.map(standing),
        } satisfies LimitRefusal;
      }
      const happening: Happening = {
        at,
        tokens: 0,
        reserved: tokens,
        money,
        isRunning: true,
        counts: true,
        costs: [],
      };
      all.push(happening);
      const grant = {
        at: now,
        settle({
          attempted,
          tokens: really,
          costNanoUsd,
        }: {
          attempted: boolean;
          tokens: number;
          costNanoUsd: number;
        }) {
          if (!happening.isRunning) return;
          happening.isRunning = false;
          happening.counts = attempted;
          happening.tokens = really;
          if (attempted) happening.costs.push({ at: modelNow(), nanoUsd: costNanoUsd });
        },
      };
      return { admitted: true, grant, quotas: meters.list.map(standing) };
    },
    /** Costs count when they become known. */
    set now(at: number) {
      now = at;
    },
  };

  function modelNow(): number {
    return now;
  }
}
