import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addRateLimitHeaders,
  type HeaderFamily,
  shortDuration,
} from '../../src/limits/rate-limit-headers.ts';
import { concurrencyMeter, metersOf, type QuotaSeen, rateMeter } from '../../src/limits/rules.ts';

function rateLimitHeaders(family: HeaderFamily, seen: QuotaSeen, nowMs: number): readonly string[] {
  const flat: string[] = [];
  addRateLimitHeaders(flat, family, seen, nowMs);
  return flat;
}

const meters = metersOf('key', [
  rateMeter('requests', 20, 1000),
  rateMeter('requests', 600, 60_000),
  rateMeter('tokens', 200_000, 60_000),
  concurrencyMeter(5),
]);
const seen = {
  meters,
  atMs: 0,
  quotas: [
    { remaining: 19, resetMs: 900 },
    { remaining: 3, resetMs: 42_001 },
    { remaining: 150_000.5, resetMs: 360_000 },
    { remaining: 4, resetMs: 0 },
  ],
};

test('of several limits of a kind the one with the fewest remaining is told', () => {
  assert.deepEqual(rateLimitHeaders('openai', seen, 0), [
    ...['x-ratelimit-limit-requests', '600', 'x-ratelimit-remaining-requests', '3'],
    ...['x-ratelimit-reset-requests', '43s'],
    ...['x-ratelimit-limit-tokens', '200000', 'x-ratelimit-remaining-tokens', '150000'],
    ...['x-ratelimit-reset-tokens', '6m0s'],
  ]);
});

test('of two with the same remaining the smaller limit is told', () => {
  const quotas = seen.quotas.map((standing) => ({ ...standing, remaining: 3 }));
  const [, limit] = rateLimitHeaders('openai', { ...seen, quotas }, 0);
  assert.equal(limit, '20');
});

test('the messages family gets its own names and a moment', () => {
  const flat = rateLimitHeaders('anthropic', seen, 0);
  assert.deepEqual(
    flat.filter((_, index) => index % 2 === 0),
    [
      'requests-limit',
      'requests-remaining',
      'requests-reset',
      'tokens-limit',
      'tokens-remaining',
      'tokens-reset',
    ].map((name) => `anthropic-ratelimit-${name}`),
  );
  const inMs = Date.parse(flat[5]!) - Date.now();
  assert.ok(inMs > 41_000 && inMs <= 43_001, String(inMs));
});

test('what was seen a while ago is told as it must stand by now', () => {
  const flat = rateLimitHeaders('openai', seen, 50_000);
  assert.deepEqual(flat.slice(0, 6), [
    ...['x-ratelimit-limit-requests', '600', 'x-ratelimit-remaining-requests', '600'],
    ...['x-ratelimit-reset-requests', '0ms'],
  ]);
  assert.equal(flat.at(-1), '5m10s');
});

test('durations are short, and rounded up', () => {
  const cases = { 0: '0ms', 120: '120ms', 1000: '1s', 1001: '2s', 60000: '1m0s', 86400000: '24h0m0s' };
  for (const [ms, text] of Object.entries(cases)) assert.equal(shortDuration(Number(ms)), text);
});
