import { objectsOf, reportsError } from '../../../lib/json.ts';
import type { Dialect } from '../dialect.ts';
import { isGiven, isReasoningEffort, readContent, readReasoning, readTools, readToolUse } from '../needs.ts';
import { isInterrupted } from '../openai/interrupted-stream.ts';
import { openaiHeld, openaiStream } from '../openai/openai-stream.ts';
import { openaiUsage } from '../openai/openai-usage.ts';

/** Chat completions, after OpenAI's API reference. */
export const chatCompletions: Dialect = {
  usageOnRequest: true,
  stream: openaiStream,
  held: openaiHeld,
  usage: openaiUsage,
  isError: (json) => reportsError(json) || isInterrupted(json),
  readNeeds(body, needs) {
    const messages = objectsOf(body['messages']);
    for (const message of messages) readContent(message, needs);
    if (messages.at(-1)?.['role'] === 'assistant') needs.add('assistant_prefill');
    readTools(body['tools'], needs);
    if (objectsOf(body['functions']).length > 0) needs.add('function_calling');
    if (isGiven(body['web_search_options'])) needs.add('web_search');
    readToolUse(body, needs);
    readReasoning(body, needs);
    if (isReasoningEffort(body['reasoning_effort'])) needs.add('reasoning');
  },
};
