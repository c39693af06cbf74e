import { defineEndpoint } from './endpoint.ts';

/**
 * `POST /v1/rerank`, `/v2/rerank` and `/rerank`: Cohere's two forms, Jina's with those who follow it, and that of Hugging
 * Face's Text Embeddings Inference, with `texts` and a bare list as its answer (its OpenAPI document, `RerankRequest`).
 * Vendors refuse fields that they don't know, so that nothing is ever added.
 */
export const rerank = defineEndpoint({
  name: 'rerank',
  methods: ['POST'],
  path: '/v1/rerank',
  otherPaths: ['/v2/rerank', '/rerank'],
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: { input: '/usage/total_tokens', searchUnits: '/meta/billed_units/search_units' },
  body: {
    kind: 'json',
    required: ['query'],
    oneOf: ['documents', 'texts'],
    fields: {
      query: { schema: { type: ['string', 'object'] }, must: 'a string or an object' },
      documents: { schema: { type: 'array' }, must: 'an array' },
      texts: { schema: { type: 'array' }, must: 'an array' },
    },
  },
  answer: ['json'],
  besideObjects: 'array',
  tags: { prefix: true, generic: 'when_called' },
  grant: 'by_name',
  isStateless: true,
  estimate: {
    input: 'by_size',
    output: 0,
    units: { searchUnits: { from: 'items', field: ['documents', 'texts'], perUnit: 100 } },
  },
  failover: 'same_model',
  health: 'ranking',
  operation: 'rerank',
  litellmMode: 'rerank',
  sample: {
    request: { query: 'Hello', documents: ['Hello', 'Goodbye'] },
    answer: { results: [{ index: 0, relevance_score: 1 }], usage: { total_tokens: 4 } },
  },
});
