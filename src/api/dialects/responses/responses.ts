import { objectsOf, reportsError } from '../../../lib/json.ts';
import type { Dialect } from '../dialect.ts';
import { readContent, readReasoning, readTools, readToolUse } from '../needs.ts';
import { responsesStream } from './responses-stream.ts';
import { responsesUsage } from './responses-usage.ts';

/** Responses, after OpenAI's API reference. */
export const responses: Dialect = {
  usageOnRequest: false,
  stream: responsesStream,
  held: /"(?:text|arguments|refusal)"\s*:\s*"/g,
  usage: responsesUsage,
  isError: (answer) => reportsError(answer) || answer['status'] === 'failed',
  readNeeds(body, needs) {
    const items = objectsOf(body['input']);
    for (const item of items) readContent(item, needs);
    if (items.at(-1)?.['role'] === 'assistant') needs.add('assistant_prefill');
    readTools(body['tools'], needs);
    readToolUse(body, needs);
    readReasoning(body, needs);
  },
};
