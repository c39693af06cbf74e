import { type CountedUse, countedUse } from '../api/usage.ts';
import { estimateTokens } from '../limits/cost.ts';
import { usageOf } from '../observe/usage.ts';
import type { Exchange } from './exchange.ts';

/**
 * What a request counts as once its last attempt is over; undefined where it used nothing that anybody knows of. An
 * answer that its client did not wait for counts in full, since it may have been made.
 *
 * @param hasFailed The client gets an error that the gateway makes.
 */
export function useOf(exchange: Exchange, hasFailed: boolean): CountedUse | undefined {
  const { committed, gone, response, passage, summary } = exchange;
  const { attempts, use } = exchange.relayed;
  if (attempts === 0) return undefined;
  const isAnswered = committed ? response.statusCode < 400 : gone && !hasFailed;
  if (!isAnswered) return use?.reported && { usage: use.reported, certainty: 'measured' };
  const { input, output } = passage?.reserved ?? estimateTokens(summary!);
  if (use === undefined || !committed) return { usage: usageOf({ input, output }), certainty: 'estimated' };
  return countedUse(use, input);
}
