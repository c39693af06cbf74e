import type { Inspect } from '../../config/inspection.ts';

/** USD for a million tokens below which no model is sold: a price for one token looks like that. */
const least = 0.001;

const fields = [
  ['input', 'input'],
  ['cached_input', 'cachedInput'],
  ['cache_write', 'cacheWrite'],
  ['output', 'output'],
] as const;

/** Prices that are written per token, as other programs have them; 0 is free, and fine. */
export const pricesPerToken: Inspect = ({ models }, found) => {
  for (const { id, deployments } of models.values()) {
    for (const [index, { price }] of deployments.entries()) {
      if (price === undefined) continue;
      for (const [field, name] of fields) {
        const at = ['models', id, 'deployments', index, 'price', field];
        const usd = price[name];
        if (usd <= 0 || usd >= least || !found.has(at)) continue;
        const message = `${usd} USD for a million tokens is next to nothing; prices are per million here, not per token`;
        found.atValue(at, 'price_per_token', message, {
          hint: `write ${Number((usd * 1e6).toPrecision(12))}`,
        });
      }
    }
  }
};
