import { messages } from './body-fields.ts';
import { defineEndpoint } from './endpoint.ts';

/**
 * `POST /v1/embeddings`, of texts, or of a conversation in vLLM's form (`messages`; its `EmbeddingChatRequest`), which is how
 * it takes images. Answers are large: of 2,048 inputs some 16 MB, with the usage at the end.
 */
export const embeddings = defineEndpoint({
  name: 'embeddings',
  methods: ['POST'],
  path: '/v1/embeddings',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: { input: '/usage/prompt_tokens' },
  body: {
    kind: 'json',
    oneOf: ['input', 'messages'],
    fields: {
      input: { schema: { type: ['string', 'array'] }, must: 'a string or an array' },
      messages,
    },
  },
  answer: ['json'],
  tags: { prefix: true, generic: 'when_called' },
  // Clients ask for it by themselves; a backend that passes over it gives numbers that are read as other ones.
  capabilities: { base64: { field: 'encoding_format', value: 'base64' } },
  grant: 'by_name',
  isStateless: true,
  estimate: { input: 'by_size', output: 0 },
  failover: 'same_model',
  health: 'embeddings',
  operation: 'embeddings',
  litellmMode: 'embedding',
  sample: {
    request: { input: 'Hello' },
    answer: {
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: [1, 0] }],
      model: '',
      usage: { prompt_tokens: 1, total_tokens: 1 },
    },
  },
});
