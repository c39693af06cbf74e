import { stateFamilies } from '../observe/metrics/metric-families.ts';
import type { GatewayView } from '../supervisor/gateway-view.ts';
import type { LimitStoreState } from './contract/limits.ts';

/** The store that counts limits, and if every worker can reach it. */
export async function limitStoreState(view: GatewayView): Promise<LimitStoreState> {
  const { redis } = view.config.state;
  if (redis === undefined) return { kind: 'memory', on_failure: null, degraded: false };
  const metrics = await view.metrics().catch(() => undefined);
  const workersDown = metrics?.get(stateFamilies.limiterDegraded.name)?.get('')?.[0] ?? 0;
  return { kind: 'redis', on_failure: redis.onFailure, degraded: workersDown > 0 };
}
