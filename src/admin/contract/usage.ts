import { certaintyColumns, usageColumns } from '../../observe/usage.ts';
import { count, list, mapOf, named, number, orNull, type TypeOf, text, whole } from './shape.ts';

function eachCounted<Name extends string>(names: readonly Name[]): Record<Name, ReturnType<typeof count>> {
  return Object.fromEntries(names.map((name) => [name, count()])) as Record<Name, ReturnType<typeof count>>;
}

/**
 * The usage, summed over each dimension that the query does not group by (null there). An unknown value is an empty
 * string.
 */
export const usageSum = whole({
  day: orNull(text()),
  key: orNull(text()),
  model: orNull(text()),
  deployment: orNull(text()),
  group: orNull(text()),
  backend: orNull(text()),
  upstream_model: orNull(text()),
  certainty: orNull(text()),
  end_user: orNull(text()),
  requests: count(),
  failed: count(),
  ...eachCounted(usageColumns),
  /** Has fractions. */
  seconds: number(),
  ...eachCounted(certaintyColumns),
  unpriced_requests: count(),
  cost_usd: number(),
  estimated_cost_usd: number(),
  /** By the names that a price's `per_unit` has for them. */
  units: mapOf(number()),
  /** Calls of tools that the vendor runs, by name: `web_search`. */
  tool_calls: mapOf(number()),
});
export type UsageSum = TypeOf<typeof usageSum>;

/** One row for each combination of what was asked `by`. */
export const usageAnswer = named('Usage', whole({ since: text(), rows: list(usageSum) }));
export type UsageAnswer = TypeOf<typeof usageAnswer>;
