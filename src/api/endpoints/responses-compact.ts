import { defineEndpoint } from './endpoint.ts';
import { nestedInResponses } from './nested-models.ts';

/** `POST /v1/responses/compact`: a conversation made shorter, in a form that the same model alone reads. */
export const responsesCompact = defineEndpoint({
  name: 'responses_compact',
  methods: ['POST'],
  path: '/v1/responses/compact',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: {
    input: '/usage/input_tokens',
    cachedInput: '/usage/input_tokens_details/cached_tokens',
    output: '/usage/output_tokens',
  },
  body: { kind: 'json', fields: {} },
  takesItems: true,
  nests: nestedInResponses,
  answer: ['json'],
  tags: { prefix: true, generic: 'when_called' },
  grant: { with: 'responses' },
  isStateless: true,
  estimate: { input: 'by_size', output: 1024 },
  failover: 'same_model',
  health: 'compaction',
  operation: 'compact_response',
  litellmMode: undefined,
  sample: {
    request: { input: 'Hello' },
    answer: {
      id: 'resp_1',
      object: 'response.compaction',
      created_at: 0,
      output: [],
      usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    },
  },
});
