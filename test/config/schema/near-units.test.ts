import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearBudget, nearDuration, nearRate, nearSize } from '../../../src/config/schema/near-units.ts';

test('a rate, a budget, a duration or a size in other words becomes the one that is meant', () => {
  const cases = [
    [
      nearRate,
      {
        '600/minute': '600/min',
        '600 rpm': '600/min',
        '5k/min': '5000/min',
        '10 per second': '10/s',
        '1,000 requests / hour': '1000/h',
        '100k tpd': '100000/day',
        '3rps': '3/s',
      },
    ],
    [
      nearBudget,
      {
        '$100/month': '100 USD/month',
        '100/month': '100 USD/month',
        '2.5 USD per day': '2.5 USD/day',
        'USD 5 monthly': '5 USD/month',
        '100$/mo': '100 USD/month',
        '$5 a week': '5 USD/week',
        '20 USD in total': '20 USD/total',
      },
    ],
    [
      nearDuration,
      {
        '5': '5s',
        '5 sec': '5s',
        '2 minutes': '2m',
        '1.5h': '90m',
        '2 days': '2d',
        '0.25s': '250ms',
        '90 seconds': '90s',
      },
    ],
    [nearSize, { '1M': '1MiB', '32 MB': '32MiB', '1.5GiB': '1536MiB', '64k': '64KiB', '512': '512B' }],
  ] as const;
  for (const [near, examples] of cases) {
    for (const [written, meant] of Object.entries(examples)) assert.equal(near(written), meant, written);
  }
});

test('what could be anything becomes nothing', () => {
  for (const text of ['', 'many', '5 apples', '-3/s', '600/fortnight', '600/week', '1e9/s', '0 rpm'])
    assert.equal(nearRate(text), undefined, text);
  for (const text of ['100 EUR/month', '€5/day', '100/hour', '100', 'free'])
    assert.equal(nearBudget(text), undefined, text);
  for (const text of ['', 'soon', '-1s', '1e3ms', '0', '5 apples', '1 month', '1 week'])
    assert.equal(nearDuration(text), undefined, text);
  for (const text of ['', 'big', '-1MiB', '0MB', '1 PB']) assert.equal(nearSize(text), undefined, text);
});
