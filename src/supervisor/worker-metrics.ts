/**
 * The figures of all workers as one. Counters must never go down, or whoever reads them takes that for a restart and
 * counts everything again: what a worker had counted when it ended stays in the sum.
 */

import { TimedRests } from '../lib/timed-rests.ts';
import { familySpecs } from '../observe/metrics/metric-families.ts';
import { type FamilyReport, type FamilySpec, type Series, widthOf } from '../observe/metrics/series.ts';

/**
 * By family, then by the values of the labels joined with line feeds. Series that were handed out do not change; the
 * maps are the same every time, and what has changed is replaced in them.
 */
export type WorkerMetrics = ReadonlyMap<string, ReadonlyMap<string, Series>>;

type Kept = Map<string, Map<string, Series>>;

/** A worker that does not answer for so long is shown with what it said last. */
const patienceMs = 1000;

/** The reports of one process. */
export function workerMetricsOf(reports: Iterable<FamilyReport>): WorkerMetrics {
  const kept: Kept = new Map();
  for (const report of reports) keep(kept, report);
  return kept;
}

/** Puts series in the place of what was known of them. */
function keep(kept: Kept, { name, keys, values, gone = [] }: FamilyReport): void {
  const spec = familySpecs.get(name);
  if (spec === undefined) return;
  const width = widthOf(spec);
  const family = familyIn(kept, name);
  for (const [index, key] of keys.entries()) {
    family.set(key, values.slice(index * width, (index + 1) * width));
  }
  for (const key of gone) family.delete(key);
}

function familyIn(kept: Kept, name: string): Map<string, Series> {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const fresh = new Map<string, Series>();
  kept.set(name, fresh);
  return fresh;
}

/** Of a single one, that one. */
function addedUp({ merge }: FamilySpec, [first, ...others]: readonly Series[]): Series {
  if (others.length === 0) return first!;
  const sum = first!.slice();
  for (const other of others) {
    for (let index = 0; index < sum.length; index += 1) {
      sum[index] = merge === 'sum' ? sum[index]! + other[index]! : Math.max(sum[index]!, other[index]!);
    }
  }
  return sum;
}

function isGauge(name: string): boolean {
  return familySpecs.get(name)?.kind === 'gauge';
}

/** One worker, as far as its figures go. */
export interface Measured {
  /** Asks it to report. */
  measure(): void;
}

export class PoolMetrics {
  readonly #latest = new Map<Measured, Kept>();
  readonly #waiting = new Map<Measured, () => void>();
  /** Counters of workers that have ended. */
  readonly #departed: Kept = new Map();
  /** Of all, as they were added up last. */
  readonly #sums: Kept = new Map();
  /** By family, what was heard since: most series do not change from one scrape to the next. */
  readonly #news = new Map<string, Set<string>>();
  #running: Promise<WorkerMetrics> | undefined;

  /**
   * @param reports What has changed since it was heard last.
   * @param isAll Whether this is the end of what it has to say.
   */
  heard(worker: Measured, reports: readonly FamilyReport[], isAll = true): void {
    const kept: Kept = this.#latest.get(worker) ?? new Map();
    for (const report of reports) {
      keep(kept, report);
      this.#note(report.name, report.keys);
      this.#note(report.name, report.gone ?? []);
    }
    this.#latest.set(worker, kept);
    if (isAll) this.#waiting.get(worker)?.();
  }

  gone(worker: Measured): void {
    for (const [name, family] of this.#latest.get(worker) ?? []) {
      if (isGauge(name)) {
        this.#note(name, family.keys());
        continue;
      }
      const departed = familyIn(this.#departed, name);
      for (const [key, series] of family) {
        const before = departed.get(key);
        departed.set(key, before === undefined ? series : addedUp(familySpecs.get(name)!, [before, series]));
      }
    }
    this.#latest.delete(worker);
    this.#waiting.get(worker)?.();
  }

  /** Asks the workers, waits a little, and adds up. Whoever asks meanwhile gets the same answer. */
  collect(workers: Iterable<Measured>): Promise<WorkerMetrics> {
    this.#running ??= this.#collect([...workers]).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #collect(workers: readonly Measured[]): Promise<WorkerMetrics> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    const answers = workers.map(
      (worker) =>
        new Promise<void>((resolve) => {
          this.#waiting.set(worker, resolve);
          worker.measure();
        }),
    );
    await Promise.race([Promise.all(answers), late]);
    clearTimeout(timer);
    this.#waiting.clear();
    const rests = new TimedRests();
    for (const [name, news] of this.#news) {
      this.#news.delete(name);
      const spec = familySpecs.get(name);
      if (spec !== undefined) await this.#addUp(spec, news, rests);
    }
    return this.#sums;
  }

  #note(name: string, keys: Iterable<string>): void {
    const news = this.#news.get(name) ?? new Set();
    for (const key of keys) news.add(key);
    if (news.size > 0) this.#news.set(name, news);
  }

  async #addUp(spec: FamilySpec, news: Iterable<string>, rests: TimedRests): Promise<void> {
    const sums = familyIn(this.#sums, spec.name);
    let families = this.#familiesOf(spec.name);
    for (const key of news) {
      if (rests.isDue) {
        await rests.take();
        families = this.#familiesOf(spec.name); // a worker may have ended meanwhile
      }
      const parts = families.map((family) => family.get(key)).filter((part) => part !== undefined);
      if (parts.length === 0) sums.delete(key);
      else sums.set(key, addedUp(spec, parts));
    }
  }

  #familiesOf(name: string): readonly ReadonlyMap<string, Series>[] {
    return [this.#departed, ...this.#latest.values()].flatMap((kept) => kept.get(name) ?? []);
  }
}
