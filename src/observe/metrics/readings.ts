import { type FamilyReport, type FamilySpec, type Labels, seriesKey } from './series.ts';

/** A value that was told, and with which report it was last there. */
interface Told {
  value: number;
  report: number;
}

/** Counters and gauges that are read at one moment, each series once. */
export class Readings {
  readonly #families = new Map<string, { readonly keys: string[]; readonly values: number[] }>();

  /** @param labels Of a family that has any. */
  add<Label extends string>(
    spec: FamilySpec<Label>,
    value: number,
    ...[labels]: [Label] extends [never] ? [] : [Labels<Label>]
  ): void {
    const { name } = spec;
    let family = this.#families.get(name);
    if (family === undefined) {
      family = { keys: [], values: [] };
      this.#families.set(name, family);
    }
    family.keys.push(labels === undefined ? '' : seriesKey(spec, labels));
    family.values.push(value);
  }

  reports(): readonly FamilyReport[] {
    return [...this.#families].map(([name, { keys, values }]) => ({
      name,
      keys,
      values: Float64Array.from(values),
    }));
  }
}

/** Tells readings to one who keeps what it is told: of thousands of deployments few are busy. */
export class ReadingsTold {
  readonly #told = new Map<string, Map<string, Told>>();
  #report = 0;

  /** The differences from the last report. */
  changes(reports: readonly FamilyReport[]): readonly FamilyReport[] {
    this.#report += 1;
    const changes: FamilyReport[] = [];
    const absent = new Set(this.#told.keys());
    for (const { name, keys, values } of reports) {
      absent.delete(name);
      const told = this.#toldOf(name);
      const changed = keys.flatMap((key, index) => (this.#isNews(told, key, values[index]!) ? index : []));
      const gone = told.size > keys.length ? this.#takeGone(told) : [];
      if (changed.length === 0 && gone.length === 0) continue;
      changes.push({
        name,
        keys: changed.map((index) => keys[index]!),
        values: Float64Array.from(changed, (index) => values[index]!),
        gone,
      });
    }
    for (const name of absent) {
      const gone = this.#takeGone(this.#toldOf(name));
      if (gone.length > 0) changes.push({ name, keys: [], values: new Float64Array(), gone });
    }
    return changes;
  }

  #toldOf(name: string): Map<string, Told> {
    let told = this.#told.get(name);
    if (told === undefined) {
      told = new Map();
      this.#told.set(name, told);
    }
    return told;
  }

  #isNews(told: Map<string, Told>, key: string, value: number): boolean {
    const last = told.get(key);
    if (last === undefined) {
      told.set(key, { value, report: this.#report });
      return true;
    }
    const isNews = last.value !== value;
    last.value = value;
    last.report = this.#report;
    return isNews;
  }

  #takeGone(told: Map<string, Told>): readonly string[] {
    const gone = [...told].flatMap(([key, { report }]) => (report === this.#report ? [] : key));
    for (const key of gone) told.delete(key);
    return gone;
  }
}
