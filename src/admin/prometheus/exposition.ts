/**
 * Metrics as Prometheus reads them (text format 0.0.4). Written chunk by chunk, because the process
 * that writes them accepts the connections of clients too.
 */

import { TimedRests } from '../../lib/timed-rests.ts';
import { familySpecs } from '../../observe/metrics/metric-families.ts';
import type { FamilySpec, Series } from '../../observe/metrics/series.ts';
import type { WorkerMetrics } from '../../supervisor/worker-metrics.ts';
import { FewKeys } from './key-series-limit.ts';

/** The text is sent in chunks of this size: less than a millisecond's work. */
const chunkBytes = 64 * 1024;

/** Text of series that is kept for the next scrape; what goes beyond is written each time. */
const maxKeptBytes = 16 * 1024 * 1024;

/** Bytes are copied at once; the few of a counter or gauge take less room as they are. */
type Text = Buffer | string;

/** The text of a series, and the values that it states. */
interface Written {
  readonly series: Series;
  readonly text: Text;
}

export class Exposition {
  readonly #keys: FewKeys;
  /** Of the last scrapes, by family and series: most series have counted nothing since. */
  readonly #written = new Map<string, Map<string, Written>>();
  #keptBytes = 0;

  constructor(keys = new FewKeys()) {
    this.#keys = keys;
  }

  /**
   * The text in chunks, after `preface`. All lie in the same memory: each is good until the next one is asked for.
   * Megabytes that are new to the process with every scrape cost as much as the writing of them.
   */
  async *chunks(metrics: WorkerMetrics, preface: string): AsyncGenerator<Buffer, void> {
    const page = new Page();
    page.put(preface);
    const rests = new TimedRests();
    for (const text of this.#texts(metrics)) {
      if (!page.hasRoomFor(text)) yield page.take();
      page.put(text);
      if (rests.isDue) await rests.take();
    }
    yield page.take();
  }

  /** The lines of a family that say what it is, then each of its series. */
  *#texts(metrics: WorkerMetrics): Generator<Text, void> {
    for (const [name, spec] of familySpecs) {
      const family = metrics.get(name);
      if (family === undefined || family.size === 0) continue;
      yield familyHead(spec);
      const write = spec.kind === 'histogram' ? histogramWriter(spec) : numberWriter(spec);
      const shown = this.#keys.shown(spec, family);
      const written = this.#writtenOf(name, shown);
      for (const [key, series] of shown) {
        const last = written.get(key);
        if (last !== undefined && isSame(last.series, series)) yield last.text;
        else {
          const text = write(key, series);
          this.#keep(written, key, last, { series, text });
          yield text;
        }
      }
    }
  }

  #writtenOf(name: string, shown: ReadonlyMap<string, Series>): Map<string, Written> {
    const known = this.#written.get(name) ?? new Map<string, Written>();
    this.#written.set(name, known);
    // Series of what the file names no more.
    if (known.size > shown.size) {
      for (const [key, { text }] of known) {
        if (!shown.has(key) && known.delete(key)) this.#keptBytes -= text.length;
      }
    }
    return known;
  }

  #keep(written: Map<string, Written>, key: string, last: Written | undefined, now: Written): void {
    const keptBytes = this.#keptBytes - (last?.text.length ?? 0) + now.text.length;
    if (keptBytes > maxKeptBytes) return;
    this.#keptBytes = keptBytes;
    written.set(key, now);
  }
}

/** Gathers texts to a chunk. */
class Page {
  #memory = Buffer.allocUnsafeSlow(chunkBytes);
  #length = 0;

  hasRoomFor(text: Text): boolean {
    return this.#length + Buffer.byteLength(text) <= this.#memory.length;
  }

  put(text: Text): void {
    const bytes = Buffer.byteLength(text);
    if (bytes > this.#memory.length) this.#memory = Buffer.allocUnsafeSlow(bytes);
    this.#length +=
      typeof text === 'string'
        ? this.#memory.write(text, this.#length)
        : text.copy(this.#memory, this.#length);
  }

  /** The text so far. The next text overwrites it. */
  take(): Buffer {
    const length = this.#length;
    this.#length = 0;
    return this.#memory.subarray(0, length);
  }
}

function isSame(one: Series, other: Series): boolean {
  if (one === other) return true;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}

type Writer = (key: string, series: Series) => Text;

/** The lines that say what a family is. */
export function familyHead({ name, help, kind }: FamilySpec): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n`;
}

/** Writes the line of each series of a counter or gauge. */
export function numberWriter({ name, labels }: FamilySpec): Writer {
  if (labels.length === 0) return (_key, series) => `${name} ${series[0]}\n`;
  return (key, series) => `${name}{${pairsOf(labels, key)}} ${series[0]}\n`;
}

/** All histograms have labels. What is the same in every series is put together once. */
function histogramWriter({ name, labels, bounds }: FamilySpec): Writer {
  const bucket = `${name}_bucket{`;
  const ends = [...bounds.map(String), '+Inf'].map((bound) => `,le="${bound}"} `);
  return (key, series) => {
    const pairs = pairsOf(labels, key);
    const begin = bucket + pairs;
    let text = '';
    let count = 0;
    for (let index = 0; index < ends.length; index += 1) {
      count += series[index]!;
      text += `${begin}${ends[index]}${count}\n`;
    }
    return Buffer.from(
      `${text}${name}_sum{${pairs}} ${series[ends.length]}\n${name}_count{${pairs}} ${count}\n`,
    );
  };
}

function pairsOf(labels: readonly string[], key: string): string {
  const values = key.split('\n');
  let pairs = '';
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) pairs += ',';
    pairs += `${labels[index]}="${escaped(values[index]!)}"`;
  }
  return pairs;
}

const special = /[\\"\n]/;

function escaped(value: string): string {
  if (!special.test(value)) return value;
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
