import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { renewOnce } from '../../../src/credentials/sources/renew-once.ts';
import { scratchFolder } from '../../helpers/scratch.ts';

async function renew(file: string) {
  return renewOnce({ kind: 'file', file });
}

test('a file holds a token, and what stands around it does not matter', async (t) => {
  const file = join(scratchFolder(t), 'token');
  writeFileSync(file, '\n  token-0123456789 \r\n');
  assert.deepEqual(await renew(file), {
    kind: 'renewed',
    renewed: {
      value: { kind: 'token', token: 'token-0123456789' },
      lifetimeMs: undefined,
      warning: undefined,
      subject: file,
    },
  });
});

test('a span that a file states began when it was written', async (t) => {
  const file = join(scratchFolder(t), 'token');
  writeFileSync(file, '{"access_token":"token-0123456789","expires_in":3600}');
  const written = Date.now() / 1000 - 600;
  utimesSync(file, written, written);
  const outcome = await renew(file);
  assert.ok(outcome.kind === 'renewed' && Math.abs(outcome.renewed.lifetimeMs! - 3_000_000) < 3000);
  const old = Date.now() / 1000 - 4000;
  utimesSync(file, old, old);
  const past = await renew(file);
  assert.ok(past.kind === 'failed' && past.code === 'expired', JSON.stringify(past));
});

for (const [what, text, code] of [
  ['empty', ' \n', 'empty'],
  ['of two lines', 'one-0123456789\ntwo-0123456789', 'invalid_answer'],
  ['of bytes that are no text', '\x00\x01\x02', 'invalid_answer'],
  ['larger than 64 KiB', 'x'.repeat(65 * 1024), 'too_large'],
  ['of JSON without a token', '{"secret":"one-0123456789"}', 'invalid_answer'],
  ['of a token that ran out', '{"token":"one-0123456789","expiry":"2001-01-01T00:00:00Z"}', 'expired'],
] as const) {
  test(`a file that is ${what} is a failed renewal that names it, and nothing of what it holds`, async (t) => {
    const file = join(scratchFolder(t), 'token');
    writeFileSync(file, text);
    const outcome = await renew(file);
    assert.ok(outcome.kind === 'failed', JSON.stringify(outcome));
    assert.equal(outcome.code, code);
    assert.ok(outcome.message.includes(file));
    assert.doesNotMatch(outcome.message, /0123456789/);
  });
}

test('a file that is not there, a folder and a pipe are failed renewals', async (t) => {
  const folder = scratchFolder(t);
  const codes = [];
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  for (const file of [join(folder, 'nothing'), folder, join(folder, 'pipe')]) {
    const outcome = await renew(file);
    codes.push(outcome.kind === 'failed' && outcome.code);
  }
  assert.deepEqual(codes, ['not_found', 'unreadable', 'unreadable']);
});
