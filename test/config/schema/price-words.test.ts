import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceHint } from '../../../src/config/schema/price-words.ts';

test('a price with a comma, a currency or what it is for is told as the number to write', () => {
  const meant: Readonly<Record<string, number>> = {
    '1,25': 1.25,
    '$1.25': 1.25,
    '1.25 USD': 1.25,
    'US$ 2': 2,
    '$1.25/M': 1.25,
    '0.5 USD per million tokens': 0.5,
    '0.00125 / 1K tokens': 1.25,
    '$0.00000125 per token': 1.25,
  };
  for (const [text, usd] of Object.entries(meant))
    assert.equal(priceHint(text), `write ${usd}, in US dollars for a million tokens`, text);
});

test('a price of another currency is not converted, and one that may mean two things is not guessed', () => {
  for (const text of ['1.25 EUR', '€1', '£2/M', 'CHF 3']) assert.match(priceHint(text), /convert it/, text);
  for (const text of ['1,250', 'cheap', '', '1 USD per request'])
    assert.match(priceHint(text), /give only the number, with/, text);
});
