import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { json, startBackend } from '../../helpers/backend.ts';
import { gateway } from '../recorder.ts';
import { configured, lockedIn, oneDeployment, probed } from './probed.ts';
import { startTruthful, truthful } from './truthful-backend.ts';

const price = { input: 100, output: 100 };

/** A chat completion that used one token of input and 200 of output, which is two cents. */
const answer = json({
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'HARBOR LANTERN 4 green' } }],
  usage: { prompt_tokens: 1, completion_tokens: 200, total_tokens: 201 },
});

test('without --yes and a budget it tells what it would ask and cost, and asks nothing', async (t) => {
  const backend = await startTruthful(t);
  const capabilities = ['vision', 'prompt_caching', 'web_search', 'computer_use'];
  const { file, lock } = await oneDeployment(t, backend.url, { chat_completions: capabilities }, { price });
  const { exitCode, out, err } = await probed(file);
  assert.deepEqual([exitCode, out, backend.seen.length, existsSync(lock)], [2, '', 0, false]);
  const [, dollars] = /^4 requests to 1 deployment, at most about \$(\d+\.\d{4}) for tokens$/m.exec(err)!;
  // Four answers of 1024 tokens, the long prefix twice, a search and an image.
  assert.ok(Number(dollars) > 0.4096 + 1.2 && Number(dollars) < 4, dollars);
  assert.match(err, /vendors charge web searches beside tokens/);
  assert.match(err, /^gateway: nothing was asked; add --max-cost 0\.50 .* or --yes$/m);
});

test('a budget is kept: what might go beyond it is not asked, and what was spent is told', async (t) => {
  const backend = await startBackend(t, answer);
  const capabilities = ['vision', 'assistant_prefill', 'audio_input'];
  const { file, lock } = await oneDeployment(t, backend.url, { chat_completions: capabilities }, { price });
  const { exitCode, cells, answer: printed, err } = await probed(file, '--max-cost', '0.22');
  assert.deepEqual(
    cells.map(({ result, why }) => [result, why]),
    [
      ['proven', undefined],
      ['proven', undefined],
      ['not_asked', 'it might cost more than is left of --max-cost'],
    ],
  );
  assert.equal(exitCode, 1);
  assert.deepEqual([printed?.cost.spent_usd, printed?.cost.is_complete], [0.0402, true]);
  assert.ok(printed!.cost.estimated_usd > 0.3);
  assert.match(err, /2 proven, 1 not asked; \$0\.0402 spent; results are in/);
  assert.deepEqual(Object.keys((await lockedIn(lock))['chat_completions']!), ['assistant_prefill', 'vision']);
});

test('what has no price is asked with --yes alone', async (t) => {
  const backend = await startBackend(t, answer);
  const { file } = await oneDeployment(t, backend.url, { chat_completions: ['vision'] });
  const kept = await probed(file, '--max-cost', '5');
  assert.match(kept.err, /and what these cost, which have no `price`: fast\/vendor$/m);
  assert.deepEqual([kept.cells[0]?.result, backend.seen.length], ['not_asked', 0]);
  assert.match(kept.cells[0]!.why!, /has no `price`, so that --max-cost can not be kept; --yes asks it/);
  const asked = await probed(file, '--max-cost', '5', '--yes');
  assert.deepEqual([asked.cells[0]?.result, asked.answer?.cost.is_complete], ['proven', false]);
  assert.match(asked.err, /\$0 spent, without those that have no price/);
});

test('a request goes as the file says: credential, headers, query, path, model and changes of the body', async (t) => {
  const backend = await startTruthful(t);
  const { file } = await configured(t, {
    backends: {
      vendor: {
        url: `${backend.url}/v1`,
        auth: { header: 'x-api-key', value: '${VENDOR_KEY}' },
        headers: { 'x-team': 'gateway' },
        query: { 'api-version': '7' },
        request: { remove: ['max_tokens'], set: { metadata: { user_id: 'probe' } } },
      },
    },
    models: {
      fast: { deployments: [{ backend: 'vendor', model: 'fast-1', endpoints: { messages: ['vision'] } }] },
    },
  });
  const env = { VENDOR_KEY: 'key-of-the-vendor-123' };
  const { out, err } = await gateway(['probe', '--config', file, '--yes'], { env });
  const [seen] = backend.seen;
  assert.equal(seen?.url, '/v1/messages?api-version=7');
  const { 'x-api-key': key, 'x-team': team, 'anthropic-version': version } = seen.headers;
  assert.deepEqual([key, team, version], [env.VENDOR_KEY, 'gateway', '2023-06-01']);
  const body = JSON.parse(seen.body.toString()) as Record<string, unknown>;
  assert.deepEqual(
    [body['model'], body['max_tokens'], body['metadata']],
    ['fast-1', undefined, { user_id: 'probe' }],
  );
  assert.ok(!`${out}${err}`.includes(env.VENDOR_KEY));
});

const two = (url: string) => ({
  backends: { vendor: { url }, other: { url: `${url}/` } },
  models: {
    fast: {
      deployments: [
        { backend: 'vendor', endpoints: { chat_completions: ['vision'] } },
        { backend: 'other', disabled: true, endpoints: { chat_completions: ['vision'] } },
      ],
    },
    slow: { deployments: [{ backend: 'vendor', endpoints: { messages: ['vision'] } }] },
    'open-*': { deployments: [{ backend: 'vendor', endpoints: { messages: ['vision'] } }] },
    plain: { deployments: [{ backend: 'vendor', endpoints: { messages: [] } }] },
  },
});

