import { defineUnit } from './unit.ts';

export const seconds = defineUnit({
  name: 'seconds',
  title: 'Seconds of audio or video',
  about: 'of audio or video, with fractions',
  hasFractions: true,
  precedence: 1,
  prices: [
    { field: 'per_minute', times: 60, of: 'a minute of audio or video, to the second', example: 0.006 },
    {
      field: 'per_second',
      times: 1,
      of: 'a second of audio or video, in place of `per_minute`',
      example: 0.1,
    },
  ],
  isPricedByKind: false,
  example: 12.5,
  litellm: { fields: ['input_cost_per_second', 'output_cost_per_second'], price: 'per_second', times: 1 },
});
