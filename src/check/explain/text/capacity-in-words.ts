import type { CapacityLimits } from '../../../config/types/limits.ts';

const units: ReadonlyMap<number, string> = new Map([
  [1000, 's'],
  [60_000, 'min'],
  [3_600_000, 'h'],
  [86_400_000, 'day'],
]);

/**
 * The most that a deployment or a backend takes: `requests 300/min`, `concurrency 20`; empty for no limit.
 *
 * @param isSeveral It is several equal servers: each has its own slots.
 */
export function capacityInWords(limits: CapacityLimits | undefined, isSeveral = false): readonly string[] {
  if (limits === undefined) return [];
  const rates = (['requests', 'tokens'] as const).flatMap((kind) =>
    limits[kind].map(({ limit, windowMs }) => `${kind} ${limit}/${units.get(windowMs) ?? `${windowMs} ms`}`),
  );
  return limits.concurrency === undefined
    ? rates
    : [...rates, `concurrency ${limits.concurrency}${isSeveral ? ' on each server' : ''}`];
}