test('it asks every deployment in use, those of one model, or the one that is named', async (t) => {
  const backend = await startTruthful(t);
  const { file } = await configured(t, two(backend.url));
  const asked = async (...args: readonly string[]) => {
    const { answer, exitCode } = await probed(file, '--yes', ...args);
    assert.equal(exitCode, 0);
    return answer?.deployments.map(({ model, name, capabilities }) => [
      `${model}/${name}`,
      ...capabilities.map(({ result }) => result),
    ]);
  };
  const open = ['open-*/vendor', 'no_proof'];
  assert.deepEqual(await asked(), [['fast/vendor', 'proven'], ['slow/vendor', 'proven'], open]);
  assert.deepEqual(await asked('fast'), [['fast/vendor', 'proven']]);
  assert.deepEqual(await asked('fast/other'), [['fast/other', 'proven']]);
  assert.deepEqual(await asked('plain'), []);
});

test('the lock keeps what was not asked, and has one form whatever order it was made in', async (t) => {
  const backend = await startTruthful(t);
  const { file, lock } = await configured(t, two(backend.url));
  const forms: string[] = [];
  for (const order of [
    ['slow', 'fast'],
    ['fast', 'slow'],
  ]) {
    for (const model of order) await probed(file, model, '--yes');
    forms.push(readFileSync(lock, 'utf8').replace(/"at": "[^"]+"/g, '"at"'));
  }
  assert.equal(forms[0], forms[1]);
  assert.match(forms[0]!, /"fast"[\s\S]*"slow"/);
  assert.equal((await gateway(['check', file, '--require-proof', '1h'])).exitCode, 0);
});

test('two that ask at once lose nothing of each other', async (t) => {
  const backend = await startTruthful(t);
  const { file, lock } = await configured(t, two(backend.url));
  await Promise.all(['fast', 'slow'].map((model) => probed(file, model, '--yes')));
  assert.match(readFileSync(lock, 'utf8'), /"fast"[\s\S]*"slow"/);
});

test('a lock of other deployments is told and kept, and pruned where that is asked for', async (t) => {
  const backend = await startTruthful(t);
  const { file, lock } = await oneDeployment(t, backend.url, { chat_completions: ['vision'] });
  const entry = { vision: { result: 'proven', at: '2026-01-02T03:04:05Z' } };
  const stranger = {
    model: 'fast',
    name: 'vendor',
    host: 'api.elsewhere.example',
    upstream_model: 'fast-0',
    endpoints: { chat_completions: entry },
  };
  await writeFile(lock, JSON.stringify({ version: 1, deployments: [stranger] }), { mode: 0o640 });
  const first = await probed(file, '--yes');
  assert.match(first.err, /does not have \(any more\), which stay as they are; --prune takes them out:/);
  assert.match(first.err, /^ {2}fast\/vendor {2}fast-0 at api\.elsewhere\.example$/m);
  const kept = readFileSync(lock, 'utf8');
  assert.match(kept, /elsewhere[\s\S]*127\.0\.0\.1|127\.0\.0\.1[\s\S]*elsewhere/);
  const asked = backend.seen.length;
  const pruned = await gateway(['probe', '--config', file, '--prune']);
  assert.deepEqual([pruned.exitCode, backend.seen.length], [0, asked], pruned.err);
  assert.match(pruned.err, /which are taken out:/);
  const left = readFileSync(lock, 'utf8');
  assert.ok(!left.includes('elsewhere') && left.includes('127.0.0.1'));
  assert.equal((await gateway(['check', file, '--require-proof', '1h'])).exitCode, 0);
});

test('what a deployment does not declare any more leaves the lock when it is asked again', async (t) => {
  const backend = await startTruthful(t);
  const { file, lock } = await oneDeployment(t, backend.url, {
    chat_completions: ['vision', 'streaming'],
    messages: ['vision'],
  });
  await probed(file, '--yes');
  const text = readFileSync(file, 'utf8')
    .replace(/ +- streaming\n/, '')
    .replace(/ +messages:\n +- vision\n/, '');
  await writeFile(file, text);
  await probed(file, '--yes');
  assert.deepEqual(Object.keys((await lockedIn(lock))['chat_completions'] ?? {}), ['vision']);
  assert.deepEqual(Object.keys(await lockedIn(lock)), ['chat_completions']);
});

test('people get a grid, and below it why something is not proven', async (t) => {
  const backend = await startBackend(t, truthful('vision'));
  const { file } = await oneDeployment(t, backend.url, {
    chat_completions: ['vision', 'streaming', 'computer_use'],
    messages: ['streaming'],
  });
  const { out, err, exitCode } = await gateway(['probe', '--config', file, '--yes']);
  const host = new URL(backend.url).host;
  assert.equal(
    out,
    `fast/vendor  fast at ${host}
                chat_completions  messages
  vision        NOT PROVEN        -
  streaming     proven            proven
  computer_use  no proof known    -
  NOT PROVEN: chat_completions vision: the answer does not have the word that is in the image
`,
  );
  assert.match(err, /^4 declared capabilities: 2 proven, 1 not proven, 1 no proof known; /m);
  assert.equal(exitCode, 1);
});
