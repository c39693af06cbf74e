import { maxTokens, messages } from './body-fields.ts';
import { defineEndpoint } from './endpoint.ts';
import { nestedInChatCompletions } from './nested-models.ts';

/** `POST /v1/chat/completions`. */
export const chatCompletions = defineEndpoint({
  name: 'chat_completions',
  methods: ['POST'],
  path: '/v1/chat/completions',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'chat_completions',
  body: {
    kind: 'json',
    required: ['messages'],
    fields: {
      messages,
      max_tokens: maxTokens,
      logprobs: { schema: { type: 'boolean', nullable: true }, must: 'a boolean' },
      top_logprobs: {
        schema: { type: 'integer', nullable: true, minimum: 0, maximum: 20 },
        must: 'an integer from 0 to 20',
      },
      tools: {
        schema: { type: 'array', nullable: true, items: { type: 'object' } },
        must: 'an array of objects',
      },
      tool_choice: {
        schema: { type: ['string', 'object'], nullable: true },
        must: 'a string or an object',
      },
    },
  },
  nests: nestedInChatCompletions,
  answer: ['json', 'events'],
  tags: { prefix: true, generic: 'always' },
  grant: 'by_default',
  isStateless: true,
  estimate: {
    input: 'by_size',
    output: 1024,
    maximum: ['max_tokens', 'max_completion_tokens'],
    copies: ['n'],
  },
  failover: 'full',
  health: 'generation',
  operation: 'chat',
  litellmMode: 'chat',
  sample: { request: { messages: [{ role: 'user', content: 'Hello' }] } },
});
