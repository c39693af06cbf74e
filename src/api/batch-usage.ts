/** What batches used, as vendors say it: OpenAI's of the whole batch, Anthropic's with each result. */
import { isObject, type JsonObject, parseObject } from '../lib/json.ts';
import type { Usage } from '../observe/usage.ts';
import { type UsageReport, usageIn } from './answer-usage.ts';
import { dialectOf } from './dialects/index.ts';

/** What some requests of a batch used. */
export interface BatchUse {
  readonly usage: Usage;
  /** As the backend names it; undefined where it does not. */
  readonly model: string | undefined;
  /** It is of several requests together. */
  readonly isSum: boolean;
}

/** A vendor charges what was done, however the batch ended. */
const ended = new Set(['completed', 'expired', 'cancelled', 'failed']);

/** Of OpenAI's batch object; undefined as long as the batch is under way, and where it says nothing of its use. */
export function useOfBatch(batch: JsonObject): BatchUse | undefined {
  if (!ended.has(String(batch['status']))) return undefined;
  return useOf(dialectOf.responses.usage({ usage: batch['usage'] }), batch['model'], true);
}

/** Of a line of a message batch's results; undefined where its request used nothing. */
export function useOfResult(line: string): BatchUse | undefined {
  const result = parseObject(line)?.['result'];
  const message = isObject(result) ? result['message'] : undefined;
  if (!isObject(message)) return undefined;
  return useOf(dialectOf.messages.usage(message), message['model'], false);
}

function useOf(report: UsageReport | undefined, model: unknown, isSum: boolean): BatchUse | undefined {
  if (report === undefined) return undefined;
  const usage = { ...usageIn(report), serviceTier: 'batch' };
  if (usage.input === 0 && usage.output === 0) return undefined;
  return { usage, model: typeof model === 'string' ? model : undefined, isSum };
}
