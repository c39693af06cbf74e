import { isObject, type JsonObject } from '../../../lib/json.ts';
import { tokenCount, type UsageReport, usageReport } from '../../usage.ts';

/** The `usage` of a response object. */
export function responsesUsage(response: JsonObject): UsageReport | undefined {
  const { usage } = response;
  if (!isObject(usage)) return undefined;
  const details = isObject(usage['input_tokens_details']) ? usage['input_tokens_details'] : {};
  return usageReport({
    inputTokens: tokenCount(usage['input_tokens']),
    outputTokens: tokenCount(usage['output_tokens']),
    cachedInputTokens: tokenCount(details['cached_tokens']),
  });
}
