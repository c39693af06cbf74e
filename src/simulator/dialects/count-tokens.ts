import { modelOf } from '../asked-fields.ts';
import { type Dialect, frame } from '../simulated-dialect.ts';
import { messages, promptOf } from './messages.ts';

/** `POST /v1/messages/count_tokens`, after Anthropic's API reference. */
export const countTokens: Dialect = {
  ...messages,
  read: (body) => ({
    model: modelOf(body),
    stream: false,
    prompts: [promptOf(body)],
    copies: 1,
    maxTokens: 0,
    stop: [],
    call: undefined,
    format: undefined,
    topLogprobs: undefined,
  }),
  whole: (_, { inputTokens }) => ({ input_tokens: inputTokens }),
  frames: (_, { inputTokens }) => [frame('mark', JSON.stringify({ input_tokens: inputTokens }))],
};
