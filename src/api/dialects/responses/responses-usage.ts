import type { JsonObject } from '../../../lib/json.ts';
import { type UsageReport, usageReader } from '../../answer-usage.ts';

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
});

/** The usage of a response object. */
export function responsesUsage(response: JsonObject): UsageReport | undefined {
  return readUsage(response['usage']);
}
