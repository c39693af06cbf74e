import type { Inspect } from '../../config/inspection.ts';
import { rateFields } from '../../config/resolve/prices/rates.ts';
import { plain } from '../../config/schema/price-words.ts';

/** USD for a million tokens below which no model is sold: a price for one token looks like that. */
const least = 0.001;

/** Prices per token, as other programs write them; 0 is free, and fine. */
export const pricesPerToken: Inspect = ({ models }, found) => {
  for (const { id, deployments } of models.values()) {
    for (const [index, { price }] of deployments.entries()) {
      if (price === undefined) continue;
      for (const [field, rateOf] of rateFields) {
        // A price for each single unit may well be low.
        const counted = /^per_/.test(field) ? 'character' : 'token';
        if (counted === 'character' && field !== 'per_million_characters') continue;
        const at = ['models', id, 'deployments', index, 'price', field];
        const usd = rateOf(price);
        if (usd === undefined || usd <= 0 || usd >= least || !found.has(at)) continue;
        const message = `${plain(usd)} USD for a million ${counted}s is next to nothing; prices are per million here, not per ${counted}`;
        found.atValue(at, 'price_per_token', message, {
          hint: `write ${Number((usd * 1e6).toPrecision(12))}`,
        });
      }
    }
  }
};
