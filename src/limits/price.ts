import type { PriceConfig } from '../config/types.ts';
import type { Usage } from '../observe/usage.ts';
import { nanoUsdPerUsd } from './rules.ts';

/** No answer costs more, whatever a backend says it used: sums have to stay numbers that are held exactly. */
const maxNanoUsd = 100_000 * nanoUsdPerUsd;

const nanoUsdPerPrice = nanoUsdPerUsd / 1_000_000;

/** What an answer costs, in billionths of a US dollar. */
export function costNanoUsd(price: PriceConfig, usage: Usage): number {
  const { input, output, cachedInput, cacheWrite } = usage;
  // Some backends report cache figures beside the input instead of within it: never charge less than nothing.
  const plain = Math.max(0, input - cachedInput - cacheWrite);
  const dollars =
    plain * price.input +
    cachedInput * price.cachedInput +
    cacheWrite * price.cacheWrite +
    output * price.output;
  return Math.min(maxNanoUsd, Math.ceil(dollars * nanoUsdPerPrice));
}
