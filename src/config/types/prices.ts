import type { UnitCounter } from '../../observe/units/index.ts';

/** USD for one token of each kind, in millionths: what a million of them costs. A kind without a price of its own has that of the whole. */
export interface TokenRates {
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly cacheWrite1h: number;
  readonly audioInput: number;
  readonly imageInput: number;
  readonly output: number;
  readonly audioOutput: number;
  readonly imageOutput: number;
}

/** USD for one of a unit. */
export interface UnitRate {
  readonly counter: UnitCounter;
  readonly usd: number;
  /** By quality and size of images, as `high/1024x1024`; undefined where all cost the same. */
  readonly byKind: Readonly<Record<string, number>> | undefined;
}

/**
 * The rates of each unit, in USD; undefined has no price. Exactly one of them settles a request, the last two come on
 * top.
 */
export interface Rates {
  readonly tokens: TokenRates | undefined;
  /** In the order in which they go before each other; undefined where none has a price. */
  readonly units: readonly UnitRate[] | undefined;
  /** One of each unit that the file names; undefined where it names none. */
  readonly named: Readonly<Record<string, number>> | undefined;
  /** One call of each tool that the vendor runs; undefined where none has a price. */
  readonly toolCall: Readonly<Record<string, number>> | undefined;
  /** Undefined where requests as such have no price. */
  readonly request: number | undefined;
}

/** The rates of a whole request whose input, cached and written included, has more tokens than this. */
export interface PriceTier extends Rates {
  readonly aboveInput: number;
}

export interface PriceConfig extends Rates {
  /** The highest first; undefined where there are none. */
  readonly tiers: readonly PriceTier[] | undefined;
  /** The factors for the settling unit by tier of service, as answers name it; undefined for none. */
  readonly byService: Readonly<Record<string, number>> | undefined;
  /** The rates where they are all there is, and only what was cached or written to a cache costs something else. */
  readonly plain: TokenRates | undefined;
}
