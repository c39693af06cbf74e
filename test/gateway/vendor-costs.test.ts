import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { endpoints } from '../../src/api/endpoints/index.ts';
import { runPriceTests } from '../../src/check/price-tests.ts';
import { loadConfig } from '../../src/config/load.ts';
import { temporaryFolder } from '../config/fixtures.ts';
import { startBackend } from '../helpers/backend.ts';
import { until } from '../helpers/gate.ts';
import { configText, startGateway } from '../helpers/gateway.ts';
import { vendorAnswers } from './vendor-answers.ts';

const models = vendorAnswers.map(
  ({ endpoint, price }, index) =>
    `m${index}: { deployments: [{ backend: only, price: ${price}, endpoints: { ${endpoint}: [streaming] } }] }`,
);

test('answers in the forms of vendors cost what their invoices say, whole and streamed', async (t) => {
  const backend = await startBackend(t, (seen, response) => {
    const { model, stream } = JSON.parse(seen.body.toString()) as { model: string; stream: boolean };
    const { whole, events } = vendorAnswers[Number(model.slice(1))]!;
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
    response.end(stream ? events.join('') : JSON.stringify(whole));
  });
  const gateway = await startGateway(
    t,
    configText({ backends: `{ only: { url: "${backend.url}" } }`, models: `{ ${models.join(', ')} }` }),
  );
  for (const [index, { name, endpoint, usd, certainty }] of vendorAnswers.entries()) {
    for (const stream of [false, true]) {
      const body = {
        model: `m${index}`,
        stream,
        max_tokens: 1000,
        ...(endpoint === 'responses'
          ? { input: 'Hello' }
          : { messages: [{ role: 'user', content: 'Hello' }] }),
      };
      const logged = gateway.logs.length;
      const { status, text } = await gateway.call(endpoints[endpoint].path, { body });
      assert.equal(status, 200, text);
      const line = () => gateway.logs.slice(logged).find(({ msg }) => msg === 'request');
      await until(() => line() !== undefined, 'the line of the request');
      assert.deepEqual([line()!['cost_usd'], line()!['certainty']], [usd, certainty], `${name}, ${stream}`);
    }
  }
});

test('recorded answers cost the same in `tests:`', async (t) => {
  const folder = await temporaryFolder(t);
  const tests: string[] = [];
  for (const [index, { name, whole, events, usd }] of vendorAnswers.entries()) {
    const cost = `expect: { cost: ${usd.toFixed(9)} USD }`;
    for (const [file, content] of [
      [`${index}.json`, JSON.stringify(whole)],
      [`${index}.txt`, events.join('')],
    ] as const) {
      await writeFile(join(folder, file), content);
      tests.push(
        `{ name: "${name}, ${file}", usage: { deployment: m${index}/only, answer: ${file} }, ${cost} }`,
      );
    }
  }
  const text = configText({
    backends: '{ only: { simulator: {} } }',
    models: `{ ${models.join(', ')} }`,
    more: `tests: [${tests.join(', ')}]`,
  });
  const file = join(folder, 'gateway.yaml');
  await writeFile(file, text, { mode: 0o640 });
  const { config, problems } = await loadConfig(file, { env: {}, requireSecrets: true });
  assert.ok(config, JSON.stringify(problems));
  const outcomes = runPriceTests(config);
  assert.equal(outcomes.length, 2 * vendorAnswers.length);
  for (const { passed, name, expected, actual, why } of outcomes)
    assert.ok(passed, `${name}: ${expected}, ${actual}; ${why}`);
});
