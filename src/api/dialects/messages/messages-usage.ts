import { isObject, type JsonObject } from '../../../lib/json.ts';
import { tokenCount, type UsageReport, usageReport } from '../../usage.ts';

/** The `usage` of an answer or event; here `input_tokens` leaves cached tokens out, so they are added. */
export function messagesUsage(json: JsonObject): UsageReport | undefined {
  const { usage } = json;
  if (!isObject(usage)) return undefined;
  const fresh = tokenCount(usage['input_tokens']);
  const cached = tokenCount(usage['cache_read_input_tokens']);
  const written = tokenCount(usage['cache_creation_input_tokens']);
  return usageReport({
    inputTokens: fresh === undefined ? undefined : fresh + (cached ?? 0) + (written ?? 0),
    outputTokens: tokenCount(usage['output_tokens']),
    cachedInputTokens: cached,
    cacheWriteTokens: written,
  });
}
