import { objectsOf, reportsError } from '../../../lib/json.ts';
import type { StreamDialect } from '../dialect.ts';
import { openaiUsage } from './openai-usage.ts';

/**
 * The stream of chat completions and completions: data-only events, ended by `[DONE]`. Each choice ends with a
 * `finish_reason`; usage comes in an event of its own, without choices, when the request asks for it. See
 * "Chat Completions streaming events" in OpenAI's API reference.
 */
export const openaiStream: StreamDialect = {
  marks: /\[DONE\]|"(?:finish_reason|usage|error)"\s*:\s*[^\sn]|"error"\s*[,}]|event:\s?error/g,
  read(event, data, json) {
    const choices = objectsOf(json?.['choices']);
    const usage = openaiUsage(json?.['usage']);
    return {
      terminal: data.trim() === '[DONE]',
      finished: choices.some(({ finish_reason: reason }) => typeof reason === 'string' && reason !== ''),
      failed: event === 'error' || (json !== undefined && reportsError(json)),
      usage,
      responseId: undefined,
      usageOnly: usage !== undefined && choices.length === 0,
    };
  },
  cut: (message) =>
    `data: ${JSON.stringify({ error: { message, type: 'upstream_error', code: 'upstream_interrupted' } })}\n\n`,
};
