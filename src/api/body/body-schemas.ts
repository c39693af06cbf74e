/**
 * What is enforced of a request body, per endpoint, and no more: everything else is for the backend to judge.
 * `npm run generate` compiles these schemas into `bodies.generated.js`, so that no compiler runs when the
 * gateway does. `null` counts as absent in optional fields; nothing is coerced.
 *
 * Three rules are not here because a schema says them badly: `model` may be absent when `models` is not, its
 * length counts characters, and the caps on tags count bytes. They are in `body.ts`.
 */

const common = {
  model: { type: 'string', nullable: true, minLength: 1 },
  models: { type: 'array', nullable: true, maxItems: 8, items: { type: 'string', minLength: 1 } },
  tags: { type: 'array', nullable: true, items: { type: 'string' } },
  stream: { type: 'boolean', nullable: true },
} as const;

const messages = {
  type: 'array',
  minItems: 1,
  items: { type: 'object', required: ['role'], properties: { role: { type: 'string' } } },
} as const;

const maxTokens = { type: 'integer', nullable: true, minimum: 1 } as const;

/** The schemas, by endpoint. */
export const bodySchemas = {
  chat_completions: {
    type: 'object',
    required: ['messages'],
    properties: {
      ...common,
      messages,
      max_tokens: maxTokens,
      logprobs: { type: 'boolean', nullable: true },
      top_logprobs: { type: 'integer', nullable: true, minimum: 0, maximum: 20 },
      tools: { type: 'array', nullable: true, items: { type: 'object' } },
      tool_choice: { type: ['string', 'object'], nullable: true },
    },
  },
  completions: {
    type: 'object',
    required: ['prompt'],
    properties: { ...common, prompt: { not: { type: 'null' } } },
  },
  messages: {
    type: 'object',
    required: ['messages'],
    properties: { ...common, messages, max_tokens: { ...maxTokens, minimum: 0 } },
  },
  responses: { type: 'object', properties: common },
} as const;

/** The same where an endpoint differs: on messages 0 asks for no answer, only for the prompt to be cached. */
export const ownExpectations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  messages: { max_tokens: 'an integer of at least 0' },
};

/** How an error message finishes the sentence "`field` must be ...". */
export const expectations: Readonly<Record<string, string>> = {
  model: 'a string of 1 to 256 characters',
  models: 'an array of at most 8 non-empty strings',
  tags: 'an array of at most 32 strings of up to 64 bytes each',
  stream: 'a boolean',
  messages: 'a non-empty array of objects, each with a string `role`',
  max_tokens: 'an integer of at least 1',
  logprobs: 'a boolean',
  top_logprobs: 'an integer from 0 to 20',
  tools: 'an array of objects',
  tool_choice: 'a string or an object',
  prompt: 'present and not null',
};
