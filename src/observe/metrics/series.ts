/**
 * Counters, gauges and histograms as a worker keeps them: an array of numbers per series, found once when its
 * labels become known and written to directly from then on. To find a series by its labels for each number costs a
 * microsecond, twenty times a request. What a worker reports is what has changed since it last did: of thousands of
 * models few are asked for between two scrapes.
 */

export type FamilyKind = 'counter' | 'gauge' | 'histogram';

export interface FamilySpec<Label extends string = string> {
  readonly name: string;
  /** One sentence. */
  readonly help: string;
  readonly kind: FamilyKind;
  readonly labels: readonly Label[];
  /** Upper bounds of a histogram's buckets, ascending; empty for other kinds. */
  readonly bounds: readonly number[];
  /** The way to merge the figures of several workers. */
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
  /** Keys of series that were told of before and are no more. */
  readonly gone?: readonly string[];
}

/** The label that deployments of several equal servers have, and no others: it is the last of its family. */
type Optional = 'replica';

/** The values of a series' labels, by name: in which order they are written is the family's matter. */
export type Labels<Label extends string> = Readonly<
  Record<Exclude<Label, Optional>, string> & Partial<Record<Extract<Label, Optional>, string | undefined>>
>;

/** The identity of a series within its family: the values of its labels in their order; empty without labels. */
export function seriesKey<Label extends string>(spec: FamilySpec<Label>, values: Labels<Label>): string {
  const { labels } = spec;
  if (labels.length === 0) return '';
  const all = values as Readonly<Partial<Record<Label, string>>>;
  let key = all[labels[0]!]!;
  for (let index = 1; index < labels.length; index += 1) {
    const value = all[labels[index]!];
    if (value !== undefined) key += `\n${value}`;
  }
  return key;
}

/** The number of values in each series of a family. */
export function widthOf({ kind, bounds }: FamilySpec): number {
  return kind === 'histogram' ? bounds.length + 2 : 1;
}

/** Series that lie side by side, so that to look through all of them is quick. */
interface Block {
  readonly values: Float64Array;
  /** The last reported values; NaN for none. */
  readonly told: Float64Array;
}

const seriesPerBlock = 32;

export class Family<Label extends string = string> {
  readonly spec: FamilySpec<Label>;
  readonly #width: number;
  readonly #series = new Map<string, Series>();
  readonly #keys: string[] = [];
  readonly #blocks: Block[] = [];

  constructor(spec: FamilySpec<Label>) {
    this.spec = spec;
    this.#width = widthOf(spec);
  }

  /** The series with these values of the family's labels; the same one every time. */
  at(values: Labels<Label>): Series {
    const key = seriesKey(this.spec, values);
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    const place = this.#keys.length % seriesPerBlock;
    if (place === 0) {
      const length = seriesPerBlock * this.#width;
      this.#blocks.push({
        values: new Float64Array(length),
        told: new Float64Array(length).fill(Number.NaN),
      });
    }
    const fresh = this.#blocks.at(-1)!.values.subarray(place * this.#width, (place + 1) * this.#width);
    this.#keys.push(key);
    this.#series.set(key, fresh);
    return fresh;
  }

  report(): FamilyReport {
    const values = new Float64Array(this.#keys.length * this.#width);
    for (const [index, series] of [...this.#series.values()].entries())
      values.set(series, index * this.#width);
    return { name: this.spec.name, keys: [...this.#keys], values };
  }

  /** The series that are not as they were when this was last asked, so many to a report. */
  *changes(most: number): Generator<FamilyReport, void> {
    let changed: number[] = [];
    for (let index = 0; index < this.#keys.length; index += 1) {
      if (!this.#isNews(index)) continue;
      changed.push(index);
      if (changed.length < most) continue;
      yield this.#told(changed);
      changed = [];
    }
    if (changed.length > 0) yield this.#told(changed);
  }

  #told(changed: readonly number[]): FamilyReport {
    const values = new Float64Array(changed.length * this.#width);
    for (const [at, index] of changed.entries()) {
      const { block, from, to } = this.#placeOf(index);
      const series = block.values.subarray(from, to);
      block.told.set(series, from);
      values.set(series, at * this.#width);
    }
    return { name: this.spec.name, keys: changed.map((index) => this.#keys[index]!), values };
  }

  #isNews(index: number): boolean {
    const { block, from, to } = this.#placeOf(index);
    for (let at = from; at < to; at += 1) if (block.values[at] !== block.told[at]) return true;
    return false;
  }

  #placeOf(index: number): { readonly block: Block; readonly from: number; readonly to: number } {
    const from = (index % seriesPerBlock) * this.#width;
    return { block: this.#blocks[Math.floor(index / seriesPerBlock)]!, from, to: from + this.#width };
  }
}

/** Counts one value of a histogram. */
export function observe(series: Series, bounds: readonly number[], value: number): void {
  let bucket = 0;
  while (bucket < bounds.length && value > bounds[bucket]!) bucket += 1;
  series[bucket]! += 1;
  series[bounds.length + 1]! += value;
}
