import { objectsOf, reportsError } from '../../../lib/json.ts';
import type { Dialect } from '../dialect.ts';
import { isGiven, readContent, readPart, readReasoning, readTools, readToolUse } from '../needs.ts';
import { messagesStream } from './messages-stream.ts';
import { messagesUsage } from './messages-usage.ts';

/** Messages, after Anthropic's API documentation. */
export const messages: Dialect = {
  usageOnRequest: false,
  stream: messagesStream,
  // Arguments of calls are objects here.
  held: /"(?:(?:text|thinking)"\s*:\s*"|input"\s*:\s*\{)/g,
  usage: messagesUsage,
  isError: reportsError,
  readNeeds(body, needs) {
    const turns = objectsOf(body['messages']);
    for (const turn of turns) readContent(turn, needs);
    if (turns.at(-1)?.['role'] === 'assistant') needs.add('assistant_prefill');
    for (const block of objectsOf(body['system'])) readPart(block, needs);
    if (isGiven(body['cache_control'])) needs.add('prompt_caching');
    readTools(body['tools'], needs);
    readToolUse(body, needs);
    readReasoning(body, needs);
  },
};
