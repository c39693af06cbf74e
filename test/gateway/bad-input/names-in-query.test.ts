import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, startBackend } from '../../helpers/backend.ts';
import { boundary, formOf, sendForm } from '../../helpers/forms.ts';
import { configText, readReply, startGateway } from '../../helpers/gateway.ts';

const more = `endpoints:
  ocr: { path: /v1/ocr }
  blob: { path: "/v1/blobs/{id}", methods: [PUT], body: streamed, model: { in: query } }
  look: { path: /v1/look, methods: [GET], body: none, model: { in: none }, backends: [b], price: { per_request: 0 } }
  run: { path: "/v1/run/{model}/now", model: { in: path } }
  engine: { path: /v1/engine, model: { field: x.engine } }
  head: { path: /v1/head, body: none, model: { in: header, field: x-model } }`;

function text(url: string): string {
  const served =
    '{ transcriptions: [], ocr: [], blob: [], run: [], engine: [], head: [], chat_completions: [] }';
  return configText({
    backends: `{ b: { url: "${url}" } }`,
    models: `{ m: { deployments: [ { backend: b, price: { input: 1, output: 1 }, endpoints: ${served} } ] } }`,
    keys: '{ test: { secret: sk-test-0123456789abcdef, endpoints: [all, look] } }',
    more,
  });
}

const spellings = [
  'model=secret',
  'Model=secret',
  'mod%65l=secret',
  'model+=secret',
  '+model=secret',
  'model%20=secret',
  'model[]=secret',
  'model%5B0%5D=secret',
  'a=1;model=secret',
  'a=1&model=secret',
  'model',
  'model%00x=secret',
];

test('names that route a request are refused in the query where a body or the head has them', async (t) => {
  const backend = await startBackend(t, json({ text: 'hello' }));
  const gateway = await startGateway(t, text(backend.url));
  const form = formOf(boundary, [
    { name: 'file', filename: 'a.wav', content: 'RIFF' },
    { name: 'model', content: 'm' },
  ]);
  const post = { body: { model: 'm' } };
  for (const query of spellings) {
    const replies = {
      form: await readReply(await sendForm(gateway, `/v1/audio/transcriptions?${query}`, form)),
      body: await gateway.call(`/v1/ocr?${query}`, post),
      path: await gateway.call(`/v1/run/m/now?${query}`, post),
    };
    for (const [what, { status, json }] of Object.entries(replies)) {
      assert.deepEqual([status, json.error?.param], [400, 'model'], `${what} ${query}`);
    }
  }
  for (const query of ['models=a', 'tags=eu', 'Tags[]=eu', 'stream=true', 'n=9']) {
    const reply = await readReply(await sendForm(gateway, `/v1/audio/transcriptions?${query}`, form));
    assert.equal(reply.status, 400, query);
  }
  const engine = { body: { 'x.engine': 'm' } };
  assert.equal((await gateway.call('/v1/engine?x_engine=secret', engine)).status, 400);
  assert.equal(backend.seen.length, 0);
  assert.equal((await gateway.call('/v1/engine?model_version=2', engine)).status, 200);
  assert.equal(
    (await readReply(await sendForm(gateway, '/v1/audio/transcriptions?api-version=1', form))).status,
    200,
  );
  assert.equal((await gateway.call('/v1/look?stream=true&model=x', { method: 'GET' })).status, 200);
});

test('a query or a header that names the model has one spelling of it', async (t) => {
  const backend = await startBackend(t, json({}));
  const gateway = await startGateway(t, text(backend.url));
  const put = { method: 'PUT', body: 'bytes', headers: { 'content-type': 'application/x-tar' } };
  for (const query of [
    ...spellings.filter((one) => one !== 'model=secret'),
    'model=m%zz',
    'model=m%ff',
    'model=m;x',
  ]) {
    const of = query.includes('a=1&') ? 'model=secret' : 'model=m';
    const reply = await gateway.call(`/v1/blobs/a-1?${query}&${of}`, put);
    assert.deepEqual([reply.status, reply.json.error?.param], [400, 'model'], query);
  }
  for (const name of ['x_model', 'X_Model']) {
    const headers = { 'x-model': 'm', [name]: 'secret' };
    const reply = await gateway.call('/v1/head', { method: 'POST', headers });
    assert.deepEqual([reply.status, reply.json.error?.param], [400, 'x-model'], name);
  }
  assert.equal(backend.seen.length, 0);
  assert.equal((await gateway.call('/v1/blobs/a-1?v=1&model=m', put)).status, 200);
  assert.equal((await gateway.call('/v1/head', { method: 'POST', headers: { 'x-model': 'm' } })).status, 200);
});
