/** The probable meaning of a misspelled price, in US dollars, and for a million in the case of tokens. */

const perMillion = 'US dollars for a million tokens';

/** The number of millions of tokens that a price is for. */
const amounts: readonly (readonly [RegExp, number])[] = [
  [/^(?:1?m|mtoks?|million|1m tokens?|million tokens?|1,?000,?000(?: tokens?)?)$/, 1],
  [/^(?:1?k|ktoks?|thousand|1k tokens?|thousand tokens?|1,?000(?: tokens?)?)$/, 1e3],
  [/^(?:1 ?)?tok(?:en)?s?$/, 1e6],
];

const form =
  /^(US\$|[$\u20ac\u00a3\u00a5]|[A-Za-z]{3})?\s*(\d+(?:[.,]\d+)?(?:e-?\d+)?)\s*(US\$|[$\u20ac\u00a3\u00a5]|(?!per\b)[A-Za-z]{3}\b)?\s*(?:(?:\/|per\b)\s*(.+))?$/;

/** For a price that is text: with a currency, a comma, or what it is for. */
export function priceHint(text: string): string {
  const [, before, number = '', after, per] = form.exec(text.trim()) ?? [];
  const currency = before ?? after;
  if (currency !== undefined && !/^(?:US\$|\$|USD)$/i.test(currency))
    return `convert it to ${perMillion}, and give only the number`;
  const times = per === undefined ? 1 : timesOf(per.trim().toLowerCase());
  // 1,250 may be a thousand and more, or one and a quarter.
  if (number === '' || times === undefined || /,\d{3}$/.test(number))
    return `give only the number, with a point and without quotes: ${perMillion}`;
  return `write ${plain(Number(number.replace(',', '.')) * times)}, in ${perMillion}`;
}

/** For a field of a price that is text. */
export function rateHint(field: string, text: string): string {
  if (/^(?:cached_|audio_|image_)?(?:in|out)put$|^cache_write/.test(field)) return priceHint(text);
  const [, before, number, after] = form.exec(text.trim()) ?? [];
  const currency = before ?? after;
  if (currency !== undefined && !/^(?:US\$|\$|USD)$/i.test(currency))
    return 'convert it to US dollars, and give only the number';
  if (number === undefined || /,\d{3}$/.test(number))
    return 'give only the number, with a point and without quotes: US dollars';
  return `write ${Number(number.replace(',', '.'))}, in US dollars`;
}

/** The price for a million from that for one token, without digits that arithmetic adds. */
export function plain(usd: number): number {
  return Number(usd.toPrecision(12));
}

function timesOf(per: string): number | undefined {
  return amounts.find(([words]) => words.test(per))?.[1];
}
