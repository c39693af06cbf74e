import { defineEndpoint } from './endpoint.ts';

/** `POST /v1/completions`, the legacy text completions. The interface has no prefix for its tags. */
export const completions = defineEndpoint({
  name: 'completions',
  methods: ['POST'],
  path: '/v1/completions',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'completions',
  body: {
    kind: 'json',
    required: ['prompt'],
    fields: { prompt: { schema: { not: { type: 'null' } }, must: 'present and not null' } },
  },
  answer: ['json', 'events'],
  tags: { prefix: false, generic: 'when_called' },
  grant: 'by_default',
  isStateless: true,
  estimate: { input: 'by_size', output: 1024, maximum: ['max_tokens'], copies: ['n', 'best_of'] },
  failover: 'full',
  health: 'generation',
  operation: 'text_completion',
  litellmMode: 'completion',
  sample: { request: { prompt: 'Hello' } },
});
