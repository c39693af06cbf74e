import { defineEndpoint } from './endpoint.ts';
import { nestedInResponses } from './nested-models.ts';

/** `POST /v1/responses/input_tokens`: how many tokens a request to `/v1/responses` would have. It costs nothing. */
export const responsesInputTokens = defineEndpoint({
  name: 'responses_input_tokens',
  methods: ['POST'],
  path: '/v1/responses/input_tokens',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: 'none',
  body: { kind: 'json', fields: {} },
  takesItems: true,
  nests: nestedInResponses,
  answer: ['json'],
  tags: { prefix: true, generic: 'when_called' },
  grant: { with: 'responses' },
  isStateless: true,
  estimate: { input: 'none', output: 0 },
  failover: 'same_model',
  health: 'counting',
  operation: 'count_tokens',
  litellmMode: undefined,
  sample: {
    request: { input: 'Hello' },
    answer: { object: 'response.input_tokens', input_tokens: 1 },
  },
});
