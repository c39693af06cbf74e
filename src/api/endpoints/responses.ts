import { defineEndpoint } from './endpoint.ts';
import { nestedInResponses } from './nested-models.ts';
import {
  responseOperations,
  signedInEvents,
  signedInResponses,
} from './stored-objects/response-operations.ts';

/** `POST /v1/responses`, and the life of what it leaves at a backend. */
export const responses = defineEndpoint({
  name: 'responses',
  methods: ['POST'],
  path: '/v1/responses',
  family: 'openai',
  answeredBy: 'deployments',
  socket: 'turns',
  dialect: 'responses',
  body: { kind: 'json', fields: {} },
  takesItems: true,
  nests: nestedInResponses,
  answer: ['json', 'events'],
  keeps: 'response',
  operations: responseOperations,
  signs: signedInResponses,
  signsInEvents: signedInEvents,
  tags: { prefix: true, generic: 'always' },
  grant: 'by_default',
  isStateless: true,
  estimate: { input: 'by_size', output: 1024, maximum: ['max_output_tokens'] },
  failover: 'full',
  health: 'generation',
  operation: 'chat',
  litellmMode: 'responses',
  sample: { request: { input: 'Hello' } },
});
