import { defineEndpoint } from './endpoint.ts';

/**
 * `POST /v1/decisions`: questions with a yes or no, a choice or a score for an answer, asked of an input (`resources/decisions`
 * of openai 7.57). Nothing is streamed, and nothing is kept.
 */
export const decisions = defineEndpoint({
  name: 'decisions',
  methods: ['POST'],
  path: '/v1/decisions',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: {
    input: '/usage/input_tokens',
    cachedInput: '/usage/input_tokens_details/cached_tokens',
    output: '/usage/output_tokens',
  },
  body: {
    kind: 'json',
    required: ['input', 'questions'],
    fields: {
      input: { schema: { type: ['string', 'array'] }, must: 'a string or an array' },
      questions: { schema: { type: 'array' }, must: 'an array' },
    },
  },
  answer: ['json'],
  tags: { prefix: true, generic: 'when_called' },
  grant: 'by_name',
  isStateless: true,
  estimate: { input: 'by_size', output: 256 },
  failover: 'full',
  health: 'generation',
  operation: 'decide',
  litellmMode: undefined,
  sample: {
    request: {
      input: 'Hello',
      questions: [{ type: 'predicate', name: 'greets', instructions: 'Is this a greeting?' }],
    },
    answer: {
      model: 'sample',
      answers: [{ type: 'predicate', name: 'greets', probability: 0.97 }],
      usage: {
        input_tokens: 9,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: 1,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 10,
      },
    },
  },
});
