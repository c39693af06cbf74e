import { messages as turns } from './body-fields.ts';
import { vertexPath } from './clouds/vertex-path.ts';
import { defineEndpoint } from './endpoint.ts';
import { nestedInMessages } from './nested-models.ts';
import { citedInMessageEvents, citedInMessages } from './stored-objects/cited-ids.ts';

/** `POST /v1/messages`. */
export const messages = defineEndpoint({
  name: 'messages',
  methods: ['POST'],
  path: '/v1/messages',
  // Claude Code's "Gateway protocol reference", "API formats"; the paths are those of the two vendors' SDKs.
  clouds: [
    { cloud: 'bedrock', path: '/model/{model}/invoke', streams: false },
    { cloud: 'bedrock', path: '/model/{model}/invoke-with-response-stream', streams: true },
    { cloud: 'vertex', path: vertexPath('{model}:rawPredict'), streams: false },
    { cloud: 'vertex', path: vertexPath('{model}:streamRawPredict'), streams: true },
  ],
  family: 'anthropic',
  answeredBy: 'deployments',
  dialect: 'messages',
  body: {
    kind: 'json',
    required: ['messages'],
    fields: {
      messages: turns,
      // 0 asks for no answer, only for the prompt to be cached.
      max_tokens: {
        schema: { type: 'integer', nullable: true, minimum: 0 },
        must: 'an integer of at least 0',
      },
    },
  },
  nests: nestedInMessages,
  answer: ['json', 'events'],
  signs: citedInMessages,
  signsInEvents: citedInMessageEvents,
  tags: { prefix: true, generic: 'always' },
  grant: 'by_default',
  isStateless: true,
  estimate: { input: 'by_size', output: 1024, maximum: ['max_tokens'] },
  failover: 'full',
  health: 'generation',
  operation: 'chat',
  litellmMode: undefined,
  sample: { request: { max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] } },
});
