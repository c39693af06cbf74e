/** Whatever is called, and whatever comes back, guards see it: nothing passes by its endpoint. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type BuiltInEndpoint, deployedEndpoints, endpoints } from '../../../src/api/endpoints/index.ts';
import { startBackend, type TestBackend } from '../../helpers/backend.ts';
import { formOf } from '../../helpers/forms.ts';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { startGuard, type TestGuard } from '../../helpers/guard.ts';
import { ownerOfFile } from '../../helpers/serve.ts';

const owner = ownerOfFile();
let backend: TestBackend;
let guard: TestGuard;
let gateway: TestGateway;
/** What the backend answers, and as what. */
let answer: { readonly type: string; readonly body: string | Buffer };

const key = (name: string) => `sk-guarded-${name}-0123456789`;
const evil = 'this is forbidden here';
const served = deployedEndpoints.filter((name) => name !== 'realtime').map((name) => endpoints[name]);
const streaming = ({ name, answer: kinds }: BuiltInEndpoint) =>
  `${name}: ${kinds.includes('events') ? '[streaming]' : '[]'}`;

const started = (async () => {
  answer = { type: 'application/json', body: '{}' };
  backend = await startBackend(owner, (_seen, response) => {
    response.writeHead(200, { 'content-type': answer.type });
    response.end(answer.body);
  });
  guard = await startGuard(owner);
  const on = (name: string, more: string) =>
    `{ form: agentgateway, url: "${guard.url}", remember: 0, applies_to: { keys: [${name}] }, ${more} }`;
  gateway = await startGateway(
    owner as Parameters<typeof startGateway>[0],
    configText({
      backends: `{ own: { url: "${backend.url}", flavor: generic } }`,
      models: `{ m: { deployments: [ { backend: own, endpoints: { ${served.map(streaming).join(', ')}, lookup: [] } } ] } }`,
      keys: `{ ${['plain', 'lax'].map((name) => `${name}: { secret: ${key(name)}, endpoints: [all], client_secrets: allow }`).join(', ')} }`,
      more: `stateful: { ids: signed, endpoints: [responses, conversations, files, batches, message_batches], default: { files: own } }
routing: { circuit: { failures: 1000 } }
endpoints: { lookup: { path: "/v1/lookup/{id}", methods: [POST], model: { in: body, field: model } } }
guards:
  strict: ${on('plain', 'unseen: refuse')}
  lax: ${on('lax', 'unseen: allow')}
`,
    }),
  );
})();

beforeEach(async () => {
  await started;
  guard.asked.length = 0;
  (backend.seen as unknown[]).length = 0;
});

/** Puts the text in the place of each string of a value, one after the other. */
function* eachPlace(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield evil;
  else if (Array.isArray(value)) {
    for (const [at, one] of value.entries())
      for (const changed of eachPlace(one)) yield value.with(at, changed);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value))
      for (const changed of eachPlace(one)) yield { ...value, [name]: changed };
  }
}

const call = (name: string, path: string, body: unknown, more: object = {}) =>
  gateway.call(path, { body, key: key(name), ...more });

const takesJson = ({ body }: BuiltInEndpoint) => body.kind === 'json' || body.kind === 'multipart_or_json';

for (const endpoint of served.filter(takesJson)) {
  test(`nothing that a guard refuses gets by ${endpoint.name}, nor comes back`, async () => {
    const { request } = endpoint.sample;
    for (const body of [...eachPlace(request), { ...request, whisper: evil }, { ...request, [evil]: 1 }]) {
      const reply = await call('lax', endpoint.path, { model: 'm', ...(body as object) });
      assert.equal(reply.status, 400, `${JSON.stringify(body)}: ${reply.text}`);
    }
    const inQuery = await call('lax', `${endpoint.path}?prompt=${encodeURIComponent(evil)}`, {
      model: 'm',
      ...request,
    });
    assert.equal(inQuery.json.error.code, 'guard_refused');
    assert.equal(backend.seen.length, 0);
    if (endpoint.answer.includes('json')) {
      const fine =
        'answer' in endpoint.sample ? endpoint.sample.answer : { id: 'a', object: 'chat.completion' };
      answer = { type: 'application/json', body: JSON.stringify({ ...fine, whisper: evil }) };
      const reply = await call('lax', endpoint.path, { model: 'm', ...request });
      assert.equal(backend.seen.length, 1);
      if (endpoint.answersSecrets === true) {
        // A secret is shown to nobody, and whoever has to see all sees nothing of what is done with it.
        assert.equal(reply.status, 200);
        assert.ok(!JSON.stringify(guard.asked).includes('ek_1'));
        const strict = await call('plain', endpoint.path, { model: 'm', ...request });
        assert.equal(strict.json.error.code, 'guard_refused');
        return;
      }
      assert.ok(!reply.text.includes('forbidden'), reply.text);
      assert.equal(reply.json.error.code, 'guard_refused');
    }
    if (endpoint.answer.includes('events')) {
      answer = {
        type: 'text/event-stream',
        body: `data: {"type":"begun"}\n\ndata: ${JSON.stringify({ type: 'x', whisper: evil })}\n\ndata: [DONE]\n\n`,
      };
      const field = endpoint.name === 'speech' ? { stream_format: 'sse' } : { stream: true };
      const reply = await call('lax', endpoint.path, { model: 'm', ...request, ...field });
      assert.ok(!reply.text.includes('forbidden'), reply.text);
      assert.match(reply.text, /guard_refused/);
    }
  });
}

