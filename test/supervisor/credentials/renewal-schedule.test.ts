import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  ExecSource,
  FileSource,
  GoogleSource,
  Oauth2Source,
} from '../../../src/config/types/credentials.ts';
import {
  dueOf,
  lookAgainMs,
  renewAfterMs,
  retryAfterMs,
  usableMs,
} from '../../../src/supervisor/credentials/renewal-schedule.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const never = () => 0;
const most = () => 0.999999;

const file: FileSource = { kind: 'file', file: '/run/token' };
const exec: ExecSource = {
  kind: 'exec',
  command: ['/bin/mint'],
  everyMs: undefined,
  timeoutMs: 10_000,
  env: [],
};
const google: GoogleSource = {
  kind: 'google',
  key: { kind: 'metadata' },
  scope: 's',
  impersonate: undefined,
};
const oauth2: Oauth2Source = {
  kind: 'oauth2',
  tokenUrl: 'https://login.example/token',
  grant: 'client_credentials',
  clientId: 'gateway',
  client: { kind: 'none' },
  assertionFile: undefined,
  subjectTokenType: undefined,
  scope: undefined,
  audience: undefined,
  resource: undefined,
  parameters: {},
  body: 'form',
  headers: {},
  lifetimeMs: 5 * minute,
};

test('a long life is renewed a fifth, a middling one five minutes, a short one half of it before its end', () => {
  for (const [life, after] of [
    [12 * hour, 9.6 * hour],
    [60 * minute, 48 * minute],
    [1000 * second, 700 * second],
    [10 * minute, 5 * minute],
    [1 * minute, 30 * second],
    [2 * second, 1 * second],
  ] as const) {
    assert.equal(renewAfterMs(life, undefined, never), after);
    const early = renewAfterMs(life, undefined, most);
    assert.ok(early < after && early > after * 0.899, `${life}: ${early}`);
  }
});

test('a source may ask to be asked earlier, and never later', () => {
  assert.equal(renewAfterMs(hour, 20 * minute, never), 20 * minute);
  assert.equal(renewAfterMs(hour, 59 * minute, never), 48 * minute);
  assert.equal(renewAfterMs(hour, -1, never), 250);
});

test('no source is asked more than four times a second', () => {
  assert.equal(renewAfterMs(1, undefined, never), 250);
  assert.equal(lookAgainMs(1), second);
});

test('a value is used until thirty seconds, or a tenth of its life, before its end', () => {
  assert.equal(usableMs(hour), hour - 30 * second);
  assert.equal(usableMs(minute), 54 * second);
  assert.equal(usableMs(2 * second), 1800);
});

test('a failure is tried again after 1, 2, 4 seconds and so on up to a minute, earlier by a tenth at most', () => {
  const after = (failures: number, random = never) =>
    retryAfterMs({ failures, isLasting: false, isOut: false }, random);
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7, 100].map((n) => after(n) / second),
    [1, 2, 4, 8, 16, 32, 60, 60],
  );
  assert.ok(after(3, most) < 4 * second && after(3, most) > 3.59 * second);
});

test('one that does not mend itself is tried after 30 seconds and then ever more seldom, up to five minutes', () => {
  const after = (failures: number) =>
    retryAfterMs({ failures, isLasting: true, isOut: false }, never) / second;
  assert.deepEqual([1, 2, 3, 4, 5, 100].map(after), [30, 60, 120, 240, 300, 300]);
});

test('once there is nothing to use it is tried every second, but no sooner where it does not mend itself', () => {
  for (const failures of [1, 5, 100]) {
    const failing = { failures, isOut: true };
    assert.equal(retryAfterMs({ ...failing, isLasting: false }, never), second);
    const asBefore = retryAfterMs({ failures, isLasting: true, isOut: false }, never);
    assert.equal(retryAfterMs({ ...failing, isLasting: true }, never), asBefore);
  }
});

/** Until when, after what, and whether a word is said. */
function due(...args: Parameters<typeof dueOf>) {
  const { usableForMs, renewAfterMs, warning } = dueOf(...args);
  return [usableForMs, renewAfterMs, warning !== undefined];
}

test('a value that is the one before is looked at again after a quarter of what is left', () => {
  const came = { lifetimeMs: 12 * minute, refreshMs: undefined, isUnchanged: true };
  assert.deepEqual(due(google, came, never), [11.5 * minute, 3 * minute, false]);
  assert.equal(dueOf(google, { ...came, lifetimeMs: 2 * second }, never).renewAfterMs, second);
});

test('where no lifetime is stated each kind of source has its own, and says so where one was to be stated', () => {
  const came = { lifetimeMs: undefined, refreshMs: undefined, isUnchanged: false };
  assert.deepEqual(due(file, came, never), [Infinity, Infinity, false]);
  assert.deepEqual(due(exec, came, never), [44.5 * minute, 30 * minute, true]);
  assert.deepEqual(due({ ...exec, everyMs: minute }, came, never), [81 * second, minute, false]);
  assert.deepEqual(due(oauth2, came, never), [4.5 * minute, 2.5 * minute, true]);
  assert.deepEqual(due(google, came, never), [4.5 * minute, 2.5 * minute, true]);
  assert.match(dueOf(exec, came, never).warning!, /45 min/);
});

test('a lifetime that is stated wins over how often a program is to be run', () => {
  const came = { lifetimeMs: hour, refreshMs: undefined, isUnchanged: false };
  assert.equal(dueOf({ ...exec, everyMs: minute }, came, never).renewAfterMs, 48 * minute);
});
