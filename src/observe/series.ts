/**
 * Counters, gauges and histograms as a worker keeps them: an array of numbers per series, found once when its
 * labels become known and written to directly from then on. prom-client finds a series by hashing its labels at
 * every `inc` and `observe`, which is a microsecond each, twenty times a request. What a worker reports is its
 * families as they are: one message, most of it one block of numbers.
 */

export type FamilyKind = 'counter' | 'gauge' | 'histogram';

export interface FamilySpec {
  readonly name: string;
  /** One sentence. */
  readonly help: string;
  readonly kind: FamilyKind;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram's buckets, ascending; empty for other kinds. */
  readonly bounds: readonly number[];
  /** How the figures of several workers become one. */
  readonly merge: 'sum' | 'max';
}

/** A counter or gauge has one number; a histogram one per bucket (not cumulative), one beyond the last, and the sum. */
export type Series = Float64Array;

/** The figures of one family, fit to be sent to another process. */
export interface FamilyReport {
  readonly name: string;
  /** The values of the labels of each series, joined with line feeds, which no value holds. */
  readonly keys: readonly string[];
  /** Of all series, one after the other. */
  readonly values: Float64Array;
}

/** Joins the values of a series' labels. */
export function seriesKey(values: readonly string[]): string {
  return values.join('\n');
}

/** How many numbers each series of a family has. */
export function widthOf({ kind, bounds }: FamilySpec): number {
  return kind === 'histogram' ? bounds.length + 2 : 1;
}

export class Family {
  readonly spec: FamilySpec;
  readonly #width: number;
  readonly #series = new Map<string, Series>();

  constructor(spec: FamilySpec) {
    this.spec = spec;
    this.#width = widthOf(spec);
  }

  get size(): number {
    return this.#series.size;
  }

  /** The series with these values of the family's labels, in their order; the same one every time. */
  at(...values: readonly string[]): Series {
    const key = seriesKey(values);
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    const fresh = new Float64Array(this.#width);
    this.#series.set(key, fresh);
    return fresh;
  }

  has(...values: readonly string[]): boolean {
    return this.#series.has(seriesKey(values));
  }

  report(): FamilyReport {
    const values = new Float64Array(this.#series.size * this.#width);
    let offset = 0;
    for (const series of this.#series.values()) {
      values.set(series, offset);
      offset += this.#width;
    }
    return { name: this.spec.name, keys: [...this.#series.keys()], values };
  }
}

/** Counts one value of a histogram. */
export function observe(series: Series, bounds: readonly number[], value: number): void {
  let bucket = 0;
  while (bucket < bounds.length && value > bounds[bucket]!) bucket += 1;
  series[bucket]! += 1;
  series[bounds.length + 1]! += value;
}
