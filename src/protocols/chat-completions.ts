import { chat_completions } from './bodies.generated.js';
import type { Endpoint } from './endpoint.ts';
import { reportsError } from './json.ts';
import { openaiStream } from './openai-stream.ts';
import { openaiUsage } from './usage.ts';

/** `POST /v1/chat/completions`. */
export const chatCompletions: Endpoint = {
  name: 'chat_completions',
  path: '/v1/chat/completions',
  family: 'openai',
  validate: chat_completions,
  usageOnRequest: true,
  stream: openaiStream,
  usage: (answer) => openaiUsage(answer['usage']),
  isError: reportsError,
};
