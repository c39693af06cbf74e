/** Prices as they are written, worked out into what each request is counted by. */
import type { Price as Written } from '../../schema/generated/file.generated.ts';
import type { ImageRates, PriceConfig, PriceTier, Rates, TokenRates } from '../../types.ts';

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

/** The fields that other units are counted by, one by one. */
export const unitRates = [
  'per_second',
  'per_minute',
  'per_million_characters',
  'per_search_unit',
  'per_request',
] as const;

type WrittenRates = Omit<Written, 'tiers' | 'tiers_by_service'>;

/** Tiers hold what differs: the rest is as it is below them. */
export function compilePrice({ tiers = [], tiers_by_service: byService, ...base }: Written): PriceConfig {
  const compiled = [...tiers]
    .sort((a, b) => b.above_input - a.above_input)
    .map(({ above_input: aboveInput, ...own }): PriceTier => {
      return { aboveInput, ...ratesOf({ ...withoutSeconds(base, own), ...own }) };
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

/** A tier's `per_minute` stands for `per_second` too, and the other way round. */
function withoutSeconds(base: WrittenRates, own: WrittenRates): WrittenRates {
  if (own.per_minute === undefined && own.per_second === undefined) return base;
  const { per_minute: _minute, per_second: _second, ...rest } = base;
  return rest;
}

function ratesOf(written: WrittenRates): Rates {
  const { per_second: second, per_minute: minute, per_million_characters: characters } = written;
  return {
    tokens: tokensOf(written),
    images: imagesOf(written.per_image),
    second: second ?? (minute === undefined ? undefined : minute / 60),
    character: characters === undefined ? undefined : characters / 1e6,
    searchUnit: written.per_search_unit,
    named: nonEmpty(written.per_unit),
    toolCall: nonEmpty(written.per_tool_call),
    request: written.per_request,
  };
}

/** What has no price of its own has the plain one; where there is none of that, the one of its finer kinds. */
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

function imagesOf(written: Written['per_image']): ImageRates | undefined {
  if (written === undefined) return undefined;
  if (typeof written === 'number') return { otherwise: written, byKind: {} };
  const { default: otherwise, ...byKind } = written;
  return { otherwise, byKind };
}

function nonEmpty(
  rates: Readonly<Record<string, number>> | undefined,
): Readonly<Record<string, number>> | undefined {
  return rates === undefined || Object.keys(rates).length === 0 ? undefined : { ...rates };
}

/** Each field of a price that is a number, and what it came to in the same unit. */
export const rateFields: readonly (readonly [
  field: Exclude<keyof WrittenRates, 'per_image' | 'per_unit' | 'per_tool_call'>,
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
  ['per_second', ({ second }) => second],
  ['per_minute', ({ second }) => (second === undefined ? undefined : second * 60)],
  ['per_million_characters', ({ character }) => (character === undefined ? undefined : character * 1e6)],
  ['per_search_unit', ({ searchUnit }) => searchUnit],
  ['per_request', ({ request }) => request],
];
