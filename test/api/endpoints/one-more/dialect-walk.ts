/**
 * What a made-up dialect that backends are asked in, `parrot`, has to be able to do once its file and its line are there.
 * `one-more.test.ts` runs this in a copy of the project.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith } from '../../../cli/files.ts';
import { gateway as command } from '../../../cli/recorder.ts';
import { json, startBackend } from '../../../helpers/backend.ts';
import { configText, startGateway } from '../../../helpers/gateway.ts';

const answer = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'Polly' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 1, totalTokenCount: 4 },
};

const text = (url: string) =>
  configText({
    backends: `{ main: { url: "${url}" } }`,
    models:
      '{ fast: { deployments: [{ backend: main, model: bird, endpoints: { chat_completions: { via: parrot } } }] } }',
    keys: '{ test: { secret: sk-test-0123456789abcdef } }',
  });

test('a request is asked in it, and its answer is read', async (t) => {
  const backend = await startBackend(t, json(answer));
  const { call } = await startGateway(t, text(backend.url));
  const body = { model: 'fast', messages: [{ role: 'user', content: 'Hello' }] };
  const reply = await call('/v1/chat/completions', { key: 'sk-test-0123456789abcdef', body });
  assert.equal(reply.status, 200, reply.text);
  assert.match(reply.text, /Polly/);
  assert.equal(backend.seen[0]!.url, '/v9/models/bird:generateContent');
});

test('files are told what it can not guarantee, and what setting is of no use to it', async (t) => {
  const check = async (written: string) => {
    const file = join(await folderWith(t, { 'gateway.yaml': written }), 'gateway.yaml');
    const { exitCode, out, err } = await command(['check', file]);
    return { exitCode, said: out + err };
  };
  const good = text('https://example.com');
  assert.equal((await check(good)).exitCode, 0);
  const guaranteed = good.replace('{ via: parrot }', '{ via: parrot, capabilities: [prompt_caching] }');
  assert.match((await check(guaranteed)).said, /prompt_caching/);
  const unused = good.replace('model: bird,', 'model: bird, translation: { cache: auto },');
  assert.match((await check(unused)).said, /translation\.cache/);
});
