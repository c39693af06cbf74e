import { defineEndpoint } from '../endpoint.ts';
import { imageEstimate, imageUsage } from './image-usage.ts';

/** `POST /v1/images/edits`: a form with the images, or JSON that says where they are. */
export const imageEdits = defineEndpoint({
  name: 'image_edits',
  methods: ['POST'],
  path: '/v1/images/edits',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: imageUsage,
  events: { ends: ['image_edit.completed'], endsEach: true },
  body: {
    kind: 'multipart_or_json',
    form: {
      kind: 'multipart',
      required: ['image', 'prompt'],
      fields: {
        image: { repeats: true, must: 'an image' },
        prompt: { must: 'a text' },
        mask: { must: 'an image' },
      },
    },
    json: {
      kind: 'json',
      required: ['prompt'],
      fields: { prompt: { schema: { type: 'string' }, must: 'a string' } },
    },
  },
  answer: ['json', 'events'],
  tags: { prefix: true, generic: 'when_called' },
  grant: 'by_name',
  isStateless: true,
  estimate: { ...imageEstimate, times: ['partial_images'] },
  failover: 'full',
  health: 'images',
  operation: 'edit_image',
  litellmMode: 'image_edit',
  sample: {
    request: { prompt: 'A hat on the cat', image: '@cat.png' },
    answer: {
      created: 0,
      data: [{ b64_json: '' }],
      usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    },
  },
});
