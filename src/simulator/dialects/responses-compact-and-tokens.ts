import { askedOf, modelOf } from '../asked-fields.ts';
import type { Answer } from '../reply.ts';
import { type Dialect, frame } from '../simulated-dialect.ts';
import { error, errorEvent } from './openai.ts';
import { promptOf } from './responses.ts';

/** The calls beside `/v1/responses`, after OpenAI's API reference: with the same input. */
function beside(answerOf: (answer: Answer) => object): Dialect {
  return {
    requestIdHeader: 'x-request-id',
    error,
    errorEvent,
    read: (body) => askedOf(modelOf(body), { prompts: [promptOf(body)] }),
    whole: (_, answer) => answerOf(answer),
    frames: (_, answer) => [frame('mark', JSON.stringify(answerOf(answer)))],
  };
}

/** `POST /v1/responses/input_tokens`. */
export const responsesInputTokens = beside(({ inputTokens }) => ({
  object: 'response.input_tokens',
  input_tokens: inputTokens,
}));

/** `POST /v1/responses/compact`: all that came is one item that no client can read. */
export const responsesCompact = beside(({ id, created, inputTokens, outputTokens }) => ({
  id: `resp_${id}`,
  object: 'response.compaction',
  created_at: created,
  output: [
    {
      type: 'compaction',
      id: `cmp_${id}`,
      encrypted_content: Buffer.from(`${inputTokens} tokens`).toString('base64'),
    },
  ],
  usage: {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  },
}));
