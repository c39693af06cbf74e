import { reportsError } from '../../../lib/json.ts';
import type { PassingEvents } from '../../endpoints/endpoint.ts';
import type { Dialect, StreamDialect } from '../dialect.ts';

/**
 * A stream of which nothing is read but its end: an event whose `type` is one of those that end it, with the usage in
 * it. Everything before is content. Some backends send `[DONE]` as the last one.
 *
 * @param usageNames Members of which one is in an event that says what was used
 */
export function passingStream(
  { ends, endsEach, usageInAll = false }: PassingEvents,
  usage: Dialect['usage'],
  usageNames: readonly string[],
): StreamDialect {
  const named = usageInAll ? usageNames.map((name) => `"${name}"`) : [];
  const words = [...ends, ...named, '[DONE]'].map(escaped).join('|');
  return {
    prefilter: new RegExp(`${words}|"error"\\s*:\\s*[^\\sn]|"error"\\s*[,}]|event:\\s?error`, 'g'),
    held: undefined,
    ...(endsEach === true && { endsEach }),
    read(event, data, json) {
      const type = json?.['type'] ?? event;
      const isLast = typeof type === 'string' && ends.includes(type);
      return {
        terminal: isLast || data.trim() === '[DONE]',
        opening: false,
        content: true,
        finished: false,
        failed: event === 'error' || (json !== undefined && reportsError(json)),
        usage: (isLast || usageInAll) && json !== undefined ? usage(json) : undefined,
        responseId: undefined,
        usageOnly: false,
      };
    },
    cut(message, _requestId, _responseId, code = 'upstream_interrupted') {
      const error = { type: 'upstream_error', code, message, param: null };
      return `event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`;
    },
  };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}
