import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  attemptAllowance,
  maxAttemptsInAll,
  retryAfterMs,
  retryBudget,
} from '../../src/routing/attempts/retries.ts';
import { nextPeakEwma } from '../../src/routing/balance/peak-ewma.ts';
import { type Outcome, outcomeOfStatus, outcomes, putLastMs } from '../../src/routing/outcomes.ts';

test('a model takes at most its own attempts, and leaves one for each model to come', () => {
  const allowance = (made: number, modelsToCome: number, maxPerModel = 3) =>
    attemptAllowance({ made, modelsToCome, maxPerModel });
  assert.equal(allowance(0, 0), 3);
  assert.equal(allowance(0, 0, 10), 6);
  assert.equal(allowance(0, 4), 2);
  assert.equal(allowance(0, 5), 1);
  assert.equal(allowance(3, 1), 2);
  assert.equal(allowance(5, 0), 1);
  assert.equal(allowance(6, 0), 0);
  assert.equal(allowance(0, 9), 1);
});

test('of a chain that fails throughout, six attempts are made at most and every model that fits gets its turn', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 10 }),
      (deployments, maxPerModel) => {
        let made = 0;
        const taken = deployments.map((count, index) => {
          const modelsToCome = deployments.length - index - 1;
          const attempts = Math.min(count, attemptAllowance({ made, modelsToCome, maxPerModel }));
          made += attempts;
          return attempts;
        });
        assert.ok(made <= maxAttemptsInAll);
        assert.ok(taken.every((attempts) => attempts <= maxPerModel));
        assert.ok(taken.slice(0, maxAttemptsInAll).every((attempts) => attempts >= 1));
      },
    ),
  );
});

test('the retry budget begins full, is earned by requests and by time, and holds no more than 100', () => {
  let now = 0;
  const budget = retryBudget(() => now);
  const drain = () => {
    let spent = 0;
    while (budget.spend()) spent += 1;
    return spent;
  };
  assert.equal(drain(), 100);
  for (let request = 0; request < 51; request += 1) budget.earn();
  assert.equal(drain(), 10);
  now += 1_050;
  assert.equal(drain(), 10);
  now += 3_600_000;
  assert.equal(drain(), 100);
});

test('in an outage further attempts are at most 0.2 a request and 10 a second above the first 100', () => {
  let now = 0;
  const budget = retryBudget(() => now);
  let spent = 0;
  for (let request = 0; request < 1000; request += 1) {
    now += 20;
    budget.earn();
    for (let attempt = 0; attempt < 5; attempt += 1) if (budget.spend()) spent += 1;
  }
  assert.ok(spent <= 100 + 0.2 * 1000 + 10 * 20 && spent > 490, String(spent));
});

const whenSent = Date.parse('Sun, 06 Nov 1994 08:49:07 GMT');

for (const [header, expected] of [
  ['0', 0],
  ['7', 7_000],
  [' 7 ', 7_000],
  ['1.5', 1_500],
  ['9999999999', 9_999_999_999_000],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 30_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 30_000],
  ['Sun Nov  6 08:49:37 1994', 30_000],
  ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
  [undefined, undefined],
  ['', undefined],
  ['-1', undefined],
  ['soon', undefined],
  ['7 s', undefined],
  ['1994', 1_994_000],
  ['1e9', undefined],
  ['Sun, 99 Nov 1994 08:49:37 GMT', undefined],
  ['2 apples', undefined],
] as const) {
  test(`Retry-After ${JSON.stringify(header) ?? 'left out'} is ${expected ?? 'not understood'}`, () => {
    assert.equal(retryAfterMs(header, whenSent), expected);
  });
}

/** [status, outcome] */
const statuses: readonly (readonly [number, Outcome])[] = [
  [101, 'unusable'],
  [200, 'answered'],
  [204, 'answered'],
  [301, 'unusable'],
  [304, 'unusable'],
  [400, 'request_refused'],
  [401, 'credentials_refused'],
  [402, 'payment_required'],
  [403, 'credentials_refused'],
  [404, 'not_found'],
  [408, 'failed'],
  [409, 'request_refused'],
  [413, 'request_refused'],
  [422, 'request_refused'],
  [425, 'request_refused'],
  [429, 'rate_limited'],
  [500, 'failed'],
  [501, 'failed'],
  [503, 'failed'],
  [529, 'failed'],
];

test('the status of an answer decides its outcome', () => {
  for (const [status, outcome] of statuses) assert.equal(outcomeOfStatus(status), outcome, String(status));
});

test('only a 429 puts last without being told, and only what failed counts against health', () => {
  assert.equal(putLastMs('rate_limited', undefined), 30_000);
  assert.equal(putLastMs('rate_limited', 5_000), 5_000);
  assert.equal(putLastMs('failed', undefined), 0);
  assert.equal(putLastMs('failed', 5_000), 5_000);
  assert.equal(putLastMs('request_refused', 5_000), 0);
  const failing = Object.entries(outcomes).flatMap(([name, { health }]) =>
    health === 'failure' ? [name] : [],
  );
  assert.deepEqual(failing, [
    'not_connected',
    'lost',
    'cut_short',
    'stalled',
    'out_of_time',
    'failed',
    'unusable',
    'error_in_answer',
    'credentials_refused',
    'interrupted',
  ]);
});

test('a slower answer counts at once, a faster one by the time that has passed', () => {
  const first = nextPeakEwma(undefined, 100, 0);
  assert.equal(first.latencyMs, 100);
  const slower = nextPeakEwma(first, 400, 1);
  assert.equal(slower.latencyMs, 400);
  assert.equal(nextPeakEwma(slower, 100, 1).latencyMs, 400);
  const after10s = nextPeakEwma(slower, 100, 10_001).latencyMs;
  assert.ok(after10s > 205 && after10s < 215, String(after10s));
  assert.ok(nextPeakEwma(slower, 100, 200_000).latencyMs < 101);
});
