/** The cost of a request: by the price of its deployment, or as the backend reports it. */
import type { PriceConfig, Rates, TokenRates, UnitRate } from '../config/types/prices.ts';
import type { UnitCounter } from './units/index.ts';
import type { Usage } from './usage.ts';

export const nanoUsdPerUsd = 1_000_000_000;

/** No answer costs more, whatever a backend says it used: sums have to stay numbers that are held exactly. */
const maxNanoUsd = 100_000 * nanoUsdPerUsd;

/** Sums in floating point may be too large by this factor; that is no reason to charge a unit more. */
const exactly = 1 - 4e-15;

const perMillion = 1 / 1_000_000;

/** The figure that settles a request. */
export type SettledBy = 'reported' | 'tokens' | 'units' | 'request';

/**
 * Exactly one unit settles a request: its tokens where the answer says how many they were, else a unit that is counted
 * beside them, else its tokens as they are estimated. Undefined where none of these has a price.
 *
 * @param areTokensKnown The answer itself says how many tokens it used.
 */
export function settledBy(price: PriceConfig, usage: Usage, areTokensKnown: boolean): SettledBy | undefined {
  if (usage.reportedUsd !== undefined) return 'reported';
  const rates = ratesAt(price, usage.input);
  if (rates.tokens !== undefined && areTokensKnown) return 'tokens';
  if (unitsUsd(rates, usage) !== undefined) return 'units';
  if (rates.tokens !== undefined) return 'tokens';
  return rates.request === undefined ? undefined : 'request';
}

/**
 * The cost of an answer, in billionths of a US dollar.
 *
 * @param areTokensKnown The answer itself says how many tokens it used.
 */
export function costNanoUsd(price: PriceConfig, usage: Usage, areTokensKnown = true): number {
  if (usage.reportedUsd !== undefined) return nanoUsd(usage.reportedUsd);
  if (price.plain !== undefined) return nanoUsd(plainUsd(price.plain, usage));
  const rates = ratesAt(price, usage.input);
  const { tokens } = rates;
  let usd = tokens === undefined || !areTokensKnown ? unitsUsd(rates, usage) : undefined;
  if (usd === undefined) usd = tokens === undefined ? 0 : tokensUsd(tokens, usage);
  if (price.byService !== undefined && usage.serviceTier !== undefined)
    usd *= own(price.byService, usage.serviceTier) ?? 1;
  if (rates.request !== undefined) usd += rates.request;
  if (rates.toolCall !== undefined && usage.toolCalls !== undefined)
    usd += namedUsd(rates.toolCall, usage.toolCalls) ?? 0;
  return nanoUsd(usd);
}

/** The cost that the backend itself reports; undefined for none. For deployments without a price. */
export function reportedNanoUsd({ reportedUsd }: Usage): number | undefined {
  return reportedUsd === undefined ? undefined : nanoUsd(reportedUsd);
}

function nanoUsd(usd: number): number {
  return Math.min(maxNanoUsd, Math.ceil(usd * nanoUsdPerUsd * exactly));
}

/** The rates for a request with this many tokens of input, cached and written ones included. */
export function ratesAt(price: PriceConfig, input: number): Rates {
  if (price.tiers === undefined) return price;
  return price.tiers.find(({ aboveInput }) => input > aboveInput) ?? price;
}

/** The cost of tokens whose kinds have equal prices, if nothing else could settle the request. */
function plainUsd({ input, cachedInput, cacheWrite, output }: TokenRates, usage: Usage): number {
  // Some backends report cache figures beside the input instead of within it: never charge less than nothing.
  const fresh = Math.max(0, usage.input - usage.cachedInput - usage.cacheWrite);
  return (
    (fresh * input +
      usage.cachedInput * cachedInput +
      usage.cacheWrite * cacheWrite +
      usage.output * output) *
    perMillion
  );
}

function tokensUsd(rates: TokenRates, usage: Usage): number {
  const { input, cachedInput, cacheWrite } = usage;
  const cacheWrite1h = Math.min(usage.cacheWrite1h, cacheWrite);
  const fresh = Math.max(0, input - cachedInput - cacheWrite);
  const audioInput = Math.min(fresh, usage.audioInput);
  const imageInput = Math.min(fresh - audioInput, usage.imageInput);
  const audioOutput = Math.min(usage.output, usage.audioOutput);
  const imageOutput = Math.min(usage.output - audioOutput, usage.imageOutput);
  return (
    ((fresh - audioInput - imageInput) * rates.input +
      audioInput * rates.audioInput +
      imageInput * rates.imageInput +
      cachedInput * rates.cachedInput +
      (cacheWrite - cacheWrite1h) * rates.cacheWrite +
      cacheWrite1h * rates.cacheWrite1h +
      (usage.output - audioOutput - imageOutput) * rates.output +
      audioOutput * rates.audioOutput +
      imageOutput * rates.imageOutput) *
    perMillion
  );
}

/** By the first of the units that was counted and has a price. */
function unitsUsd(rates: Rates, usage: Usage): number | undefined {
  const { namedUnits } = usage;
  if (rates.named !== undefined && namedUnits !== undefined) {
    const usd = namedUsd(rates.named, namedUnits);
    if (usd !== undefined) return usd;
  }
  return rates.units && countedUsd(rates.units, usage);
}

/** The counts of units, and the quality and size of images. */
export type UnitCounts = Readonly<Record<UnitCounter, number>> & { readonly imageKind: string | undefined };

/** Returns what the first unit costs, in USD, that was counted and has a price; undefined where there is none. */
export function countedUsd(rates: readonly UnitRate[], counts: UnitCounts): number | undefined {
  const rate = rates.find(({ counter }) => counts[counter] > 0);
  return rate && counts[rate.counter] * rateOfKind(rate, counts.imageKind);
}

function rateOfKind({ usd, byKind }: UnitRate, kind: string | undefined): number {
  return (kind === undefined || byKind === undefined ? undefined : own(byKind, kind)) ?? usd;
}

/** Undefined where none of what was counted has a price. */
function namedUsd(rates: Readonly<Record<string, number>>, counts: Readonly<Record<string, number>>) {
  let usd: number | undefined;
  for (const [name, count] of Object.entries(counts)) {
    const rate = own(rates, name);
    if (rate !== undefined) usd = (usd ?? 0) + count * rate;
  }
  return usd;
}

function own(rates: Readonly<Record<string, number>>, name: string): number | undefined {
  return Object.hasOwn(rates, name) ? rates[name] : undefined;
}
