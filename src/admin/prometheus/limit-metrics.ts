import { compileGlob } from '../../lib/glob.ts';
import { usageOf } from '../../limits/limit-use.ts';
import { KeyLimits, type Meter } from '../../limits/rules.ts';
import { limitFamilies } from '../../observe/metrics/metric-families.ts';
import { type Series, seriesKey } from '../../observe/metrics/series.ts';
import { limitedKeys } from '../../process/config-transfer.ts';
import type { GatewayView } from '../../supervisor/gateway-view.ts';
import type { WorkerMetrics } from '../../supervisor/worker-metrics.ts';

/** Files may have very many keys: the limits of so many, the first in the file, have series. */
const maxKeys = 1000;

/** What keys used of their limits, read at each scrape: requests pay nothing for it. */
export class LimitMetrics {
  readonly #view: GatewayView;
  #revision: string | undefined;
  #keys: readonly KeyLimits[] = [];

  constructor(view: GatewayView) {
    this.#view = view;
  }

  /** Where the store does not tell, the limits alone. */
  async metrics(): Promise<WorkerMetrics> {
    const keys = await this.#current();
    const limits = new Map<string, Series>();
    const used = new Map<string, Series>();
    const uses = await usageOf(keys, this.#view.limits);
    for (const [index, { keyId }] of keys.entries()) {
      for (const use of uses[index]!) {
        const labels = { limit: limitName(use.meter), key: keyId, models: use.meter.glob ?? '' };
        limits.set(seriesKey(limitFamilies.limit, labels), Float64Array.of(use.most));
        if (use.used !== undefined) {
          used.set(seriesKey(limitFamilies.used, labels), Float64Array.of(use.used));
        }
      }
    }
    return new Map([
      [limitFamilies.limit.name, limits],
      [limitFamilies.used.name, used],
    ]);
  }

  async #current(): Promise<readonly KeyLimits[]> {
    const { transfer } = this.#view;
    if (transfer.revision !== this.#revision) {
      const found = await limitedKeys(transfer, maxKeys);
      this.#keys = [...found].map(([id, rule]) => new KeyLimits(id, rule, compileGlob));
      this.#revision = transfer.revision;
    }
    return this.#keys;
  }
}

const windowNames: ReadonlyMap<number, string> = new Map([
  [1000, 'second'],
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [86_400_000, 'day'],
]);

/** Without its number, so that a series goes on when a limit is changed. */
function limitName(meter: Meter): string {
  switch (meter.kind) {
    case 'requests':
    case 'tokens':
      return `${meter.kind}_per_${windowNames.get(meter.windowMs) ?? `${meter.windowMs}ms`}`;
    case 'concurrency':
      return 'concurrency';
    case 'budget':
      return `usd_per_${meter.period}`;
  }
}
