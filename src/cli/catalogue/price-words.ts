import {
  type CatalogueEntry,
  type CataloguePrice,
  type CatalogueRates,
  rateNames,
} from '../../config/catalogue/entry.ts';
import { kindedUnitPrices } from '../../observe/units/index.ts';

/** `input 1.25, output 10`; what is not known is left out. */
export function ratesText(rates: CatalogueRates): string {
  const known = rateNames.flatMap((name) => (rates[name] === undefined ? [] : [`${name} ${rates[name]}`]));
  return known.length === 0 ? 'none' : known.join(', ');
}

/** The rates with those of each tier. */
export function priceText(price: CataloguePrice | undefined): string {
  if (price === undefined) return 'not known';
  const tiers = (price.tiers ?? []).map(
    ({ above_input: from, ...rates }) => `; above ${from} input tokens ${ratesText(rates)}`,
  );
  const others = [...kindedUnitPrices.map(({ field }) => field), 'per_tool_call' as const].flatMap((field) =>
    price[field] === undefined ? [] : [`${field} ${JSON.stringify(price[field])}`],
  );
  const rates = ratesText(price);
  const all = [...(rates === 'none' && others.length > 0 ? [] : [rates]), ...others];
  return `${all.join(', ')}${tiers.join('')}`;
}

/** The capabilities that a model may have, by what its vendor says; what an endpoint guarantees is for operators to say. */
export function likelyCapabilities({
  modalities,
  reasoning,
  function_calling: calls,
}: CatalogueEntry): readonly string[] {
  const takes = (kind: string) => modalities?.input.includes(kind) === true;
  return [
    ...(takes('image') ? ['vision'] : []),
    ...(takes('pdf') ? ['pdf_input'] : []),
    ...(takes('audio') ? ['audio_input'] : []),
    ...(reasoning === true ? ['reasoning'] : []),
    ...(calls === true ? ['function_calling'] : []),
  ];
}
