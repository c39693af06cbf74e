import { isObject, reportsError } from '../../../lib/json.ts';
import type { StreamDialect } from '../dialect.ts';
import { messagesUsage } from './messages-usage.ts';

/** A stream may have any number of these ("Streaming messages", "Ping events"). */
export const messagesPing = 'event: ping\ndata: {"type":"ping"}\n\n';

/**
 * Named events from `message_start`, which has the usage of the input, over `message_delta`, which has the stop reason
 * and the usage so far, to `message_stop`. See "Streaming messages" in Anthropic's API documentation.
 */
export const messagesStream: StreamDialect = {
  prefilter: /message_stop|"(?:stop_reason|usage|error)"\s*:\s*[^\sn]|"error"\s*[,}]|event:\s?error/g,
  held: /"(?:text|thinking|partial_json)"\s*:\s*"/g,
  read(event, _data, json) {
    const type = typeof json?.['type'] === 'string' ? json['type'] : event;
    const delta = json?.['delta'];
    const message = json?.['message'];
    return {
      terminal: type === 'message_stop',
      opening: type === 'message_start' || type === 'ping',
      content: type.startsWith('content_block_'),
      // Some backends write an empty one into events in the middle.
      finished: isObject(delta) && typeof delta['stop_reason'] === 'string' && delta['stop_reason'] !== '',
      failed: event === 'error' || (json !== undefined && reportsError(json)),
      usage: json && messagesUsage(isObject(message) ? message : json),
      responseId: undefined,
      usageOnly: false,
    };
  },
  beat: messagesPing,
  cut: (message, requestId, _responseId, code = 'upstream_interrupted') => {
    const error = { type: 'api_error', message, code };
    return `event: error\ndata: ${JSON.stringify({ type: 'error', error, request_id: requestId })}\n\n`;
  },
};
