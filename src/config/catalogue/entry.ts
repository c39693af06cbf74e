/** The form of a price list: the one that is shipped, and one that an operator keeps. */

import { type KindedPriceField, type PlainPriceField, plainUnitPrices } from '../../observe/units/index.ts';

/** USD, for a million where it is of tokens or characters; what is absent is not known. */
export interface CatalogueRates extends Readonly<Partial<Record<PlainPriceField, number>>> {
  readonly input?: number;
  readonly cached_input?: number;
  readonly cache_write?: number;
  /** Of what is kept for an hour. */
  readonly cache_write_1h?: number;
  readonly output?: number;
  readonly audio_input?: number;
  readonly audio_output?: number;
  readonly image_input?: number;
  readonly image_output?: number;
  readonly reasoning_output?: number;
  readonly per_request?: number;
}

/** The rates of all tokens of a request whose input is longer than this many tokens. */
export interface CatalogueTier extends CatalogueRates {
  readonly above_input: number;
}

/** One, or by quality and size with a `default`. */
type ByKind = number | { readonly default: number; readonly [kind: string]: number };

export interface CataloguePrice extends CatalogueRates, Readonly<Partial<Record<KindedPriceField, ByKind>>> {
  /** One call of each tool that the vendor runs. */
  readonly per_tool_call?: Readonly<Record<string, number>>;
  /** By `above_input`, the lowest first. */
  readonly tiers?: readonly CatalogueTier[];
}

/** A vendor's facts about a model; an absent field is unknown. */
export interface CatalogueEntry {
  readonly price?: CataloguePrice;
  /** Tokens of request and answer together, */
  readonly context?: number;
  /** and of the answer. */
  readonly max_output?: number;
  readonly modalities?: { readonly input: readonly string[]; readonly output: readonly string[] };
  readonly reasoning?: boolean;
  readonly function_calling?: boolean;
  /** The model takes `temperature`, `top_p` and `top_k`. */
  readonly temperature?: boolean;
  /** Words of effort that it takes, where it does not take all. */
  readonly efforts?: readonly string[];
  /** A request can force the model to call a tool. */
  readonly forced_tool_choice?: boolean;
  /** The source no longer lists it. */
  readonly retired?: true;
  /** The source that alone has this price, or has another one than the rest. */
  readonly single_source?: string;
  /** The day that it is of, where it is older than the list. */
  readonly date?: string;
}

/** The rates, in the order in which they are written. */
export const rateNames = [
  'input',
  'cached_input',
  'cache_write',
  'cache_write_1h',
  'output',
  'audio_input',
  'audio_output',
  'image_input',
  'image_output',
  'reasoning_output',
  ...plainUnitPrices.map(({ field }) => field),
  'per_request',
] as const satisfies readonly (keyof CatalogueRates)[];

/** Entries by `VENDOR/ID`, as they were on one day. */
export interface PriceList {
  /** The origin of the entries, for people. */
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
