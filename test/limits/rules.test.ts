import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../src/api/endpoints/index.ts';
import type { LimitSet } from '../../src/config/types/limits.ts';
import { networkOf } from '../../src/lib/ip.ts';
import { groupOwner } from '../../src/limits/accounts/owners.ts';
import { KeyLimits } from '../../src/limits/key-limits.ts';
import { describeLimit, refusalError } from '../../src/limits/limit-refusal.ts';
import { periodAt } from '../../src/limits/period.ts';
import { metersOfRule } from '../../src/limits/rules.ts';
import { estimateTokens } from '../../src/limits/token-estimate.ts';

const nothing: LimitSet = {
  requests: [],
  tokens: [],
  concurrency: undefined,
  waitMs: undefined,
  budget: undefined,
};
const perMinute = (limit: number) => ({ limit, windowMs: 60_000 });

const limits = new KeyLimits('key', [
  metersOfRule(
    {
      requests: [{ limit: 20, windowMs: 1000 }, perMinute(600)],
      tokens: [perMinute(1000)],
      concurrency: 1,
      waitMs: undefined,
      budget: { usd: 2.5, period: 'day', reserve: 'capped' },
      sockets: undefined,
      perModel: new Map([
        ['a-*', { ...nothing, requests: [perMinute(10)] }],
        ['a-1', { ...nothing, concurrency: 3 }],
      ]),
    },
    (glob) => (model) => (glob.endsWith('*') ? model.startsWith(glob.slice(0, -1)) : model === glob),
  ),
]);

test('a request passes the common limits and those of every pattern that matches its model', () => {
  assert.equal(limits.metersFor('b'), limits.common);
  assert.deepEqual(limits.metersFor('a-1').list.map(describeLimit), [
    '20 requests per second',
    '600 requests per minute',
    '1000 tokens per minute',
    '1 request at once',
    '2.5 USD per day',
    '10 requests per minute on a-*',
    '3 requests at once on a-1',
  ]);
  assert.equal(limits.metersFor('a-1'), limits.metersFor('a-1'));
});

test('a refusal says which limit and when it frees', () => {
  const at = (index: number, retryAfterMs: number) =>
    refusalError(limits.common, { admitted: false, index, retryAfterMs, quotas: [] });
  const rate = at(1, 42_001);
  assert.equal(rate.code, 'rate_limit_exceeded');
  assert.equal(rate.message, 'This key is limited to 600 requests per minute; try again in 43s.');
  assert.equal(rate.retryAfterMs, 42_001);
  assert.match(at(3, 1000).message, /1 request at once; try again when one of your requests has ended/);
  assert.equal(at(4, 3_600_000).code, 'budget_exceeded');
  assert.match(at(4, 3_600_000).message, /2.5 USD per day, is spent; it resets in 1h0m0s/);
});

test('a refusal by the limit of a group names the group', () => {
  const rule = {
    ...nothing,
    tokens: [perMinute(500)],
    concurrency: 2,
    budget: { usd: 100, period: 'month' as const, reserve: 'capped' as const },
  };
  const group = metersOfRule(
    { ...rule, sockets: undefined, perModel: new Map() },
    () => () => true,
    groupOwner('research'),
  );
  const { common } = new KeyLimits('key', [group]);
  const at = (index: number, remaining = 0) =>
    refusalError(
      common,
      {
        admitted: false,
        index,
        retryAfterMs: 1000,
        quotas: common.list.map(() => ({ remaining, resetMs: 0 })),
      },
      { tokens: 700, maximum: undefined },
    ).message;
  assert.match(
    at(0, 20),
    /^The group "research" of this key is limited to 500 tokens per minute; 20 of them are left/,
  );
  assert.match(
    at(1),
    /^The group "research" of this key is limited to 2 requests at once; try again when one of its/,
  );
  assert.match(at(2), /^The budget of the group "research" of this key, 100 USD per month, is spent/);
});

