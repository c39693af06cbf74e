import type { FamilySpec, Series } from '../../observe/metrics/series.ts';
import type { Told } from './metric-data.ts';

/** The last values of counters and histograms that a collector took. The next message has the differences. */
export class ChangesSince {
  readonly #taken = new Map<string, Map<string, Series>>();

  /** The differences of a family since the last message; gauges keep their values. */
  of(spec: FamilySpec, series: Iterable<readonly [string, Series]>): Told {
    if (spec.kind === 'gauge') return { spec, series: [...series] };
    const taken = this.#taken.get(spec.name);
    const news: (readonly [string, Series])[] = [];
    for (const [key, now] of series) {
      const before = taken?.get(key);
      const since = before === undefined ? now : difference(now, before);
      if (since !== undefined) news.push([key, since]);
    }
    return { spec, series: news };
  }

  /** The collector has these, as they were told in full. */
  take({ name, kind }: FamilySpec, series: Iterable<readonly [string, Series]>): void {
    if (kind === 'gauge') return;
    const taken = this.#taken.get(name) ?? new Map<string, Series>();
    this.#taken.set(name, taken);
    for (const [key, values] of series) taken.set(key, values);
  }
}

/** Undefined where nothing came. What has counted less than before has begun anew. */
function difference(now: Series, before: Series): Series | undefined {
  if (now === before) return undefined;
  let isNews = false;
  const since = new Float64Array(now.length);
  for (let index = 0; index < now.length; index += 1) {
    since[index] = now[index]! - before[index]!;
    if (since[index]! < 0) return now;
    isNews ||= since[index] !== 0;
  }
  return isNews ? since : undefined;
}
