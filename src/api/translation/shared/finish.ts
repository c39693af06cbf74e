import type { FinishReason } from '../neutral/answer-event.ts';

/**
 * The end of an answer: calls decide, not words. Servers say `stop` with a call in the answer, and `tool_calls` without
 * one; a reached bound stays one either way.
 */
export function finishOf(told: FinishReason, hasCall: boolean): FinishReason {
  if (told === 'stop' && hasCall) return 'calls';
  if (told === 'calls' && !hasCall) return 'stop';
  return told;
}
