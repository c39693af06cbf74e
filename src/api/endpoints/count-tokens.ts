import { messages as turns } from './body-fields.ts';
import { vertexPath } from './clouds/vertex-path.ts';
import { defineEndpoint } from './endpoint.ts';
import { nestedInMessages } from './nested-models.ts';

/** `POST /v1/messages/count_tokens`: how many tokens a request to `/v1/messages` would have. It costs nothing. */
export const countTokens = defineEndpoint({
  name: 'count_tokens',
  methods: ['POST'],
  path: '/v1/messages/count_tokens',
  clouds: [
    { cloud: 'bedrock', path: '/model/{model}/count-tokens' },
    // One address for all models: the body names the one.
    { cloud: 'vertex', path: vertexPath('count-tokens:rawPredict') },
  ],
  family: 'anthropic',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: 'none',
  body: { kind: 'json', required: ['messages'], fields: { messages: turns } },
  nests: nestedInMessages,
  answer: ['json'],
  tags: { prefix: true, generic: 'when_called' },
  grant: { with: 'messages' },
  isStateless: true,
  estimate: { input: 'none', output: 0 },
  failover: 'same_model',
  health: 'counting',
  operation: 'count_tokens',
  litellmMode: undefined,
  sample: {
    request: { messages: [{ role: 'user', content: 'Hello' }] },
    answer: { input_tokens: 4 },
  },
});
