import type { GatewayView } from '../../supervisor/gateway-view.ts';
import { Exposition } from './exposition.ts';
import { LimitMetrics } from './limit-metrics.ts';

export interface Metrics {
  readonly contentType: string;
  /** Everything there is to scrape, in chunks; each is good until the next one is asked for. */
  metrics(): Promise<AsyncIterable<Buffer>>;
}

/** What the gateway is like, and what its workers count. */
export function gatewayMetrics(view: GatewayView): Metrics {
  const exposition = new Exposition();
  const limits = new LimitMetrics(view);
  // The library is loaded with the first scrape: a start has no time for it.
  const registry = lazily(async () => (await import('./supervisor-metrics.ts')).supervisorRegistry(view));
  return {
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    async metrics() {
      const [own, workers, used] = await Promise.all([
        registry().then((it) => it.metrics()),
        view.metrics(),
        limits.metrics(),
      ]);
      return exposition.chunks(new Map([...workers, ...used]), own);
    },
  };
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
