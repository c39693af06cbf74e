import { defineEndpoint } from '../endpoint.ts';
import { imageEstimate, imageUsage } from './image-usage.ts';

/** `POST /v1/images/generations`. Answers are large: some 30 MB of base64, or events of 8 MB with an image each. */
export const images = defineEndpoint({
  name: 'images',
  methods: ['POST'],
  path: '/v1/images/generations',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: imageUsage,
  events: { ends: ['image_generation.completed'], endsEach: true },
  body: {
    kind: 'json',
    required: ['prompt'],
    fields: { prompt: { schema: { type: 'string' }, must: 'a string' } },
  },
  answer: ['json', 'events'],
  tags: { prefix: true, generic: 'when_called' },
  grant: 'by_name',
  isStateless: true,
  estimate: { ...imageEstimate, times: ['partial_images'] },
  failover: 'full',
  health: 'images',
  operation: 'generate_image',
  litellmMode: 'image_generation',
  sample: {
    request: { prompt: 'A cat' },
    answer: {
      created: 0,
      data: [{ b64_json: '' }],
      usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    },
  },
});
