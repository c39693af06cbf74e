import { isObject, reportsError } from '../../../lib/json.ts';
import type { StreamDialect } from '../dialect.ts';
import { responsesUsage, responsesUsageSoFar } from './responses-usage.ts';

/** The events that a response ends with. */
export const responseEnds: ReadonlySet<unknown> = new Set([
  'response.completed',
  'response.failed',
  'response.incomplete',
  'response.done',
]);

/** The events before the answer itself. */
const openings: ReadonlySet<unknown> = new Set(['response.created', 'response.in_progress']);

/**
 * Named events; the first carries the response's id, the last is one of `response.completed`, `response.failed` and
 * `response.incomplete` and carries the whole response. See "Responses streaming events" in OpenAI's API reference.
 * Some backends end with `response.done` or `[DONE]`.
 */
export const responsesStream: StreamDialect = {
  prefilter:
    /response\.(?:created|completed|failed|incomplete|done)|\[DONE\]|"error"\s*:\s*[^\sn]|"error"\s*[,}]|event:\s?error/g,
  held: /"delta"\s*:\s*"/g,
  read(event, data, json) {
    const type = json?.['type'] ?? event;
    const response = json?.['response'];
    const id = isObject(response) ? response['id'] : undefined;
    return {
      terminal: responseEnds.has(type) || data.trim() === '[DONE]',
      opening: openings.has(type),
      content: !openings.has(type),
      finished: false,
      failed:
        event === 'error' ||
        type === 'response.failed' ||
        (type === 'response.done' && isObject(response) && response['status'] === 'failed') ||
        (json !== undefined && reportsError(json)),
      usage: isObject(response) ? (responsesUsage(response) ?? responsesUsageSoFar(response)) : undefined,
      responseId: typeof id === 'string' ? id : undefined,
      usageOnly: false,
    };
  },
  cut: (message, requestId, responseId, code = 'upstream_interrupted') => {
    const error = { code, message };
    const response = { id: responseId ?? requestId, object: 'response', status: 'failed', error };
    return `event: response.failed\ndata: ${JSON.stringify({ type: 'response.failed', response })}\n\n`;
  },
};
