import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPriceTests } from '../../src/check/price-tests.ts';
import { loadConfig } from '../../src/config/load.ts';
import { temporaryFolder } from '../config/fixtures.ts';

const head = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { local: { simulator: {} } }
models:
  mini:
    deployments:
      - { backend: local, price: { input: 0.40, cached_input: 0.10, output: 1.60 }, endpoints: { chat_completions: [], messages: [] } }
  pictures:
    deployments:
      - { backend: local, id: studio, price: { per_image: { default: 0.2, low/1024x1024: 0.01 }, per_tool_call: { web_search: 0.01 } }, endpoints: { completions: [] } }
`;

async function run(tests: readonly string[], file = '-') {
  const text = `${head}tests:\n${tests.map((one) => `  - { name: a, ${one} }\n`).join('')}`;
  if (file !== '-') await writeFile(file, text, { mode: 0o640 });
  const { config, problems } = await loadConfig(file, {
    env: {},
    requireSecrets: true,
    ...(file === '-' ? { text } : {}),
  });
  const errors = problems.filter(({ severity }) => severity === 'error');
  return {
    outcomes: config === undefined ? [] : runPriceTests(config),
    told: errors.map(({ path, message }) => `${path}: ${message}`),
  };
}

const use = 'usage: { deployment: mini/local, input: 1000000, cached_input: 900000, output: 1000 }';

test('a test says what was used of a deployment and what that must cost', async () => {
  const { outcomes, told } = await run([
    `${use}, expect: { cost: 0.1316 USD }`,
    'usage: { deployment: studio, images: 3, image_kind: low/1024x1024 }, expect: { cost: 0.03 USD }',
    'usage: { deployment: studio, images: 1, tool_calls: { web_search: 2 } }, expect: { cost: 0.22 USD }',
    `${use}, expect: { cost: 0.1315 USD }`,
  ]);
  assert.deepEqual(told, []);
  assert.deepEqual(
    outcomes.map(({ passed, expected, actual }) => [passed, expected, actual]),
    [
      [true, 'cost 0.1316 USD', 'cost 0.1316 USD'],
      [true, 'cost 0.03 USD', 'cost 0.03 USD'],
      [true, 'cost 0.22 USD', 'cost 0.22 USD'],
      [false, 'cost 0.1315 USD', 'cost 0.1316 USD'],
    ],
  );
  assert.equal(outcomes[3]!.why, 'it used {"input":1000000,"output":1000,"cachedInput":900000}');
});

test('what does not go together is told where it stands', async () => {
  const { told } = await run([
    `${use}, expect: { cost: 1 USD, status: 200 }`,
    `${use}, request: { endpoint: messages, model: mini }, expect: { cost: 1 USD }`,
    `${use}, expect: { status: 200 }`,
    'request: { endpoint: messages, model: mini }, expect: { cost: 1 USD }',
    'usage: { deployment: mini/local, answer: a.json, input: 5 }, expect: { cost: 1 USD }',
    `${use}, expect: { cost: $1 }`,
    'usage: { deployment: mini/nowhere, input: 5 }, expect: { cost: 1 USD }',
  ]);
  assert.deepEqual(told, [
    'tests[0].expect.status: does not belong to a test of a `cost`',
    'tests[1].request: has no effect beside `usage`',
    'tests[2].expect: needs `cost` beside `usage`, such as `cost: 0.0021 USD`',
    'tests[2].expect.status: does not belong to a test of a `cost`',
    'tests[3].expect.cost: works only with `usage`',
    'tests[4].usage.answer: may be of several endpoints',
    'tests[4].usage.input: has no effect beside `answer`, which reports the usage',
    'tests[5].expect.cost: must be an amount such as 0.0021 USD, to the billionth of a dollar',
    'tests[6].usage.deployment: the model "mini" has no deployment named "nowhere"',
  ]);
});

test('an answer that is not there, or is none, fails its test and says why', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'page.html'), '<html></html>');
  await writeFile(join(folder, 'silent.json'), '{"choices":[{"message":{"content":"eight by"}}]}');
  const of = (file: string) =>
    `usage: { deployment: mini/local, endpoint: chat_completions, answer: ${file} }, expect: { cost: 1 USD }`;
  const { outcomes, told } = await run(
    [of('nowhere.json'), of('page.html'), of('silent.json')],
    join(folder, 'gateway.yaml'),
  );
  assert.deepEqual(told, []);
  assert.deepEqual(
    outcomes.map(({ actual }) => actual),
    ['the test can not be run', 'the test can not be run', 'cost 0.0000032 USD (estimated)'],
  );
  assert.match(outcomes[0]!.why, /nowhere\.json does not exist/);
  assert.match(outcomes[1]!.why, /page\.html holds neither a JSON object nor the events of a stream/);
});
