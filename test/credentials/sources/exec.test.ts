import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ExecSource } from '../../../src/config/types/credentials.ts';
import { lastWords } from '../../../src/credentials/sources/exec/last-words.ts';
import { type RenewalOutcome, renewOnce } from '../../../src/credentials/sources/renew-once.ts';
import { until } from '../../helpers/gate.ts';
import { scratchFolder, shellProgram } from '../../helpers/scratch.ts';

function sourceOf(t: TestContext, lines: string, more: Partial<ExecSource> = {}): ExecSource {
  const source = { everyMs: undefined, timeoutMs: 10_000, env: [] };
  return { kind: 'exec', command: [shellProgram(t, lines)], ...source, ...more };
}

function renewed(outcome: RenewalOutcome) {
  assert.equal(outcome.kind, 'renewed', JSON.stringify(outcome));
  return (outcome as Extract<RenewalOutcome, { kind: 'renewed' }>).renewed;
}

function failed(outcome: RenewalOutcome) {
  assert.equal(outcome.kind, 'failed', JSON.stringify(outcome));
  return outcome as Extract<RenewalOutcome, { kind: 'failed' }>;
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

for (const [what, printed, lifetimeMs] of [
  ['one line of text', 'token-0123456789', undefined],
  ['a token as a header has it', 'Bearer token-0123456789', undefined],
  [
    'what az prints',
    () =>
      `{"accessToken":"token-0123456789","expiresOn":"2026-01-01 10:00:00.000000","expires_on":${Math.floor(Date.now() / 1000) + 3600},"tokenType":"Bearer"}`,
    3_600_000,
  ],
  ['a token and its span', '{"token":"token-0123456789","expires_in":3600}', 3_600_000],
  ['a span that is a text', '{"access_token":"token-0123456789","expires_in":"3600"}', 3_600_000],
  ['a moment', () => `{"token":"token-0123456789","expires_at":"${inAnHour()}"}`, 3_600_000],
  [
    'Unix time',
    () => `{"access_token":"token-0123456789","expiry":${Math.floor(Date.now() / 1000) + 3600}}`,
    3_600_000,
  ],
  [
    'an ExecCredential',
    () =>
      `{"kind":"ExecCredential","status":{"token":"token-0123456789","expirationTimestamp":"${inAnHour()}"}}`,
    3_600_000,
  ],
] as const) {
  test(`a program may print ${what}`, async (t) => {
    const text = typeof printed === 'string' ? printed : printed();
    const { value, lifetimeMs: lives, warning } = renewed(await renewOnce(sourceOf(t, `echo '${text}'`)));
    assert.deepEqual(value, { kind: 'token', token: 'token-0123456789' });
    if (lifetimeMs === undefined) assert.equal(lives, undefined);
    else assert.ok(Math.abs(lives! - lifetimeMs) < 2000, String(lives));
    assert.equal(warning, undefined);
  });
}

for (const end of ['"expires_in":0', '"expires_in":-1', '"expires_in":"soon"', '"expires_at":"tomorrow"']) {
  test(`a lifetime that is none (${end}) is left aside with a warning, and the token taken`, async (t) => {
    const outcome = renewed(await renewOnce(sourceOf(t, `echo '{"token":"token-0123456789",${end}}'`)));
    assert.equal(outcome.lifetimeMs, undefined);
    assert.match(outcome.warning!, /no lifetime/);
    assert.doesNotMatch(outcome.warning!, /token-0123/);
  });
}

test('a fresh token that ran out an hour ago is taken, and the clocks are doubted', async (t) => {
  const past = new Date(Date.now() - 3_600_000).toISOString();
  const lines = `echo '{"token":"token-0123456789","expires_at":"${past}"}'`;
  const { lifetimeMs, warning } = renewed(await renewOnce(sourceOf(t, lines)));
  assert.equal(lifetimeMs, undefined);
  assert.match(warning!, /is a clock wrong\?/);
});

for (const [what, lines, code, message] of [
  [
    'ends with another code than 0',
    'echo broken >&2; exit 3',
    'exit',
    /ended with code 3; the last it said: broken/,
  ],
  ['ends by a signal', 'kill -KILL $$', 'exit', /ended by SIGKILL/],
  ['prints nothing', 'exit 0', 'empty', /there is nothing in it/],
  ['prints two lines', "printf 'one\\ntwo\\n'", 'invalid_answer', /line ends/],
  ['prints control characters', "printf 'one\\001two'", 'invalid_answer', /control characters/],
  ['prints JSON that is cut off', `printf '{"token":"token-0123'`, 'invalid_answer', /is none/],
  ['prints JSON without a token', `echo '{"expires_in":5}'`, 'invalid_answer', /no token/],
  ['prints more than 64 KiB', 'head -c 70000 /dev/zero | tr "\\0" x; sleep 60', 'too_large', /64 KiB/],
] as const) {
  test(`a program that ${what} is a failed renewal, in words`, async (t) => {
    const failure = failed(await renewOnce(sourceOf(t, lines)));
    assert.equal(failure.code, code);
    assert.match(failure.message, message);
    assert.match(failure.message, /program/);
    assert.doesNotMatch(failure.message, /token-0123/);
  });
}

test('a program that is not there, or may not be run, is said so', async (t) => {
  const folder = scratchFolder(t);
  const source = sourceOf(t, '');
  const missing = failed(await renewOnce({ ...source, command: [join(folder, 'nothing')] }));
  assert.equal(missing.code, 'not_found');
  writeFileSync(join(folder, 'plain'), 'text', { mode: 0o600 });
  assert.equal(
    failed(await renewOnce({ ...source, command: [join(folder, 'plain')] })).code,
    'not_executable',
  );
});

test('a program that goes on is told to end at its time, and ended a second later with all that it started', async (t) => {
  const pids = join(scratchFolder(t), 'pids');
  const lines = `trap '' TERM; sleep 600 & echo "$$ $!" > ${pids}; while :; do wait; done`;
  const began = performance.now();
  const failure = failed(await renewOnce(sourceOf(t, lines, { timeoutMs: 1000 })));
  const ms = performance.now() - began;
  assert.equal(failure.code, 'timeout');
  assert.ok(ms > 1900 && ms < 2500, `${ms} ms`);
  for (const pid of readFileSync(pids, 'utf8').trim().split(' ').map(Number)) {
    await until(() => !isRunning(pid), `${pid} is gone`);
  }
});

test('a program that heeds the word to end is not killed', async (t) => {
  const file = join(scratchFolder(t), 'told');
  const lines = `trap 'echo told > ${file}; exit 0' TERM; while :; do sleep 0.05; done`;
  assert.equal(failed(await renewOnce(sourceOf(t, lines, { timeoutMs: 1000 }))).code, 'timeout');
  assert.equal(readFileSync(file, 'utf8'), 'told\n');
});

test('a program gets no shell between, no descriptor of ours, and of our environment only what is named', async (t) => {
  process.env['CREDENTIALS_TEST_GIVEN'] = 'given';
  process.env['CREDENTIALS_TEST_KEPT'] = 'kept';
  t.after(() => {
    delete process.env['CREDENTIALS_TEST_GIVEN'];
    delete process.env['CREDENTIALS_TEST_KEPT'];
  });
  const file = join(scratchFolder(t), 'seen');
  const source = sourceOf(t, `{ ls /proc/$$/fd; env; echo "args: $*"; } > ${file}; echo token-0123456789`, {
    env: ['CREDENTIALS_TEST_GIVEN', 'CREDENTIALS_TEST_UNSET'],
  });
  renewed(await renewOnce({ ...source, command: [source.command[0], '$HOME; echo x', '*'] }));
  const seen = readFileSync(file, 'utf8');
  const [descriptors] = seen.split(/^(?=[A-Z_]+=)/m);
  const open = descriptors!
    .trim()
    .split('\n')
    .map(Number)
    .filter((fd) => fd > 2 && fd < 10);
  assert.deepEqual(open, [], seen);
  assert.match(seen, /^CREDENTIALS_TEST_GIVEN=given$/m);
  assert.doesNotMatch(seen, /CREDENTIALS_TEST_KEPT|NODE_|UNSET/);
  assert.match(seen, /^args: \$HOME; echo x \*$/m);
});

test('what a program says on its standard error is told with all that might be a secret masked', () => {
  assert.equal(
    lastWords('bad key AKIAIOSFODNN7EXAMPLE1234 at\n line 3', false),
    'bad key [masked] at line 3',
  );
  assert.equal(lastWords('restofasecret= and more', true), 'and more');
  assert.ok(lastWords('a b '.repeat(500), false).length <= 200);
  const long = `secret ${'x'.repeat(15)}`;
  assert.equal(lastWords(long, false), long);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] !== 'Z';
  } catch {
    return false;
  }
}
