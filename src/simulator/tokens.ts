import { bytesPerToken } from '../lib/token-size.ts';

/**
 * The simulator's own idea of a token: up to twelve letters or digits, or one other character, with the white space
 * before it. Unlike a real vocabulary it needs no tables, and joining the tokens gives the text back exactly, so that
 * the number of deltas, the log-probabilities and the usage figures all agree with the text.
 */
const token = /\s*(?:[\p{L}\p{N}_]{1,12}|[^\s\p{L}\p{N}_])|\s+/gu;

/** Longer prompts are estimated, so that a book in the prompt does not hold up every other answer. */
const countedExactly = 64 * 1024;

/** Splits a text into tokens. `tokenize(text).join('') === text`. */
export function tokenize(text: string): string[] {
  return text.match(token) ?? [];
}

/** The number of tokens in a text; beyond 64 KiB an estimate of one for every four characters. */
export function countTokens(text: string): number {
  return text.length > countedExactly ? Math.ceil(text.length / bytesPerToken) : tokenize(text).length;
}

/** A token and its natural logarithm of probability. */
export interface Likelihood {
  readonly token: string;
  readonly logprob: number;
}

/** The chosen token's log-probability: always the same for the same token, between -0.5 and 0. */
export function likelihood(chosen: string): Likelihood {
  let sum = 0;
  for (let i = 0; i < chosen.length; i++) sum = (sum * 31 + chosen.charCodeAt(i)) % 4999;
  return { token: chosen, logprob: -(sum + 1) / 10_000 };
}

/** The `count` likeliest tokens at a place, the chosen one first, all different. */
export function alternatives(chosen: string, count: number): Likelihood[] {
  const best = likelihood(chosen);
  return Array.from({ length: count }, (_, rank) =>
    rank === 0 ? best : { token: `${chosen}~${rank}`, logprob: best.logprob - rank },
  );
}
