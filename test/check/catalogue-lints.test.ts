import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadInspected } from '../../src/check/load-inspected.ts';
import { gateway } from '../cli/recorder.ts';
import { temporaryFolder } from '../config/fixtures.ts';

const key = `keys: { a: { hash: "sha256:${createHash('sha256').update('a').digest('hex')}", rate_limit: { budget: 1 USD/day } } }\n`;
const dayMs = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);

/** A configuration with a price list of its own, and what is found in it. */
async function written(t: TestContext, deployment: string, list: object | undefined, rest = '') {
  const folder = await temporaryFolder(t);
  const named = list === undefined ? '' : 'file: prices.json, ';
  if (list !== undefined) await writeFile(join(folder, 'prices.json'), JSON.stringify(list), { mode: 0o640 });
  const file = join(folder, 'gateway.yaml');
  const text = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
catalogue: { ${named}max_age: 2160h }
backends: { local: { simulator: {} } }
models: { m: { deployments: [{ backend: local, endpoints: { chat_completions: [] }, ${deployment} }] } }
${rest}`;
  await writeFile(file, text, { mode: 0o640 });
  const { config, problems } = await loadInspected(file, { env: {}, requireSecrets: true });
  assert.ok(config, JSON.stringify(problems));
  return { file, codes: problems.map(({ code, severity }) => `${severity} ${code}`) };
}

const list = (date: string, entry: object) => ({ date, models: { 'acme/x': entry } });
const price = { input: 2, output: 8 };

test('prices that are older than max_age are a note under a budget, which --strict does not count', async (t) => {
  const { file, codes } = await written(t, 'catalogue: acme/x', list(day(91), { price }), key);
  assert.deepEqual(codes, ['note GW1850']);
  const { exitCode, out } = await gateway(['check', '--strict', file]);
  assert.equal(exitCode, 0, out);
  assert.match(out, /GW1850/);
});

test('prices are not told as old without a budget, within max_age, or where the file says them all', async (t) => {
  const old = list(day(91), { price });
  assert.deepEqual((await written(t, 'catalogue: acme/x', old)).codes, []);
  assert.deepEqual((await written(t, 'catalogue: acme/x', list(day(89), { price }), key)).codes, []);
  const all = 'catalogue: acme/x, price: { input: 2, cached_input: 2, cache_write: 2, output: 8 }';
  assert.deepEqual((await written(t, all, old, key)).codes, []);
  assert.deepEqual((await written(t, 'price: { input: 2, output: 8 }', old, key)).codes, []);
});

test('a written price may be up to half off the listed one, or free of charge', async (t) => {
  const codesOf = async (fields: string) =>
    (await written(t, `catalogue: acme/x, price: { ${fields} }`, list(day(1), { price }))).codes;
  assert.deepEqual(await codesOf('input: 1, output: 12'), []);
  assert.deepEqual(await codesOf('input: 0, output: 0, cached_input: 7'), []);
  assert.deepEqual(await codesOf('input: 0.99'), ['warning GW1851']);
  assert.deepEqual(await codesOf('output: 12.1'), ['warning GW1851']);
  assert.deepEqual(await codesOf('input: 0.000002'), ['warning GW1816']);
});

test('a capability is denied by what the list says, not by what it leaves out, and a list of your own has the last word', async (t) => {
  const claims = 'capabilities: [vision, reasoning, pdf_input, function_calling]';
  const codesOf = async (entry: object) =>
    (await written(t, `catalogue: acme/x, ${claims}`, list(day(1), { price, ...entry }))).codes;
  assert.deepEqual(await codesOf({}), []);
  const modalities = { input: ['text', 'pdf'], output: ['text'] };
  assert.deepEqual(await codesOf({ modalities, reasoning: false, function_calling: true }), [
    'warning GW1852',
    'warning GW1852',
  ]);
  const chat = (own: object | undefined) =>
    written(t, 'catalogue: deepseek/deepseek-chat, capabilities: [reasoning]', own);
  assert.deepEqual((await chat(undefined)).codes, ['warning GW1852']);
  const own = { date: day(1), models: { 'deepseek/deepseek-chat': { reasoning: true } } };
  assert.deepEqual((await chat(own)).codes, []);
});
