import { defineEndpoint } from '../endpoint.ts';

/** `POST /v1/images/variations`: others like an image. */
export const imageVariations = defineEndpoint({
  name: 'image_variations',
  methods: ['POST'],
  path: '/v1/images/variations',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: { input: '/usage/input_tokens', output: '/usage/output_tokens', images: '/data' },
  body: { kind: 'multipart', required: ['image'], fields: { image: { must: 'an image' } } },
  answer: ['json'],
  tags: { prefix: true, generic: 'when_called' },
  grant: 'by_name',
  isStateless: true,
  estimate: {
    input: 1000,
    output: 4000,
    copies: ['n'],
    units: { images: { from: 'number', field: 'n', otherwise: 1 } },
  },
  failover: 'full',
  health: 'images',
  operation: 'vary_image',
  litellmMode: undefined,
  sample: { request: { image: '@cat.png' }, answer: { created: 0, data: [{ b64_json: '' }] } },
});
