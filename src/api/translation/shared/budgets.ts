import type { Effort } from '../../../config/translation-settings.ts';

/**
 * The effort that a budget of thinking comes nearest to. It is one of those that every model that thinks has: many refuse
 * `minimal` and `xhigh`.
 */
export function effortOfBudget(tokens: number): Effort {
  if (tokens < 5000) return 'low';
  return tokens < 16_000 ? 'medium' : 'high';
}

/** No vendor takes a smaller one. */
const leastBudget = 1024;

/** A budget that is below the bound of the whole answer; undefined where there is no room for one. */
export function fittingBudget(wanted: number, maxTokens: number | undefined): number | undefined {
  const budget = Math.min(wanted, (maxTokens ?? Number.POSITIVE_INFINITY) - 1);
  return budget < leastBudget ? undefined : budget;
}
