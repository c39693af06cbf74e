import { requestFamilies, stateFamilies } from '../../observe/metrics/metric-families.ts';
import { type FamilySpec, type Labels, seriesKey } from '../../observe/metrics/series.ts';
import type { GuardEvent, GuardOutcome } from '../../observe/request-event.ts';
import type { GatewayView } from '../../supervisor/gateway-view.ts';
import type { WorkerMetrics } from '../../supervisor/worker-metrics.ts';
import type { GuardState } from '../contract/guards.ts';

/**
 * The guards of the configuration that is served, in its order.
 *
 * @param metrics Of all workers; undefined where none answers.
 */
export function guardStates(
  { config, workers }: Pick<GatewayView, 'config' | 'workers'>,
  metrics: WorkerMetrics | undefined,
): readonly GuardState[] {
  const { guardLooks, guardSeconds } = requestFamilies;
  const { guardDown } = stateFamilies;
  const series = <Label extends string>(family: FamilySpec<Label>, labels: Labels<Label>) =>
    metrics?.get(family.name)?.get(seriesKey(family, labels));
  const looks = (guard: string, direction: GuardEvent['direction'], outcome: GuardOutcome) =>
    series(guardLooks, { guard, direction, outcome })?.[0] ?? 0;
  return [...config.guards.keys()].map((guard) => {
    const outcomes = (outcome: GuardOutcome) =>
      looks(guard, 'requests', outcome) + looks(guard, 'answers', outcome);
    const looked = (direction: GuardEvent['direction']) =>
      shown.reduce((sum, outcome) => sum + looks(guard, direction, outcome), 0);
    const down = series(guardDown, { guard })?.[0] ?? 0;
    const times = (['requests', 'answers'] as const).map((direction) =>
      series(guardSeconds, { guard, direction }),
    );
    const [timed, seconds] = [times.reduce(counted, 0), times.reduce(added, 0)];
    return {
      guard,
      standing: down === 0 ? 'well' : down >= workers.serving ? 'down' : 'partly',
      workers_down: down,
      requests: looked('requests'),
      answers: looked('answers'),
      refused: outcomes('refused'),
      masked: outcomes('masked'),
      unseen: outcomes('unseen'),
      unavailable: outcomes('failed'),
      ms: timed === 0 ? null : Math.round((seconds / timed) * 10_000) / 10,
    };
  });
}

/** The results of a look. Unreadable content is found before one. */
const shown: readonly GuardOutcome[] = ['passed', 'refused', 'masked', 'failed'];

/** A histogram is its buckets, and the sum behind them. */
function counted(sum: number, series: Float64Array | undefined): number {
  return sum + (series?.subarray(0, -1).reduce((all, one) => all + one, 0) ?? 0);
}

function added(sum: number, series: Float64Array | undefined): number {
  return sum + (series?.at(-1) ?? 0);
}
