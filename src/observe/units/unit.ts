/** A unit that is counted and paid beside tokens: a file in this folder and its line in `index.ts`. */

/** A field of a price, in US dollars. */
export interface UnitPrice {
  readonly field: `per_${string}`;
  /** The field is the price of so many. */
  readonly times: number;
  /** The thing priced: `a minute of audio or video, to the second`. */
  readonly of: string;
  readonly example: number;
}

export interface UnitDefinition {
  /** Its name in files, columns, metrics, the log and answers of the admin API. */
  readonly name: string;
  /** The count's title: `Seconds of audio or video`. */
  readonly title: string;
  /** The same, behind its name: `of audio or video`. */
  readonly about: string;
  /** An answer may have a part of one. */
  readonly hasFractions: boolean;
  /** Of several units in one answer the one with the lowest number settles it. */
  readonly precedence: number;
  /** The fields of a price, of which one stands in a file; hints name the first. */
  readonly prices: readonly [UnitPrice, ...UnitPrice[]];
  /** Its price may be a map by quality and size of images, such as `high/1024x1024`, with a `default`. */
  readonly isPricedByKind: boolean;
  /** A count of it, for the reference. */
  readonly example: number;
  /** The fields of LiteLLM's models that have its price, and the field of ours that they stand for. */
  readonly litellm: {
    readonly fields: readonly string[];
    readonly price: `per_${string}`;
    readonly times: number;
  };
}

/** Returns a unit with the types of what is written in it. */
export function defineUnit<const Unit extends UnitDefinition>(unit: Unit): Unit {
  return unit;
}
