import { isObject, type JsonObject, objectsOf, reportsError } from '../../../lib/json.ts';
import type { StreamDialect } from '../dialect.ts';
import { isInterrupted, isWhole } from './interrupted-stream.ts';
import { openaiUsage } from './openai-usage.ts';

/** Text, reasoning, refusals, what was spoken, and arguments of calls. */
export const openaiHeld =
  /"(?:content|reasoning_content|reasoning|refusal|text|arguments|transcript)"\s*:\s*"/g;

/**
 * The stream of chat completions and completions: data-only events, ended by `[DONE]`. Each choice ends with a
 * `finish_reason`; usage comes in an event of its own, without choices, when the request asks for it. See
 * "Chat Completions streaming events" in OpenAI's API reference.
 */
export const openaiStream: StreamDialect = {
  prefilter:
    /\[DONE\]|"(?:finish_reason|usage|error)"\s*:\s*[^\sn]|"error"\s*[,}]|"base_resp"|event:\s?error/g,
  held: openaiHeld,
  read(event, data, json) {
    const choices = objectsOf(json?.['choices']);
    const usage = json && openaiUsage(json);
    const content = choices.some(hasContent);
    const finished = choices.some(({ finish_reason: reason }) => isWhole(reason));
    return {
      terminal: data.trim() === '[DONE]',
      opening: Array.isArray(json?.['choices']) && !content && !finished,
      content,
      finished,
      failed: event === 'error' || (json !== undefined && (reportsError(json) || isInterrupted(json))),
      usage,
      responseId: undefined,
      usageOnly: usage !== undefined && choices.length === 0,
    };
  },
  cut: (message, _requestId, _responseId, code = 'upstream_interrupted') =>
    `data: ${JSON.stringify({ error: { message, type: 'upstream_error', code } })}\n\n`,
};

/**
 * Returns true where a choice has content: a text, or a member beside the role, which is not empty, of `delta` or (as some
 * servers have it) of `message`.
 */
function hasContent({ delta, message, text }: JsonObject): boolean {
  const said = isObject(delta) ? delta : message;
  if (!isObject(said)) return isGiven(text);
  for (const name in said) if (name !== 'role' && isGiven(said[name])) return true;
  return false;
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';
}
