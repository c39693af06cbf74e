import { askedOf, modelOf } from '../asked-fields.ts';
import { type Dialect, frame } from '../simulated-dialect.ts';
import { messages, promptOf } from './messages.ts';

/** `POST /v1/messages/count_tokens`, after Anthropic's API reference. */
export const countTokens: Dialect = {
  ...messages,
  read: (body) => askedOf(modelOf(body), { prompts: [promptOf(body)], maxTokens: 0 }),
  whole: (_, { inputTokens }) => ({ input_tokens: inputTokens }),
  frames: (_, { inputTokens }) => [frame('mark', JSON.stringify({ input_tokens: inputTokens }))],
};
