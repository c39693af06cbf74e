/**
 * The figures of all workers as one. Counters must never go down, or whoever reads them takes that for a restart and
 * counts everything again: what a worker had counted when it ended stays in the sum.
 */
import { familySpecs } from '../observe/families.ts';
import { type FamilyReport, type Series, widthOf } from '../observe/series.ts';

/** By family, then by the values of the labels joined with line feeds. */
export type Figures = ReadonlyMap<string, ReadonlyMap<string, Series>>;

type Sum = Map<string, Map<string, Series>>;

/** A worker that does not answer for so long is shown with what it said last. */
const patienceMs = 1000;

/** Adds reports up. */
export function sumOf(reports: Iterable<FamilyReport>): Figures {
  const sum: Sum = new Map();
  for (const report of reports) add(sum, report);
  return sum;
}

function add(sum: Sum, { name, keys, values }: FamilyReport): void {
  const spec = familySpecs.get(name);
  if (spec === undefined) return;
  const width = widthOf(spec);
  let family = sum.get(name);
  if (family === undefined) {
    family = new Map();
    sum.set(name, family);
  }
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index]!;
    const from = index * width;
    const known = family.get(key);
    if (known === undefined) {
      family.set(key, values.slice(from, from + width));
      continue;
    }
    for (let offset = 0; offset < width; offset += 1) {
      const value = values[from + offset]!;
      known[offset] = spec.merge === 'sum' ? known[offset]! + value : Math.max(known[offset]!, value);
    }
  }
}

/** One worker, as far as its figures go. */
export interface Measured {
  /** Asks it to report. */
  measure(): void;
}

export class CrewFigures {
  readonly #latest = new Map<Measured, readonly FamilyReport[]>();
  readonly #waiting = new Map<Measured, () => void>();
  /** Counters of workers that have ended. */
  readonly #departed: Sum = new Map();
  #running: Promise<Figures> | undefined;

  heard(worker: Measured, reports: readonly FamilyReport[]): void {
    this.#latest.set(worker, reports);
    this.#waiting.get(worker)?.();
  }

  gone(worker: Measured): void {
    for (const report of this.#latest.get(worker) ?? []) {
      if (familySpecs.get(report.name)?.kind !== 'gauge') add(this.#departed, report);
    }
    this.#latest.delete(worker);
    this.#waiting.get(worker)?.();
  }

  /** Asks the workers, waits a little, and adds up. Whoever asks meanwhile gets the same answer. */
  collect(workers: Iterable<Measured>): Promise<Figures> {
    this.#running ??= this.#collect([...workers]).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #collect(workers: readonly Measured[]): Promise<Figures> {
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
    const sum: Sum = new Map();
    for (const [name, series] of this.#departed) {
      sum.set(name, new Map([...series].map(([key, values]) => [key, values.slice()])));
    }
    for (const reports of this.#latest.values()) for (const report of reports) add(sum, report);
    return sum;
  }
}
