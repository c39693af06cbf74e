import type { ReasoningForm, TargetDialect, ThinkingEffort } from '../../translation-settings.ts';

/** Thinking tokens, where the file says nothing else. */
export const usualBudgets: Readonly<Record<ThinkingEffort, number>> = {
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 24576,
  xhigh: 32768,
  max: 60000,
};

/** The forms that effort can be said in, by the dialect; the first where the file leaves it open. */
export const reasoningForms: Readonly<Record<TargetDialect, readonly [ReasoningForm, ...ReasoningForm[]]>> = {
  chat_completions: ['effort'],
  responses: ['effort'],
  messages: ['adaptive', 'budget', 'none'],
  gemini: ['level', 'budget'],
  bedrock_converse: ['none', 'anthropic'],
};
