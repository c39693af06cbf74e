import { defineUnit } from './unit.ts';

/** As rerankers count: one query over up to a hundred documents. */
export const searchUnits = defineUnit({
  name: 'search_units',
  title: 'Search units',
  about: 'of rerankers',
  hasFractions: false,
  precedence: 4,
  prices: [{ field: 'per_search_unit', times: 1, of: 'one search unit, as rerankers count', example: 0.002 }],
  isPricedByKind: false,
  example: 1,
  litellm: { fields: ['input_cost_per_query'], price: 'per_search_unit', times: 1 },
});
