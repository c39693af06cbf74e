import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CredentialSource } from '../../../src/config/types/credentials.ts';
import { renewOnce } from '../../../src/credentials/sources/renew-once.ts';
import { dueOf } from '../../../src/supervisor/credentials/renewal-schedule.ts';

const source: CredentialSource = { kind: 'file', file: '/nowhere/token' };
const tenYearsMs = 10 * 365 * 24 * 3_600_000;

for (const [stated, lifetimeMs] of [
  [3_600_000, 3_600_000],
  [Number.MAX_VALUE, tenYearsMs],
  [Number.POSITIVE_INFINITY, tenYearsMs],
  [undefined, undefined],
] as const) {
  test(`a lifetime of ${stated} ms counts as ${lifetimeMs}, and is renewed at a time that a clock has`, async () => {
    const value = { kind: 'token', token: 'token-0123456789' } as const;
    const outcome = await renewOnce(source, undefined, async () => ({
      value,
      lifetimeMs: stated,
      subject: undefined,
    }));
    assert.ok(outcome.kind === 'renewed');
    assert.equal(outcome.renewed.lifetimeMs, lifetimeMs);
    if (lifetimeMs === undefined) return;
    const due = dueOf(source, { lifetimeMs, refreshMs: undefined, isUnchanged: false }, () => 0);
    assert.ok(due.renewAfterMs >= lifetimeMs / 2 && due.renewAfterMs < lifetimeMs, JSON.stringify(due));
  });
}
