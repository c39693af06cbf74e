import type { AnswerTokens } from '../neutral/answer-event.ts';

/** All input tokens; undefined where the backend told none. */
export function totalInput({ input, cachedRead = 0, cachedWrite = 0 }: AnswerTokens): number | undefined {
  return input === undefined ? undefined : input + cachedRead + cachedWrite;
}

/** Input without what a cache gave or took, of backends that count it in; never below zero. */
export function freshInput(total: number, cachedRead = 0, cachedWrite = 0): number {
  return Math.max(0, total - cachedRead - cachedWrite);
}

/** The last report counts, figure by figure. */
export function laterTokens(before: AnswerTokens, later: AnswerTokens): AnswerTokens {
  return { ...before, ...later };
}
