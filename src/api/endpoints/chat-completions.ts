import { reportsError } from '../../lib/json.ts';
import { chat_completions } from '../body/generated/bodies.generated.js';
import { openaiStream } from '../stream/openai-stream.ts';
import { openaiUsage } from '../usage.ts';
import type { Endpoint } from './endpoint.ts';

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
