import type { MetricsConfig } from '../../config/types/telemetry.ts';
import { TimedRests } from '../../lib/timed-rests.ts';
import type { FamilySpec, Series } from '../../observe/metrics/series.ts';
import { ChangesSince } from './delta-temporality.ts';
import { type Instant, type MetricData, metricData, type Telling } from './metric-data.ts';

/** Families of series, as they are at one moment. */
export type Figures = readonly (readonly [spec: FamilySpec, series: ReadonlyMap<string, Series>])[];

/** Series of one message: some milliseconds' work to write, and less than collectors take at most. */
const seriesAtOnce = 1000;

/** The sequence of messages to a collector in one form. */
export class MetricMessages {
  readonly #config: Pick<MetricsConfig, 'names' | 'temporality'>;
  readonly #began: Instant;
  readonly #since = new ChangesSince();
  /** When the collector took all that there was. */
  #took: Instant;

  /** @param began When counting began. */
  constructor(config: Pick<MetricsConfig, 'names' | 'temporality'>, began: Instant) {
    this.#config = config;
    this.#began = began;
    this.#took = began;
  }

  /** The messages to send. Asking for the next one confirms the last; others come again next time. */
  async *of(figures: Figures, now: Instant): AsyncGenerator<readonly MetricData[], void> {
    const { names, temporality } = this.#config;
    const isDelta = temporality === 'delta';
    const telling: Telling = { names, temporality, since: isDelta ? this.#took : this.#began, now };
    const rests = new TimedRests();
    for (const batch of batchesOf(figures)) {
      const metrics: MetricData[] = [];
      for (const [spec, series] of batch) {
        const told = isDelta ? this.#since.of(spec, series) : { spec, series };
        if (told.series.length > 0) metrics.push(...metricData(told, telling));
        if (rests.isDue) await rests.take();
      }
      if (metrics.length > 0) yield metrics;
      if (isDelta) for (const [spec, series] of batch) this.#since.take(spec, series);
    }
    this.#took = now;
  }
}

type Batch = (readonly [spec: FamilySpec, series: (readonly [key: string, values: Series])[]])[];

/** So many series at a time, families whole where they fit. */
function* batchesOf(figures: Figures): Generator<Batch> {
  let batch: Batch = [];
  let room = seriesAtOnce;
  for (const [spec, series] of figures) {
    const all = [...series];
    for (let from = 0; from < all.length; ) {
      const some = all.slice(from, from + room);
      batch.push([spec, some]);
      from += some.length;
      room -= some.length;
      if (room > 0) continue;
      yield batch;
      batch = [];
      room = seriesAtOnce;
    }
  }
  if (batch.length > 0) yield batch;
}
