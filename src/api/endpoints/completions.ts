import { reportsError } from '../../lib/json.ts';
import { completions as validate } from '../body/generated/bodies.generated.js';
import { openaiStream } from '../stream/openai-stream.ts';
import { openaiUsage } from '../usage.ts';
import type { Endpoint } from './endpoint.ts';

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
