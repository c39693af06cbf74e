import type { ThinkingEffort } from '../../translation-settings.ts';

/** Thinking tokens, where the file says nothing else. */
export const usualBudgets: Readonly<Record<ThinkingEffort, number>> = {
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 24576,
  xhigh: 32768,
  max: 60000,
};
