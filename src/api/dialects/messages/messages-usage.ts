import { isObject, type JsonObject } from '../../../lib/json.ts';
import { type UsageReport, usageReader } from '../../answer-usage.ts';
import { iterationsIn } from './message-iterations.ts';

/**
 * The usage of messages, as Anthropic and those who serve its API spell it. `input_tokens` leaves out what was read from
 * a cache and what was written to one.
 */
const readUsage = usageReader({
  freshInput: ['input_tokens'],
  output: ['output_tokens'],
  cachedInput: ['cache_read_input_tokens'],
  cacheWrite: ['cache_creation_input_tokens'],
  cacheWrite5m: ['cache_creation.ephemeral_5m_input_tokens'],
  cacheWrite1h: ['cache_creation.ephemeral_1h_input_tokens'],
  toolCalls: {
    web_search: ['server_tool_use.web_search_requests'],
    web_fetch: ['server_tool_use.web_fetch_requests'],
    code_execution: ['server_tool_use.code_execution_requests'],
  },
  serviceTier: ['service_tier'],
  reportedUsd: ['cost'],
  reasoning: ['output_tokens_details.thinking_tokens', 'output_tokens_details.reasoning_tokens'],
});

/** The usage of an answer or event. */
export function messagesUsage(json: JsonObject): UsageReport | undefined {
  const usage = json['usage'];
  const report = readUsage(usage);
  if (report === undefined || !isObject(usage) || !Array.isArray(usage['iterations'])) return report;
  const iterations = iterationsIn(usage['iterations'], readUsage);
  if (iterations !== undefined) report.iterations = iterations;
  return report;
}