test('a budget in all that is spent is not promised to start anew', () => {
  const rule = {
    ...nothing,
    budget: { usd: 20, period: 'total' as const, reserve: 'capped' as const },
    sockets: undefined,
    perModel: new Map(),
  };
  const { common } = new KeyLimits('key', [metersOfRule(rule, () => () => true)]);
  const refusal = { admitted: false, index: 0, retryAfterMs: 1e14, quotas: [] } as const;
  const error = refusalError(common, refusal);
  assert.equal(
    error.message,
    'The budget of this key, 20 USD in total, is spent, and does not reset; ask the operator of this gateway for more.',
  );
});

test('a refusal that any request would meet is known until it ends, a second at most, or something is given back', () => {
  const quotas = limits.common.list.map(() => ({ remaining: 0, resetMs: 1000 }));
  const refused = (index: number, retryAfterMs: number, remaining = 0) => {
    const seen = quotas.with(index, { remaining, resetMs: 1000 });
    limits.close(limits.common, { admitted: false, index, retryAfterMs, quotas: seen }, 5000);
  };
  const waits = (nowMs: number) => limits.closedAt(nowMs)?.refusal.retryAfterMs;

  refused(1, 42_000);
  assert.equal(waits(5000), 42_000);
  assert.equal(waits(5999), 41_001);
  assert.equal(waits(6000), undefined);
  refused(0, 300);
  assert.equal(waits(5299), 1);
  assert.equal(waits(5300), undefined);
  refused(3, 1000); // slots
  assert.equal(waits(5249), 751);
  assert.equal(waits(5250), undefined);
  refused(1, 42_000);
  limits.open();
  assert.equal(waits(5000), undefined);
  refused(2, 42_000, 1); // tokens: fewer would pass
  assert.equal(waits(5000), undefined);
  refused(2, 42_000);
  assert.equal(waits(5000), 42_000);
  limits.open();
});

test('a refusal for the sake of one model says nothing of others', () => {
  const meters = limits.metersFor('a-1');
  const quotas = meters.list.map(() => ({ remaining: 0, resetMs: 1000 }));
  limits.close(meters, { admitted: false, index: 5, retryAfterMs: 42_000, quotas }, 5000);
  assert.equal(limits.closedAt(5000), undefined);
});

test('an estimate is a quarter of the bytes, a thousand for each file, and the longest answer allowed', () => {
  const size = {
    endpoint: endpoints.chat_completions,
    bytes: 4000,
    blocks: 0,
    blockBytes: 0,
    maxTokens: undefined,
    copies: 1,
  };
  assert.deepEqual(estimateTokens(size), { input: 1000, output: 1024, isOpen: true });
  const withFiles = { ...size, bytes: 1_000_400, blocks: 2, blockBytes: 1_000_000, maxTokens: 7 };
  assert.deepEqual(estimateTokens(withFiles), { input: 2100, output: 7, isOpen: false });
  assert.deepEqual(estimateTokens({ ...withFiles, copies: 3 }), { input: 2100, output: 21, isOpen: false });
  assert.deepEqual(estimateTokens({ ...size, copies: 2 }), { input: 1000, output: 2048, isOpen: true });
});

test('periods are calendar days and months in UTC, over the end of a year too', () => {
  const newYearsEve = Date.UTC(2026, 11, 31, 23, 59);
  assert.deepEqual(periodAt('month', newYearsEve), { from: Date.UTC(2026, 11, 1), to: Date.UTC(2027, 0, 1) });
  assert.deepEqual(periodAt('day', newYearsEve), { from: Date.UTC(2026, 11, 31), to: Date.UTC(2027, 0, 1) });
});

test('addresses that one client can change at will are one network', () => {
  const networks = [
    '2001:db8:1:2:3:4:5:6',
    '2001:db8:1:2::9',
    '2001:0db8:0001:0002:ffff::',
    '2001:db8:1:2::%eth0',
  ];
  for (const address of networks) assert.equal(networkOf(address), '2001:db8:1:2::/64');
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
  assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64');
  assert.equal(networkOf('64:ff9b::1.2.3.4'), '64:ff9b:0:0::/64');
  assert.equal(networkOf('192.0.2.7'), '192.0.2.7');
});