test('forms are looked at, with the files in them', async () => {
  const post = (name: string, path: string, prompt: string) =>
    gateway.call(path, {
      key: key(name),
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=xx' },
      body: formOf('xx', [
        { name: 'model', content: 'm' },
        { name: 'prompt', content: prompt },
        {
          name: path.includes('images') ? 'image' : 'file',
          filename: 'a.bin',
          content: Buffer.from([0, 1, 2]),
        },
      ]).toString('latin1'),
    });
  answer = { type: 'application/json', body: '{"text":"hello","data":[]}' };
  for (const path of [
    '/v1/audio/transcriptions',
    '/v1/audio/translations',
    '/v1/images/edits',
    '/v1/images/variations',
  ]) {
    assert.equal((await post('lax', path, evil)).json.error.code, 'guard_refused', path);
    assert.match((await post('plain', path, 'hi')).json.error.message, /sound|images/, path);
    assert.equal(backend.seen.length, 0);
  }
  assert.equal((await post('lax', '/v1/audio/transcriptions', 'hi')).status, 200);
  answer = { type: 'application/json', body: JSON.stringify({ text: evil }) };
  assert.equal((await post('lax', '/v1/audio/transcriptions', 'hi')).json.error.code, 'guard_refused');
});

test('what a configuration declares is looked at, with its path', async () => {
  answer = { type: 'application/json', body: '{}' };
  assert.equal(
    (await call('lax', '/v1/lookup/a1', { model: 'm', q: [{ [evil]: 1 }] })).json.error.code,
    'guard_refused',
  );
  assert.equal(
    (await call('lax', '/v1/lookup/that_is_forbidden_here', { model: 'm' })).json.error.code,
    'guard_refused',
  );
  assert.equal(backend.seen.length, 0);
  answer = { type: 'application/json', body: JSON.stringify([[evil]]) };
  const reply = await call('lax', '/v1/lookup/a1', { model: 'm' });
  assert.ok(!reply.text.includes('forbidden'), reply.text);
});

test('what a backend keeps is looked at when it is asked for: responses, items, files and results', async () => {
  answer = {
    type: 'application/json',
    body: '{"id":"resp_1","object":"response","status":"completed","output":[]}',
  };
  const { id } = (await call('lax', '/v1/responses', { model: 'm', input: 'hi' })).json;
  answer = { type: 'application/json', body: '{"id":"file-1","object":"file","bytes":1,"filename":"a"}' };
  const uploadAs = (name: string) =>
    gateway.call('/v1/files', {
      key: key(name),
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=xx' },
      body: formOf('xx', [
        { name: 'purpose', content: 'user_data' },
        { name: 'file', filename: 'a', content: 'x' },
      ]).toString(),
    });
  const file = (await uploadAs('lax')).json.id;
  const output = [
    { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: evil }] },
  ];
  const response = { id: 'resp_1', object: 'response', status: 'completed', output };
  const line = JSON.stringify({
    custom_id: 'a',
    response: { body: { choices: [{ message: { content: evil } }] } },
  });
  const escaped = line.replace('forbidden', 'f\\u006frbidden');
  for (const [path, type, body] of [
    [`/v1/responses/${id}`, 'application/json', JSON.stringify(response)],
    [`/v1/responses/${id}/input_items`, 'application/json', JSON.stringify({ object: 'list', data: output })],
    [
      `/v1/responses/${id}?stream=true`,
      'text/event-stream',
      `data: ${JSON.stringify({ type: 'response.completed', response })}\n\n`,
    ],
    [`/v1/files/${file}`, 'application/json', JSON.stringify({ id: 'file-1', filename: evil })],
    [`/v1/files/${file}/content`, 'application/octet-stream', `{}\n${escaped}\n`],
    [`/v1/files/${file}/content`, 'text/plain', evil],
  ] as const) {
    answer = { type, body };
    const reply = await gateway.call(path, { key: key('lax'), method: 'GET' });
    assert.match(reply.text, /guard_refused/, path);
    assert.ok(!/forbidden/.test(reply.text), `${path}: ${reply.text}`);
  }
  answer = { type: 'application/octet-stream', body: Buffer.from([0xff, 0xd8, 0x00]) };
  const strict = await gateway.call(`/v1/files/${file}/content`, { key: key('lax'), method: 'GET' });
  assert.equal(strict.status, 200, 'a guard that need not see all lets it pass');
  assert.match((await uploadAs('plain')).text, /guard_refused/, 'nobody looks into what is uploaded');
});

test('what comes at addresses of clouds is looked at, before it is put into their frames', async () => {
  const turns = (content: string) => ({
    anthropic_version: 'bedrock-2023-05-31',
    max_tokens: 9,
    messages: [{ role: 'user', content }],
  });
  const vertex = '/v1/projects/p/locations/global/publishers/anthropic/models/m';
  const event = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: evil } };
  const whole = { id: 'm', type: 'message', role: 'assistant', content: [{ type: 'text', text: evil }] };
  for (const [path, isStream] of [
    ['/model/m/invoke', false],
    ['/model/m/invoke-with-response-stream', true],
    [`${vertex}:rawPredict`, false],
    [`${vertex}:streamRawPredict`, true],
  ] as const) {
    answer = isStream
      ? {
          type: 'text/event-stream',
          body: `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n`,
        }
      : { type: 'application/json', body: JSON.stringify(whole) };
    const before = backend.seen.length;
    const asked = await call('lax', path, turns(evil));
    assert.deepEqual([asked.status, backend.seen.length], [400, before], path);
    const answered = await call('lax', path, turns('hi'));
    assert.deepEqual([answered.status, backend.seen.length], [400, before + 1], path);
  }
});
