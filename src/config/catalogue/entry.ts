/** The form of a price list: the one that is shipped, and one that an operator keeps. */

/** USD for a million tokens; what is absent is not known. */
export interface CatalogueRates {
  readonly input?: number;
  readonly cached_input?: number;
  readonly cache_write?: number;
  readonly output?: number;
  readonly audio_input?: number;
  readonly audio_output?: number;
  readonly reasoning_output?: number;
}

/** What all tokens of a request cost whose input is longer than so many tokens. */
export interface CatalogueTier extends CatalogueRates {
  readonly above_input: number;
}

export interface CataloguePrice extends CatalogueRates {
  /** By `above_input`, the lowest first. */
  readonly tiers?: readonly CatalogueTier[];
}

/** What a vendor says of a model; what is absent is not known. */
export interface CatalogueEntry {
  readonly price?: CataloguePrice;
  /** Tokens of request and answer together, */
  readonly context?: number;
  /** and of the answer. */
  readonly max_output?: number;
  readonly modalities?: { readonly input: readonly string[]; readonly output: readonly string[] };
  readonly reasoning?: boolean;
  readonly function_calling?: boolean;
  /** The source no longer lists it. */
  readonly retired?: true;
}

/** The rates, in the order in which they are written. */
export const rateNames = [
  'input',
  'cached_input',
  'cache_write',
  'output',
  'audio_input',
  'audio_output',
  'reasoning_output',
] as const satisfies readonly (keyof CatalogueRates)[];

/** Entries by `VENDOR/ID`, as they were on one day. */
export interface PriceList {
  /** Where they are from, for people. */
  readonly source: string;
  /** The day they are of, such as `2026-07-02`. */
  readonly date: string;
  readonly models: Readonly<Record<string, CatalogueEntry>>;
}

/** A list as a file has it: a line for each model, so that a change of prices can be read. */
export function priceListText({ source, date, models }: PriceList): string {
  const lines = Object.keys(models)
    .sort()
    .map((name) => `    ${JSON.stringify(name)}: ${JSON.stringify(models[name])}`);
  const entries = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n  }`;
  return `{\n  "source": ${JSON.stringify(source)},\n  "date": ${JSON.stringify(date)},\n  "models": ${entries}\n}\n`;
}
