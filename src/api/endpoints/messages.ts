import { isObject, type JsonObject, reportsError } from '../../lib/json.ts';
import { messages as validate } from '../body/generated/bodies.generated.js';
import { tokenCount, type UsageReport, usageReport } from '../usage.ts';
import type { Endpoint } from './endpoint.ts';

/** The `usage` of an answer or event; here `input_tokens` leaves cached tokens out, so they are added. */
function usageOf(json: JsonObject): UsageReport | undefined {
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

/**
 * `POST /v1/messages`. Streams are named events from `message_start`, which has the usage of the input, over
 * `message_delta`, which has the stop reason and the usage so far, to `message_stop`. See "Streaming messages"
 * in Anthropic's API documentation.
 */
export const messages: Endpoint = {
  name: 'messages',
  path: '/v1/messages',
  family: 'anthropic',
  validate,
  usageOnRequest: false,
  stream: {
    marks: /message_stop|"(?:stop_reason|usage|error)"\s*:\s*[^\sn]|"error"\s*[,}]|event:\s?error/g,
    read(event, _data, json) {
      const type = typeof json?.['type'] === 'string' ? json['type'] : event;
      const delta = json?.['delta'];
      const message = json?.['message'];
      return {
        terminal: type === 'message_stop',
        opening: type === 'message_start' || type === 'ping',
        content: type.startsWith('content_block_'),
        finished: isObject(delta) && typeof delta['stop_reason'] === 'string',
        failed: event === 'error' || (json !== undefined && reportsError(json)),
        usage: json && usageOf(isObject(message) ? message : json),
        responseId: undefined,
        usageOnly: false,
      };
    },
    cut: (message, requestId) => {
      const error = { type: 'api_error', message, code: 'upstream_interrupted' };
      return `event: error\ndata: ${JSON.stringify({ type: 'error', error, request_id: requestId })}\n\n`;
    },
  },
  usage: usageOf,
  isError: reportsError,
};
