import { type JsonObject, reportsError } from '../../../lib/json.ts';
import { type UsageReport, usageReader } from '../../answer-usage.ts';
import type { Dialect } from '../dialect.ts';

const readUsage = usageReader({
  freshInput: ['inputTokens'],
  output: ['outputTokens'],
  cachedInput: ['cacheReadInputTokens'],
  cacheWrite: ['cacheWriteInputTokens'],
});

/** The usage of an answer, or of the event `metadata`. */
export function converseUsage(json: JsonObject): UsageReport | undefined {
  return readUsage(json['usage']);
}

const held = /"(?:text"\s*:\s*"|input"\s*:\s*[{"])/g;

/**
 * Converse of Amazon Bedrock: backends are asked in it by translation alone. Streams come in frames, of which its wire
 * makes events by the frames' names; an exception is an event `error`.
 */
export const bedrockConverse: Dialect = {
  usageOnRequest: false,
  stream: {
    prefilter: /"(?:stopReason|usage|error)"\s*:/g,
    held,
    read(event, _data, json) {
      return {
        // The usage is the last that comes; without it what was said is whole all the same.
        terminal: event === 'metadata',
        opening: event === 'messageStart',
        content: event.startsWith('contentBlock'),
        finished: event === 'messageStop',
        failed: event === 'error' || (json !== undefined && reportsError(json)),
        usage: json && converseUsage(json),
        responseId: undefined,
        usageOnly: false,
      };
    },
    // Nobody calls an endpoint in it: clients are told in their own dialect.
    cut: () => '',
  },
  held,
  usage: converseUsage,
  isError: reportsError,
  readNeeds() {},
};
