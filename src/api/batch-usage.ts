/** The usage of batches in the vendors' forms: OpenAI's for the whole batch, Anthropic's with each result. */
import { isObject, type JsonObject, parseObject } from '../lib/json.ts';
import type { Usage } from '../observe/usage.ts';
import { type UsageReport, usageIn } from './answer-usage.ts';
import { dialectOf } from './dialects/index.ts';

/** The usage of some requests of a batch. */
export interface BatchUse {
  readonly usage: Usage;
  /** As the backend names it; undefined where it does not. */
  readonly model: string | undefined;
  /** It is of several requests together. */
  readonly isSum: boolean;
}

/** A vendor charges what was done, however the batch ended. */
const ended = new Set(['completed', 'expired', 'cancelled', 'failed']);

/** Of OpenAI's batch object; undefined as long as the batch is in flight, and where it says nothing of its use. */
export function useOfBatch(batch: JsonObject): BatchUse | undefined {
  if (!ended.has(String(batch['status']))) return undefined;
  return useOf(dialectOf.responses.usage({ usage: batch['usage'] }), batch['model'], true);
}

/**
 * The file that has the answers of a batch which is over and says nothing of its use: its id; undefined as long as it is under
 * way, null where nothing was made.
 */
export function answersOfBatch(batch: JsonObject): string | null | undefined {
  if (!ended.has(String(batch['status']))) return undefined;
  const { output_file_id: file, request_counts: counts } = batch;
  if (typeof file === 'string' && file !== '') return file;
  const completed = isObject(counts) ? counts['completed'] : 0;
  return Number(completed) > 0 ? undefined : null;
}

/** Of a line of the file that has the answers of a batch; undefined where its request used nothing. */
export function useOfAnswer(line: string): BatchUse | undefined {
  const response = parseObject(line)?.['response'];
  const body = isObject(response) ? response['body'] : undefined;
  if (!isObject(body)) return undefined;
  const dialect = body['object'] === 'response' ? dialectOf.responses : dialectOf.chat_completions;
  return useOf(dialect.usage(body), body['model'], false);
}

/** Returns true where a message batch is over, so that it has results. */
export function hasResults(batch: JsonObject): boolean {
  return batch['processing_status'] === 'ended';
}

/** Reads what one request used from its line in a message batch's results; undefined where it used nothing. */
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
