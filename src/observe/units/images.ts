import { defineUnit } from './unit.ts';

export const images = defineUnit({
  name: 'images',
  title: 'Images',
  about: 'that were made',
  hasFractions: false,
  precedence: 2,
  prices: [{ field: 'per_image', times: 1, of: 'one image', example: 0.04 }],
  isPricedByKind: true,
  example: 1,
  litellm: { fields: ['output_cost_per_image', 'input_cost_per_image'], price: 'per_image', times: 1 },
});
