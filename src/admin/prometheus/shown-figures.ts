import type { GatewayView } from '../../supervisor/gateway-view.ts';
import { FewKeys } from './key-series-limit.ts';
import { LimitMetrics } from './limit-metrics.ts';

/** What `/metrics` and a collector are both told beside what workers count, and which keys are shown by their names to both. */
export class ShownFigures {
  readonly keys = new FewKeys();
  readonly limits: LimitMetrics;

  constructor(view: GatewayView) {
    this.limits = new LimitMetrics(view);
  }
}
