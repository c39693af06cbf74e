import type { UnitEstimates, UsagePlaces } from '../endpoint.ts';

/** The place of usage in answers with images. */
export const imageUsage: UsagePlaces = {
  input: '/usage/input_tokens',
  output: '/usage/output_tokens',
  imageInput: '/usage/input_tokens_details/image_tokens',
  imageOutput: '/usage/output_tokens_details/image_tokens',
  images: '/data',
  imageKind: { quality: '/quality', size: '/size' },
};

/** The assumed usage of a request for images until its answer reports it. */
export const imageEstimate = {
  input: 1000,
  output: 4000,
  copies: ['n'],
  units: {
    images: { from: 'number', field: 'n', otherwise: 1 },
    imageKind: { quality: 'quality', size: 'size' },
  } satisfies UnitEstimates,
} as const;
