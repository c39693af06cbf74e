import { isObject, type JsonObject, objectsOf } from '../../../lib/json.ts';
import type { NamedCounts } from '../../../observe/usage.ts';
import { setTier, type UsageReport, usageReader } from '../../answer-usage.ts';

/** The usage of responses, as OpenAI and those who serve its API spell it; input counts cached tokens in. */
const readUsage = usageReader({
  input: ['input_tokens', 'prompt_tokens'],
  output: ['output_tokens', 'completion_tokens'],
  cachedInput: [
    'input_tokens_details.cached_tokens',
    'prompt_tokens_details.cached_tokens',
    'prompt_cache_hit_tokens',
    'cached_tokens',
  ],
  cacheWrite: ['input_tokens_details.cache_write_tokens', 'prompt_tokens_details.cache_write_tokens'],
  audioInput: ['input_tokens_details.audio_tokens'],
  imageInput: ['input_tokens_details.image_tokens'],
  reasoning: ['output_tokens_details.reasoning_tokens', 'completion_tokens_details.reasoning_tokens'],
  audioOutput: ['output_tokens_details.audio_tokens'],
  imageOutput: ['output_tokens_details.image_tokens'],
  total: ['total_tokens'],
  reportedUsd: ['cost'],
});

/** Items of an answer that are calls of tools which the vendor runs, by the names that prices have for them. */
const toolItems: Readonly<Record<string, string>> = {
  web_search_call: 'web_search',
  file_search_call: 'file_search',
  code_interpreter_call: 'code_interpreter',
  image_generation_call: 'image_generation',
};

/** Some backends write figures of nothing, or of a part, into a response that they have yet to make. */
const underWay: ReadonlySet<unknown> = new Set(['queued', 'in_progress']);

/**
 * The usage of a response object, with the tier of service that it came to and the tools that were called for it; undefined
 * as long as it is in flight.
 */
export function responsesUsage(response: JsonObject): UsageReport | undefined {
  if (underWay.has(response['status'])) return undefined;
  const report = readUsage(response['usage']);
  if (report === undefined) return undefined;
  setTier(report, response['service_tier']);
  const toolCalls = callsIn(response['output']);
  return toolCalls === undefined ? report : { ...report, toolCalls };
}

/**
 * The usage that a stream has reported so far of a response that is in progress. It counts where the backend reports no other
 * at the end. A background response has none: it is settled once it is done.
 */
export function responsesUsageSoFar(response: JsonObject): UsageReport | undefined {
  if (!underWay.has(response['status']) || response['background'] === true) return undefined;
  const report = readUsage(response['usage']);
  return report?.input || report?.output ? report : undefined;
}

function callsIn(output: unknown): NamedCounts | undefined {
  let calls: Record<string, number> | undefined;
  for (const item of objectsOf(output)) {
    const name = tool(item);
    if (name === undefined) continue;
    calls ??= {};
    calls[name] = (calls[name] ?? 0) + 1;
  }
  return calls;
}

/** A web search that opens a page of what was found, or looks into one, is no further call. */
function tool({ type, action }: JsonObject): string | undefined {
  if (typeof type !== 'string' || !Object.hasOwn(toolItems, type)) return undefined;
  const kind = isObject(action) ? action['type'] : undefined;
  return type === 'web_search_call' && kind !== undefined && kind !== 'search' ? undefined : toolItems[type];
}
