import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ProcessFacts, preflight } from '../../../src/cli/serve/preflight.ts';

const fit: ProcessFacts = {
  env: {},
  execArgv: [],
  nodeVersion: '24.21.0',
  userId: 1000,
  now: Date.parse('2026-11-20T12:00:00Z'),
};

test('a supported Node.js and a user of its own give nothing to say', () => {
  assert.deepEqual(preflight(fit), { refusals: [], warnings: [] });
});

test('whatever undoes TLS, HTTP parsing or control of the process is refused', () => {
  for (const [facts, said] of [
    [{ env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } }, /^NODE_TLS_REJECT_UNAUTHORIZED=0 /],
    [{ env: { NODE_OPTIONS: '--no-warnings --insecure-http-parser' } }, /^--insecure-http-parser /],
    [{ execArgv: ['--insecure-http-parser'] }, /^--insecure-http-parser /],
    [{ env: { NODE_OPTIONS: '--insecure_http_parser' } }, /^--insecure-http-parser /],
    [{ env: { NODE_OPTIONS: '--no-warnings "--insecure-http-parser"' } }, /^--insecure-http-parser /],
    [{ env: { NODE_OPTIONS: '--insecure-"http_par\\ser"' } }, /^--insecure-http-parser /],
    [{ execArgv: ['--insecure_http-parser'] }, /^--insecure-http-parser /],
    [{ env: { NODE_OPTIONS: '--tls-keylog=/tmp/keys' } }, /^--tls-keylog /],
    [{ env: { NODE_OPTIONS: '--tls_keylog /tmp/keys' } }, /^--tls-keylog /],
    [{ execArgv: ['--tls-keylog', '/tmp/keys'] }, /^--tls-keylog /],
    [{ env: { NODE_OPTIONS: '"--inspect_brk=0.0.0.0"' } }, /^--inspect /],
    [{ env: { NODE_OPTIONS: '--inspect=0.0.0.0:9229' } }, /^--inspect /],
    [{ env: { NODE_OPTIONS: '--inspect-brk' } }, /^--inspect /],
  ] as const) {
    const { refusals } = preflight({ ...fit, ...facts });
    assert.equal(refusals.length, 1);
    assert.match(refusals[0] ?? '', said);
  }
});

test('what only looks like it is no reason to refuse', () => {
  const env = {
    NODE_TLS_REJECT_UNAUTHORIZED: '1',
    NODE_OPTIONS: '--title="a --insecure-http-parser" --inspect-port=9230 --max-old-space-size=512',
  };
  assert.deepEqual(preflight({ ...fit, env, execArgv: ['--inspect', '--import', 'tsx'] }).refusals, []);
});

test('a release line is warned about from the day after its last', () => {
  const warnings = (nodeVersion: string, day: string) =>
    preflight({ ...fit, nodeVersion, now: Date.parse(`${day}T12:00:00Z`) }).warnings.length;
  assert.equal(warnings('20.20.2', '2026-04-30'), 0);
  assert.equal(warnings('20.20.2', '2026-05-01'), 1);
  assert.equal(warnings('22.23.3', '2026-11-20'), 0);
  assert.equal(warnings('22.23.3', '2027-05-01'), 1);
  assert.equal(warnings('23.11.0', '2026-11-20'), 1);
  assert.equal(warnings('28.0.0', '2027-11-20'), 0);
});

test('root is warned about', () => {
  assert.match(preflight({ ...fit, userId: 0 }).warnings[0] ?? '', /^running as root; /);
  assert.deepEqual(preflight({ ...fit, userId: undefined }).warnings, []);
});
