import type { Effort } from '../../../config/translation-settings.ts';

/** The effort that a budget of thinking comes nearest to. */
export function effortOfBudget(tokens: number): Effort {
  if (tokens < 1536) return 'minimal';
  if (tokens < 5000) return 'low';
  if (tokens < 16_000) return 'medium';
  return tokens < 28_000 ? 'high' : 'xhigh';
}

/** No vendor takes a smaller one. */
const leastBudget = 1024;

/** A budget that is below the bound of the whole answer; undefined where there is no room for one. */
export function fittingBudget(wanted: number, maxTokens: number | undefined): number | undefined {
  const budget = Math.min(wanted, (maxTokens ?? Number.POSITIVE_INFINITY) - 1);
  return budget < leastBudget ? undefined : budget;
}
