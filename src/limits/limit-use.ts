import { describeLimit } from './limit-refusal.ts';
import { type Meter, type Meters, nanoUsdPerUsd, type QuotaStatus } from './rules.ts';

/** Where limits stand, to be looked at. */
export interface LimitReader {
  /** Where the meters of each list stand, counting nothing. Rejects with a StoreFault where nobody can tell. */
  read(list: readonly Meters[]): Promise<readonly (readonly QuotaStatus[])[]>;
}

/** How much of one limit is used. */
export interface LimitUse {
  readonly meter: Meter;
  /** In words: `60 requests per minute`. */
  readonly limit: string;
  /** Requests, tokens, requests in flight, or US dollars; undefined where the store does not tell. */
  readonly used: number | undefined;
  readonly most: number;
  /** Milliseconds until all of it is there again; 0 when it is, and for requests in flight. */
  readonly resetMs: number;
}

/** Where limits of several accounts stand, in their order. Where the store does not tell it says the limits alone. */
export async function usageOf(
  list: readonly Meters[],
  reader: LimitReader,
): Promise<readonly (readonly LimitUse[])[]> {
  const quotas = await reader.read(list).catch(() => undefined);
  return list.map((meters, index) =>
    meters.list.map((meter, place) => useOf(meter, quotas?.[index]?.[place])),
  );
}

/** Where one limit stands; `quota` is what the store says of it. */
export function useOf(meter: Meter, quota: QuotaStatus | undefined): LimitUse {
  const unit = meter.kind === 'budget' ? nanoUsdPerUsd : 1;
  return {
    meter,
    limit: describeLimit(meter),
    used: quota && (meter.limit - quota.remaining + (quota.over ?? 0)) / unit,
    most: meter.limit / unit,
    resetMs: quota?.resetMs ?? 0,
  };
}
