import { defineEndpoint } from '../endpoint.ts';

/** `POST /v1/images/generations`. Answers are large: some 30 MB of base64, or events of 8 MB with an image each. */
export const images = defineEndpoint({
  name: 'images',
  methods: ['POST'],
  path: '/v1/images/generations',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: {
    input: '/usage/input_tokens',
    output: '/usage/output_tokens',
    imageInput: '/usage/input_tokens_details/image_tokens',
    imageOutput: '/usage/output_tokens_details/image_tokens',
    images: '/data',
    imageKind: { quality: '/quality', size: '/size' },
  },
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
  estimate: {
    input: 1000,
    output: 4000,
    copies: ['n'],
    times: ['partial_images'],
    units: {
      images: { from: 'number', field: 'n', otherwise: 1 },
      imageKind: { quality: 'quality', size: 'size' },
    },
  },
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
