import type { GatewayView } from '../../supervisor/gateway-view.ts';
import { FewKeys } from './key-series-limit.ts';
import { LimitMetrics } from './limit-metrics.ts';

/** Figures of limits, which `/metrics` and a collector get beside those of workers, and the keys that both show by name. */
export class LimitsAndShownKeys {
  readonly keys = new FewKeys();
  readonly limits: LimitMetrics;

  constructor(view: GatewayView) {
    this.limits = new LimitMetrics(view);
  }
}
