import { defineUnit } from './unit.ts';

export const characters = defineUnit({
  name: 'characters',
  title: 'Characters that are spoken',
  about: 'of text that is spoken',
  hasFractions: false,
  precedence: 3,
  prices: [
    { field: 'per_million_characters', times: 1e6, of: 'a million characters that are spoken', example: 15 },
  ],
  isPricedByKind: false,
  example: 500,
  litellm: { fields: ['input_cost_per_character'], price: 'per_million_characters', times: 1e6 },
});
