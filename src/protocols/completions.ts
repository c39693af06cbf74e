import { completions as validate } from './bodies.generated.js';
import type { Endpoint } from './endpoint.ts';
import { reportsError } from './json.ts';
import { openaiStream } from './openai-stream.ts';
import { openaiUsage } from './usage.ts';

/** `POST /v1/completions`, the legacy text completions. */
export const completions: Endpoint = {
  name: 'completions',
  path: '/v1/completions',
  family: 'openai',
  validate,
  usageOnRequest: true,
  stream: openaiStream,
  usage: (answer) => openaiUsage(answer['usage']),
  isError: reportsError,
};
