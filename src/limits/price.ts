import type { PriceConfig } from '../config/types.ts';
import { nanoUsdPerUsd } from './rules.ts';

export interface PricedUsage {
  /** All tokens that went in, cached ones and those written to a cache included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheWriteTokens: number;
}

/** No answer costs more, whatever a backend says it used: sums have to stay numbers that are held exactly. */
const maxNanoUsd = 100_000 * nanoUsdPerUsd;

const nanoUsdPerPrice = nanoUsdPerUsd / 1_000_000;

/** What an answer costs, in billionths of a US dollar. */
export function costNanoUsd(price: PriceConfig, usage: PricedUsage): number {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens } = usage;
  // Some backends report cache figures beside the input instead of within it: never charge less than nothing.
  const plain = Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens);
  const dollars =
    plain * price.input +
    cachedInputTokens * price.cachedInput +
    cacheWriteTokens * price.cacheWrite +
    outputTokens * price.output;
  return Math.min(maxNanoUsd, Math.ceil(dollars * nanoUsdPerPrice));
}
