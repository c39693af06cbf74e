/** Prices as they are written, worked out into what each request is counted by. */

import {
  type CountedUnit,
  type KindedPriceField,
  plainUnitPrices,
  settlingUnits,
  type UnitPriceField,
  unitPrices,
} from '../../../observe/units/index.ts';
import type { Price as Written } from '../../schema/generated/file.generated.ts';
import type { PriceConfig, PriceTier, Rates, TokenRates, UnitRate } from '../../types/prices.ts';

/** The fields of a price that tokens of a request are counted by, the plain one first; */
export const inputRates = [
  'input',
  'cached_input',
  'cache_write',
  'cache_write_1h',
  'audio_input',
  'image_input',
] as const;
/** and those of an answer. */
export const outputRates = ['output', 'audio_output', 'image_output'] as const;

export const tokenRates = [...inputRates, ...outputRates] as const;

type WrittenRates = Omit<Written, 'tiers' | 'tiers_by_service'>;

/** Tiers hold what differs: the rest is as it is below them. */
export function compilePrice({ tiers = [], tiers_by_service: byService, ...base }: Written): PriceConfig {
  const compiled = [...tiers]
    .sort((a, b) => b.above_input - a.above_input)
    .map(({ above_input: aboveInput, ...own }): PriceTier => {
      return { aboveInput, ...ratesOf({ ...withoutUnitsOf(base, own), ...own }) };
    });
  const rates = ratesOf(base);
  const isPlain = compiled.length === 0 && nonEmpty(byService) === undefined && isOfPlainTokens(rates);
  return {
    ...rates,
    tiers: compiled.length === 0 ? undefined : compiled,
    byService: nonEmpty(byService),
    plain: isPlain ? rates.tokens : undefined,
  };
}

function isOfPlainTokens({ tokens, ...others }: Rates): boolean {
  return (
    tokens !== undefined &&
    tokens.audioInput === tokens.input &&
    tokens.imageInput === tokens.input &&
    tokens.cacheWrite1h === tokens.cacheWrite &&
    tokens.audioOutput === tokens.output &&
    tokens.imageOutput === tokens.output &&
    Object.values(others).every((rate) => rate === undefined)
  );
}

/** Returns prices without those of the units that others have a price for: two fields may be about one unit. */
export function withoutUnitsOf<Price extends Partial<WrittenRates>>(
  base: Price,
  others: Partial<WrittenRates>,
): Price {
  const own = new Set(unitPrices.filter(({ field }) => others[field] !== undefined).map(({ unit }) => unit));
  const rest = { ...base };
  for (const { field, unit } of unitPrices) if (own.has(unit)) delete rest[field];
  return rest;
}

function ratesOf(written: WrittenRates): Rates {
  return {
    tokens: tokensOf(written),
    units: unitsOf(written),
    named: nonEmpty(written.per_unit),
    toolCall: nonEmpty(written.per_tool_call),
    request: written.per_request,
  };
}

/** A kind without a price of its own has the plain one; a missing plain price is that of a finer kind. */
function tokensOf(written: WrittenRates): TokenRates | undefined {
  const input = written.input ?? written.image_input ?? written.audio_input;
  const output = written.output ?? written.image_output ?? written.audio_output;
  if (input === undefined && output === undefined) return undefined;
  const cacheWrite = written.cache_write ?? input ?? 0;
  return {
    input: input ?? 0,
    cachedInput: written.cached_input ?? input ?? 0,
    cacheWrite,
    cacheWrite1h: written.cache_write_1h ?? cacheWrite,
    audioInput: written.audio_input ?? input ?? 0,
    imageInput: written.image_input ?? input ?? 0,
    output: output ?? 0,
    audioOutput: written.audio_output ?? output ?? 0,
    imageOutput: written.image_output ?? output ?? 0,
  };
}

function unitsOf(written: WrittenRates): readonly UnitRate[] | undefined {
  const rates = settlingUnits.flatMap(({ counter, prices }): UnitRate[] => {
    const priced = prices.findLast(({ field }) => written[field as UnitPriceField] !== undefined);
    if (priced === undefined) return [];
    const { field, times } = priced;
    const price = written[field as UnitPriceField]!;
    if (typeof price === 'number') return [{ counter, usd: price / times, byKind: undefined }];
    const { default: otherwise, ...byKind } = price;
    return [{ counter, usd: otherwise, byKind }];
  });
  return rates.length === 0 ? undefined : rates;
}

function nonEmpty(
  rates: Readonly<Record<string, number>> | undefined,
): Readonly<Record<string, number>> | undefined {
  return rates === undefined || Object.keys(rates).length === 0 ? undefined : { ...rates };
}

/** Returns what one of a unit costs; undefined where it has no price. */
export function rateOf({ units }: Pick<Rates, 'units'>, { counter }: CountedUnit): UnitRate | undefined {
  return units?.find((rate) => rate.counter === counter);
}

function timesOf(rate: UnitRate | undefined, times: number): number | undefined {
  return rate && rate.usd * times;
}

/** Each field of a price that is a number, and what it came to in the same unit. */
export const rateFields: readonly (readonly [
  field: Exclude<keyof WrittenRates, KindedPriceField | 'per_unit' | 'per_tool_call'>,
  of: (rates: Rates) => number | undefined,
])[] = [
  ['input', ({ tokens }) => tokens?.input],
  ['cached_input', ({ tokens }) => tokens?.cachedInput],
  ['cache_write', ({ tokens }) => tokens?.cacheWrite],
  ['cache_write_1h', ({ tokens }) => tokens?.cacheWrite1h],
  ['audio_input', ({ tokens }) => tokens?.audioInput],
  ['image_input', ({ tokens }) => tokens?.imageInput],
  ['output', ({ tokens }) => tokens?.output],
  ['audio_output', ({ tokens }) => tokens?.audioOutput],
  ['image_output', ({ tokens }) => tokens?.imageOutput],
  ...plainUnitPrices.map(({ field, times, unit }) => {
    return [field, (rates: Rates) => timesOf(rateOf(rates, unit), times)] as const;
  }),
  ['per_request', ({ request }) => request],
];
