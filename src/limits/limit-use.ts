import { describeLimit } from './limit-refusal.ts';
import { type Meter, type Meters, nanoUsdPerUsd, type QuotaStatus } from './rules.ts';

/** Reads the status of limits. */
export interface LimitReader {
  /** The status of the meters of each list; counts nothing. Rejects with a StoreFault if the store does not answer. */
  read(list: readonly Meters[]): Promise<readonly (readonly QuotaStatus[])[]>;
}

/** The used amount of one limit. */
export interface LimitUse {
  readonly meter: Meter;
  /** In words: `60 requests per minute`. */
  readonly limit: string;
  /** Requests, tokens, requests in flight, or US dollars; undefined if the store does not answer. */
  readonly used: number | undefined;
  readonly most: number;
  /** Milliseconds until all of it is available again; 0 if it is, and for requests in flight. */
  readonly resetMs: number;
}

/**
 * The status of limits of several accounts, in their order. Without an answer of the store it holds the limits alone.
 */
export async function usageOf(
  list: readonly Meters[],
  reader: LimitReader,
): Promise<readonly (readonly LimitUse[])[]> {
  const quotas = await reader.read(list).catch(() => undefined);
  return list.map((meters, index) =>
    meters.list.map((meter, place) => useOf(meter, quotas?.[index]?.[place])),
  );
}

/** The status of one limit; `quota` is the store's answer. */
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
