import type { GatewayView } from '../../supervisor/gateway-view.ts';
import { Exposition } from './exposition.ts';
import type { LimitsAndShownKeys } from './limits-and-shown-keys.ts';
import { supervisorText } from './supervisor-metrics.ts';

export interface Metrics {
  readonly contentType: string;
  /** Everything there is to scrape, in chunks; each is good until the next one is asked for. */
  metrics(): Promise<AsyncIterable<Buffer>>;
}

/** The metrics of the gateway and of its workers. */
export function gatewayMetrics(view: GatewayView, { keys, limits }: LimitsAndShownKeys): Metrics {
  const exposition = new Exposition(keys);
  return {
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    async metrics() {
      const [workers, used] = await Promise.all([view.metrics(), limits.metrics()]);
      return exposition.chunks(new Map([...workers, ...used]), supervisorText(view));
    },
  };
}
