import type { Inspect } from '../../config/inspection.ts';
import type { RateLimit } from '../../config/types/limits.ts';

/** A budget that estimates keep, since a backend's streams do not report their usage. */
export const estimatedBudgets: Inspect = ({ backends, keys }, found) => {
  const key = [...keys.values()].find(({ limits }) => limits !== undefined && hasBudget(limits));
  if (key === undefined) return;
  for (const { name, usageInStreams } of backends.values()) {
    if (usageInStreams !== 'none') continue;
    const message = `streams of this backend count by estimates, and the key "${key.id}" has a budget`;
    found.atValue(['backends', name, 'usage_in_streams'], 'estimated_budget', message, {
      hint: 'write `ask` if the backend takes `stream_options`, or `given` if it reports usage unasked',
    });
  }
};

function hasBudget({ budget, perModel }: RateLimit): boolean {
  return budget !== undefined || [...perModel.values()].some((limits) => limits.budget !== undefined);
}
