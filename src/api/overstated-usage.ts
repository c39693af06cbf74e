/** Compares a backend's report of cached tokens with its request. */
import { bytesPerToken } from '../lib/token-size.ts';
import type { NamedCounts } from '../observe/usage.ts';
import type { AnswerUse } from './answer-usage.ts';

/**
 * The most text that a request may bring beside its own: files and pages that it names, and vendors' texts about their
 * tools.
 */
const besideText = 200_000;
/** With each call of a tool that the vendor runs, the vendor's model reads all of it once more. */
const mostReadings = 20;

/**
 * The use of an answer whose caches are told beside its input, bounded by what of the request could have been cached: a
 * token of text has a byte at least. What goes beyond is a mistake, or an attempt to be paid for what nobody used.
 *
 * @param reservedInput The tokens that the request was taken to have.
 */
export function withinRequest(use: AnswerUse, reservedInput: number): AnswerUse {
  const { reported, freshInput } = use;
  if (reported === undefined || freshInput === undefined) return use;
  const { cachedInput, cacheWrite, toolCalls } = reported;
  const most = (reservedInput * bytesPerToken + besideText) * readings(toolCalls);
  if (cachedInput + cacheWrite <= most) return use;
  const read = Math.min(cachedInput, most);
  const written = Math.min(cacheWrite, most - read);
  const bounded = {
    ...reported,
    input: freshInput + read + written,
    cachedInput: read,
    cacheWrite: written,
    cacheWrite1h: Math.min(reported.cacheWrite1h, written),
  };
  // Those of single readings have the same in them.
  delete bounded.iterations;
  return { ...use, reported: bounded, isInputFinal: false, isOverstated: true };
}

function readings(toolCalls: NamedCounts | undefined): number {
  let calls = 0;
  for (const name in toolCalls) calls += toolCalls[name]!;
  return Math.min(mostReadings, 1 + calls);
}
