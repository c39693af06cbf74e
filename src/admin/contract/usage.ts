import { count, list, named, number, orNull, type TypeOf, text, whole } from './shape.ts';

/** What was used, summed over what was not grouped by, which is null. */
export const usageSum = whole({
  day: orNull(text()),
  key: orNull(text()),
  model: orNull(text()),
  deployment: orNull(text()),
  requests: count(),
  failed: count(),
  input_tokens: count(),
  output_tokens: count(),
  cached_input_tokens: count(),
  cache_write_tokens: count(),
  cost_usd: number(),
});
export type UsageSum = TypeOf<typeof usageSum>;

/** One row for each combination of what was asked `by`. */
export const usageAnswer = named('Usage', whole({ since: text(), rows: list(usageSum) }));
export type UsageAnswer = TypeOf<typeof usageAnswer>;
