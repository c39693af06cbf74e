import { isObject, type JsonObject, objectsOf } from '../../../lib/json.ts';
import { mergeReports, setTier, type UsageReport, usageReader, valueAt } from '../../answer-usage.ts';

/**
 * The usage of chat completions and completions, as OpenAI and those who serve its API spell it; input counts cached
 * tokens in. DeepSeek tells hits of its cache beside, Moonshot cached tokens at the top, xAI reasoning beside the output
 * and Gemini in the total alone; routers tell what was written to a cache.
 */
const readUsage = usageReader({
  input: ['prompt_tokens', 'input_tokens'],
  output: ['completion_tokens', 'output_tokens'],
  cachedInput: [
    'prompt_tokens_details.cached_tokens',
    'input_tokens_details.cached_tokens',
    'prompt_cache_hit_tokens',
    'cached_tokens',
    'cache_read_input_tokens',
  ],
  cacheWrite: [
    'prompt_tokens_details.cache_write_tokens',
    'prompt_tokens_details.cache_creation_tokens',
    'input_tokens_details.cache_write_tokens',
    'cache_creation_input_tokens',
  ],
  cacheWrite5m: ['cache_creation.ephemeral_5m_input_tokens'],
  cacheWrite1h: ['cache_creation.ephemeral_1h_input_tokens'],
  audioInput: ['prompt_tokens_details.audio_tokens', 'input_tokens_details.audio_tokens'],
  imageInput: ['prompt_tokens_details.image_tokens', 'input_tokens_details.image_tokens'],
  reasoning: [
    'completion_tokens_details.reasoning_tokens',
    'output_tokens_details.reasoning_tokens',
    'reasoning_tokens',
  ],
  audioOutput: ['completion_tokens_details.audio_tokens', 'output_tokens_details.audio_tokens'],
  imageOutput: ['completion_tokens_details.image_tokens', 'output_tokens_details.image_tokens'],
  total: ['total_tokens'],
  toolCalls: {
    web_search: ['server_tool_use.web_search_requests', 'num_search_queries'],
    web_fetch: ['server_tool_use.web_fetch_requests'],
  },
  reportedUsd: ['cost'],
});

/**
 * The cost of an operator's own key at another vendor is not part of OpenRouter's charge, but part of the request's
 * cost.
 */
function withOwnKey(report: UsageReport | undefined, usage: unknown): UsageReport | undefined {
  if (report?.reportedUsd === undefined || !isObject(usage) || usage['is_byok'] !== true) return report;
  const upstream = valueAt(usage, ['cost_details', 'upstream_inference_cost']);
  return typeof upstream === 'number' && upstream > 0
    ? { ...report, reportedUsd: report.reportedUsd + upstream }
    : report;
}

/**
 * The usage of an answer or event: at the top, in a choice (Moonshot's streams) or under `x_groq` (Groq's). The tier of
 * service that it came to stands beside it.
 */
export function openaiUsage(json: JsonObject): UsageReport | undefined {
  const { usage, x_groq: groq, choices } = json;
  let report = withOwnKey(readUsage(usage), usage) ?? (isObject(groq) ? readUsage(groq['usage']) : undefined);
  for (const choice of objectsOf(choices)) {
    const more = choice['usage'] === undefined ? undefined : readUsage(choice['usage']);
    if (more !== undefined) report = mergeReports(report, more);
  }
  if (report !== undefined) setTier(report, json['service_tier']);
  return report;
}
