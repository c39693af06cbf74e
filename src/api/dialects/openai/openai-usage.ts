import { isObject } from '../../../lib/json.ts';
import { tokenCount, type UsageReport, usageReport } from '../../usage.ts';

/** The `usage` of chat completions and completions; `prompt_tokens` counts cached tokens in. */
export function openaiUsage(usage: unknown): UsageReport | undefined {
  if (!isObject(usage)) return undefined;
  const details = usage['prompt_tokens_details'];
  return usageReport({
    inputTokens: tokenCount(usage['prompt_tokens']),
    outputTokens: tokenCount(usage['completion_tokens']),
    cachedInputTokens: isObject(details) ? tokenCount(details['cached_tokens']) : undefined,
  });
}
