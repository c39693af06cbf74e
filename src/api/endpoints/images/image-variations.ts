import { defineEndpoint } from '../endpoint.ts';
import { imageEstimate, imageUsage } from './image-usage.ts';

/** `POST /v1/images/variations`: others like an image. */
export const imageVariations = defineEndpoint({
  name: 'image_variations',
  methods: ['POST'],
  path: '/v1/images/variations',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: imageUsage,
  body: { kind: 'multipart', required: ['image'], fields: { image: { must: 'an image' } } },
  answer: ['json'],
  tags: { prefix: true, generic: 'when_called' },
  grant: 'by_name',
  isStateless: true,
  estimate: imageEstimate,
  failover: 'full',
  health: 'images',
  operation: 'vary_image',
  litellmMode: undefined,
  sample: { request: { image: '@cat.png' }, answer: { created: 0, data: [{ b64_json: '' }] } },
});
