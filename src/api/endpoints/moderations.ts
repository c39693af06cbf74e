import { defineEndpoint } from './endpoint.ts';

/** `POST /v1/moderations`. It reports no tokens: what counts is the request. */
export const moderations = defineEndpoint({
  name: 'moderations',
  methods: ['POST'],
  path: '/v1/moderations',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: 'none',
  body: {
    kind: 'json',
    required: ['input'],
    fields: { input: { schema: { type: ['string', 'array'] }, must: 'a string or an array' } },
  },
  answer: ['json'],
  tags: { prefix: true, generic: 'when_called' },
  grant: 'by_name',
  isStateless: true,
  estimate: { input: 'by_size', output: 0 },
  failover: 'full',
  health: 'moderation',
  operation: 'moderation',
  litellmMode: 'moderation',
  sample: {
    request: { input: 'Hello' },
    answer: { id: 'modr-1', model: '', results: [] },
  },
});
