import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../../../src/config/load.ts';
import { fileShape } from '../../../src/config/schema/generated/shape.generated.js';
import { minimal } from '../fixtures.ts';
import { fileWith, scalars } from './every-field.ts';

const problemsOf = async (text: string) =>
  (await loadConfig('-', { text, env: {}, requireSecrets: false })).problems;

test('a value that a field does not take is told what this field takes', async () => {
  let fields = 0;
  for (const [shape, path] of scalars(fileShape)) {
    const shown = path.reduce<string>(
      (text, step) =>
        typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`,
      '',
    );
    for (const value of ['no such value!', -7, null, true, ['a'], { a: 1 }]) {
      const problems = (await problemsOf(fileWith(path, value))).filter(
        (problem) => problem.path === shown && problem.severity === 'error',
      );
      for (const { message } of problems) {
        assert.doesNotMatch(message, /is malformed|does not fit the schema/, `${shown}: ${message}`);
        const [, list] = /must be one of: ([^(]+)/.exec(message) ?? [];
        if (list === undefined) continue;
        fields += 1;
        assert.equal(list.trim(), shape.words?.join(', '), `${shown}: ${message}`);
      }
    }
  }
  assert.ok(fields > 30);
});

test('workers are a number or a word, whatever else is written', async () => {
  const said = async (value: string) =>
    (await problemsOf(`${minimal}workers: ${value}\n`)).map(({ message, hint }) => [message, hint]);
  const rule = 'must be auto, or a whole number from 1 to 256';
  assert.deepEqual(await said('many'), [[rule, undefined]]);
  assert.deepEqual(await said('Auto'), [[`${rule} (did you mean "auto"?)`, undefined]]);
  assert.deepEqual(await said('"4"'), [[rule, 'write 4 without quotes']]);
  assert.deepEqual(await said('0'), [[rule, 'write 1']]);
  assert.deepEqual(await said('2.5'), [[rule, 'write 3']]);
  assert.deepEqual(await said('1000'), [[rule, 'write 256']]);
  assert.deepEqual(await said('"${N:-4}"'), [[rule, 'a reference gives text; write the value itself']]);
  assert.deepEqual(await said(''), [[rule, 'give it a value or remove the line']]);
  assert.deepEqual(await said('[4]'), [[rule, undefined]]);
  assert.deepEqual(await said('{ count: 4 }'), [[rule, undefined]]);
});

test('a field that stands in a wrong place is told the place where it belongs', async () => {
  const hintFor = async (path: readonly (string | number)[]) => {
    const problems = await problemsOf(fileWith(path, 1));
    return problems.find(({ message }) => message === `there is no field "${path.at(-1)}" here`)?.hint;
  };
  for (const [path, place] of [
    [['keys', 'a', 'budget'], 'in `keys.NAME.rate_limit`'],
    [['models', 'm', 'timeouts'], 'in `backends.NAME` or in `guards.NAME` or in `mcp.servers.NAME`'],
    [['models', 'm', 'add_headers'], 'in `backends.NAME`'],
    [['models', 'm', 'price'], 'in `models.NAME.deployments[]`'],
    [
      ['backends', 'b', 'price'],
      'in `endpoints.NAME` or in `models.NAME.deployments[]` or in `mcp.servers.NAME`',
    ],
    [['listen', 'cert'], 'in `listen.tls`'],
    [['listen', 'workers'], 'at the top of the file'],
  ] as const) {
    const hint = await hintFor(path);
    assert.ok(hint?.startsWith(`\`${path.at(-1)}\` belongs ${place}; possible here: `), `${path}: ${hint}`);
  }
  assert.match((await hintFor(['models', 'm', 'nonsense'])) ?? '', /^possible here: /);
});

test('a value of another kind is told the line to write', async () => {
  const hintFor = async (path: readonly (string | number)[], value: unknown) =>
    (await problemsOf(fileWith(path, value))).find(({ path: at }) => at?.endsWith(String(path.at(-1))))?.hint;
  assert.equal(await hintFor(['listen', 'tls', 'self_signed'], {}), 'write true, or leave it out');
  assert.equal(await hintFor(['backends', 'b'], 'simulator'), 'write { simulator: {} }');
  assert.match(
    (await hintFor(['models', 'm', 'deployments', 0, 'price'], 'catalogue')) ?? '',
    /^write \{ input: 0.40, output: 1.60 \}, or `catalogue: true` in its place/,
  );
  const rule = (written: string) => hintFor(['keys', 'a', 'rate_limit'], written);
  assert.equal(await rule('100/s'), 'write { requests: 100/s }, or name a rule of `rate_limits`');
  assert.equal(await rule('20 USD/day'), 'write { budget: 20 USD/day }, or name a rule of `rate_limits`');
});
