import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lifetimeOf } from '../../../src/credentials/sources/lifetime.ts';

const nowS = 1_800_000_000;
const nowMs = nowS * 1000;
const hourMs = 3_600_000;

test('a lifetime is read as numbers and as texts, a moment as Unix seconds and as a date', () => {
  const cases: readonly [Record<string, unknown>, number][] = [
    [{ expires_in: 3599 }, 3_599_000],
    [{ expires_in: '3599' }, 3_599_000],
    [{ expires_in: 0.5 }, 500],
    [{ expires_on: nowS + 60 }, 60_000],
    [{ expires_on: String(nowS + 60) }, 60_000],
    [{ expires_at: nowS + 60 }, 60_000],
    [{ expires_at: new Date(nowMs + 60_000).toISOString() }, 60_000],
    [{ expireTime: '2027-01-15T09:00:00Z' }, hourMs],
    [{ expireTime: '2027-01-15T10:00:00.000000000+01:00' }, hourMs],
    [{ expires_in: 'soon', expires_on: nowS + 60 }, 60_000],
    [{ expires_in: 30, expires_on: 'tomorrow' }, 30_000],
  ];
  for (const [json, lifetimeMs] of cases) {
    const read = lifetimeOf(json, nowMs, nowMs);
    assert.deepEqual([read.lifetimeMs, read.warning], [lifetimeMs, undefined], JSON.stringify(json));
  }
});

test('what is no lifetime is undefined, and told', () => {
  const none = [0, -1, '0', '-1', '', 'soon', ' 5', '0x10', '1e3', Number.NaN, Infinity, [], {}, true];
  for (const expires_in of none) {
    const read = lifetimeOf({ expires_in }, nowMs, nowMs);
    assert.equal(read.lifetimeMs, undefined, String(expires_in));
    assert.equal(read.warning, 'gave a token whose expires_in is no time to live');
  }
  for (const json of [{}, { expires_in: null }]) {
    const read = lifetimeOf(json, nowMs, nowMs);
    assert.equal(read.lifetimeMs, undefined);
    assert.equal(read.warning, 'does not say how long its token lives (expires_in)');
  }
  for (const expires_on of [nowS, nowS - 60, '9/14/2027 00:00:00 PM', 'tomorrow']) {
    const read = lifetimeOf({ expires_on }, nowMs, nowMs);
    assert.equal(read.warning, 'gave a token whose expires_on is no time to live');
  }
});

test('with a clock that is an hour off, a moment is measured from the date of the answer', () => {
  for (const wrongMs of [nowMs - hourMs, nowMs + hourMs]) {
    assert.equal(lifetimeOf({ expires_on: nowS + 600 }, nowMs, wrongMs).lifetimeMs, 600_000);
    assert.equal(lifetimeOf({ expires_in: 600 }, nowMs, wrongMs).lifetimeMs, 600_000);
    // Without a date nothing but the span can be believed.
    const both = { expires_in: 600, expires_on: nowS + 600 };
    assert.equal(lifetimeOf(both, undefined, wrongMs).lifetimeMs, 600_000);
  }
  assert.equal(lifetimeOf({ expires_on: nowS + 600 }, undefined, nowMs).lifetimeMs, 600_000);
});

test('of a token that a metadata server had already, the shorter time counts', () => {
  assert.equal(lifetimeOf({ expires_in: 3600, expires_on: nowS + 600 }, nowMs, nowMs).lifetimeMs, 600_000);
  assert.equal(lifetimeOf({ expires_in: 500, expires_on: nowS + 600 }, nowMs, nowMs).lifetimeMs, 500_000);
});

test('when to renew is read where it is said', () => {
  assert.equal(lifetimeOf({ expires_in: 86_400, refresh_in: 43_200 }, nowMs, nowMs).refreshMs, 43_200_000);
  assert.equal(lifetimeOf({ expires_in: 86_400, refresh_in: '43200' }, nowMs, nowMs).refreshMs, 43_200_000);
  for (const refresh_in of [0, -1, 'soon', null, undefined])
    assert.equal(lifetimeOf({ expires_in: 60, refresh_in }, nowMs, nowMs).refreshMs, undefined);
});
