/** Ways round a guard that somebody might try, and what comes of each. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { completion, delta, startBackend, type TestBackend } from '../../helpers/backend.ts';
import { until } from '../../helpers/gate.ts';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { startGuard, type TestGuard } from '../../helpers/guard.ts';
import { ownerOfFile } from '../../helpers/serve.ts';
import { openSocket } from '../../helpers/socket.ts';

const owner = ownerOfFile();
let backend: TestBackend;
let copies: TestBackend;
let guard: TestGuard;
let gateway: TestGateway;
/** What the backend answers. */
let answer: (response: ServerResponse) => void;

const key = (name: string) => `sk-guarded-${name}-0123456789`;
const evil = 'this is forbidden here';
const as =
  (type: string, body: string | Buffer, more: object = {}, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { ...(type !== '' && { 'content-type': type }), ...more });
    response.end(body);
  };
const json = (body: unknown) => as('application/json', JSON.stringify(body));
const events = (body: string) => as('text/event-stream', body);
const data = (event: object) => `data: ${JSON.stringify(event)}\n\n`;

const started = (async () => {
  backend = await startBackend(owner, (_seen, response) => answer(response));
  copies = await startBackend(owner, (_seen, response) => json(completion('copied'))(response));
  guard = await startGuard(owner);
  const on = (name: string, more: string) =>
    `{ form: agentgateway, url: "${guard.url}", remember: 0, applies_to: { keys: [${name}] }, ${more} }`;
  gateway = await startGateway(
    owner as Parameters<typeof startGateway>[0],
    configText({
      backends: `{ own: { url: "${backend.url}", flavor: generic }, copies: { url: "${copies.url}" } }`,
      models: `
  m: { mirror: { to: copy, share: 1 }, deployments: [ { backend: own, endpoints: { chat_completions: [streaming], messages: [streaming], responses: [streaming] } } ] }
  copy: { deployments: [ { backend: copies, endpoints: { chat_completions: [] } } ] }`,
      keys: `{ ${['strict', 'lax', 'masks'].map((name) => `${name}: { secret: ${key(name)}, endpoints: [all] }`).join(', ')} }`,
      more: `stateful: { ids: signed, endpoints: [responses, conversations, files, batches, message_batches], default: { files: own, conversations: own, batches: own, message_batches: own } }
routing: { circuit: { failures: 1000 } }
guards:
  strict: ${on('strict', 'unseen: refuse')}
  lax: ${on('lax', 'unseen: allow')}
  masking: ${on('masks', 'unseen: refuse, on_mask: apply, looks_at: [requests]')}
`,
    }),
  );
})();

beforeEach(async () => {
  await started;
  answer = json(completion('fine'));
  guard.asked.length = 0;
  for (const one of [backend, copies]) (one.seen as unknown[]).length = 0;
});

const call = (name: string, path: string, body?: unknown, more: object = {}) =>
  gateway.call(path, { body, key: key(name), ...more });
const get = (name: string, path: string) => gateway.call(path, { key: key(name), method: 'GET' });
const chat = (content: unknown, more: object = {}) => ({
  model: 'm',
  messages: [{ role: 'user', content }],
  max_tokens: 5,
  ...more,
});
const sayings = (stream: boolean) =>
  [
    ['/v1/chat/completions', chat('x', { stream })],
    ['/v1/responses', { model: 'm', input: 'x', stream }],
    ['/v1/messages', chat('x', { stream })],
  ] as const;

test('what a backend says in an error is looked at, or said by nobody', async () => {
  for (const status of [400, 401, 404, 418, 429, 500, 503, 301, 206]) {
    for (const one of [
      as('application/json', JSON.stringify({ error: { message: evil } }), {}, status),
      as('text/html', evil, { location: '/x' }, status),
    ]) {
      answer = one;
      for (const stream of [false, true]) {
        const reply = await call('lax', '/v1/chat/completions', chat('x', { stream }));
        assert.ok(!reply.text.includes('forbidden'), `${status}: ${reply.text}`);
      }
    }
  }
});

test('no form of an answer hides what it says', async () => {
  const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'lines of JSON': as('application/x-ndjson', `{"a":1}\n${JSON.stringify({ text: evil })}\n`),
    'another case': as('TEXT/EVENT-STREAM; charset=utf-8', data({ x: evil })),
    'no type': as('', data({ x: evil })),
    'a byte order mark': events(`\ufeff${data({ x: evil })}`),
    'the name of an event': events(`event: ${evil}\n${data({ a: 1 })}`),
    'an id': events(`id: ${evil}\n${data({ a: 1 })}`),
    'a comment': events(`${delta('hi')}: ${evil}\n\n${delta('', 'stop')}`),
    'a comment in an event': events(`: ${evil}\n${data({ a: 1 })}`),
    'a time to wait': events(`retry: ${evil}\n${data({ a: 1 })}`),
    'a stray line': events(`${evil}\n\ndata: [DONE]\n\n`),
    'what comes after the end': events(`${delta('hi')}data: [DONE]\n\n${delta(evil)}`),
    'the last event without its end': events(`${delta('hi')}data: ${JSON.stringify({ x: evil })}`),
    'an error in a stream': events(data({ error: { message: evil } })),
    'another type': as('application/xml', `<a>${evil}</a>`),
    'what is no image': as('image/png', JSON.stringify({ x: evil })),
    'two values': as('application/json', JSON.stringify(completion('x')) + JSON.stringify({ x: evil })),
  };
  for (const [what, one] of Object.entries(answers)) {
    answer = one;
    for (const stream of [false, true]) {
      for (const [path, body] of sayings(stream)) {
        const reply = await call(what === 'what is no image' ? 'strict' : 'lax', path, body);
        assert.ok(!reply.text.includes('forbidden'), `${what} on ${path}: ${reply.text}`);
      }
    }
  }
  // What nobody can read goes to nobody whose guard has to see all.
  for (const one of [
    as('application/json', gzipSync(JSON.stringify({ x: evil })), { 'content-encoding': 'gzip' }),
    as('application/json; charset=utf-16le', Buffer.from(JSON.stringify({ x: evil }), 'utf16le')),
  ]) {
    answer = one;
    assert.notEqual((await call('strict', '/v1/chat/completions', chat('x'))).status, 200);
  }
});

test('comments that keep a stream open pass, and of those that say more each is looked at once', async () => {
  const all = [
    ': ping\n\n',
    ': BACKEND PROCESSING\n\n',
    delta('hi'),
    ': BACKEND PROCESSING\n\n',
    delta('', 'stop'),
  ];
  answer = events(`${all.join('')}data: [DONE]\n\n`);
  const reply = await call('lax', '/v1/chat/completions', chat('x', { stream: true }));
  assert.ok(reply.text.includes(all.join('')), reply.text);
  assert.equal(guard.asked.flat().filter((text) => text === 'BACKEND PROCESSING').length, 1);
});

test('no bytes of a request hide what it says', async () => {
  const plain = JSON.stringify(chat('E'));
  const marked = JSON.stringify(chat('this is forbXidden here'));
  const whole = JSON.stringify(chat(evil));
  const bodies: Readonly<Record<string, readonly [body: Buffer, headers?: object]>> = {
    'bytes that are no text': [Buffer.from(marked.replace('X', '\xff'), 'latin1')],
    'bytes too long for their character': [Buffer.from(marked.replace('bX', '\xc1\xa2'), 'latin1')],
    'utf-16': [Buffer.from(`\ufeff${whole}`, 'utf16le')],
    'a byte order mark': [Buffer.from(`\ufeff${whole}`)],
    'another charset': [
      Buffer.from(JSON.stringify(chat('this is +AGYAbwByAGIAaQBkAGQAZQBu- here'))),
      { 'content-type': 'application/json; charset=utf-7' },
    ],
    compressed: [gzipSync(whole), { 'content-encoding': 'gzip' }],
    'a form': [
      Buffer.from('model=m&x=this+is+forbidden'),
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    'what is behind the JSON': [Buffer.from(JSON.stringify(chat('hi')) + whole)],
    escapes: [Buffer.from(plain.replace('"E"', '"this is \\u0066\\u006f\\u0072bidden"'))],
    'escapes in a name': [
      Buffer.from(plain.replace('"content":"E"', `"c\\u006fntent":"${evil}","content":"fine"`)),
    ],
    'half of a character': [Buffer.from(plain.replace('"E"', '"\\ud83d this is forbidden"'))],
    'a list that stands twice': [
      Buffer.from(plain.replace('"E"', `"${evil}"`).replace(/}$/, ',"messages":[]}')),
    ],
    'a name that is special elsewhere': [Buffer.from(plain.replace('{', `{"__proto__":{"a":"${evil}"},`))],
    'two parts': [
      Buffer.from(plain.replace('"E"', '[{"type":"text","text":"for"},{"type":"text","text":"bidden"}]')),
    ],
    'two messages that become one': [
      Buffer.from(
        JSON.stringify({
          model: 'm',
          messages: ['this is for', 'bidden'].map((content) => ({ role: 'user', content })),
        }),
      ),
    ],
  };
  for (const [what, [body, headers]] of Object.entries(bodies)) {
    for (const name of ['lax', 'strict']) {
      const reply = await call(name, '/v1/chat/completions', body, {
        headers: { 'content-type': 'application/json', ...headers },
      });
      assert.ok([400, 415].includes(reply.status), `${what}: ${reply.text}`);
    }
  }
  assert.equal(backend.seen.length, 0);
});

test('inputs of one list are texts of their own, and messages are shown alone too', async () => {
  const messages = ['one', 'two'].map((content) => ({ role: 'user', content }));
  await call('lax', '/v1/chat/completions', { model: 'm', messages });
  assert.deepEqual(guard.asked[0], ['one', 'two', 'onetwo']);
  guard.asked.length = 0;
  const turns = [...messages, { role: 'assistant', content: 'three' }, { role: 'user', content: 'four' }];
  await call('lax', '/v1/chat/completions', { model: 'm', messages: turns });
  assert.deepEqual(guard.asked[0], ['one', 'two', 'onetwo', 'three', 'four']);
});

test('a masked text is what every backend gets, by every address, copies and sockets too', async () => {
  assert.equal((await call('masks', '/v1/chat/completions', chat('maskme please'))).status, 200);
  await until(() => copies.seen.length > 0, 'the copy');
  answer = json({ id: 'm', type: 'message', role: 'assistant', content: [] });
  const cloud = { ...chat('maskme please'), anthropic_version: 'bedrock-2023-05-31' };
  for (const path of [
    '/model/m/invoke',
    '/v1/projects/p/locations/global/publishers/anthropic/models/m:rawPredict',
  ])
    assert.equal((await call('masks', path, cloud)).status, 200);
  const response = { id: 'resp_1', object: 'response', status: 'completed', output: [] };
  answer = events(data({ type: 'response.completed', response }));
  const socket = await openSocket(owner as Parameters<typeof openSocket>[0], gateway, { key: key('masks') });
  socket.send({ type: 'response.create', model: 'm', input: 'maskme please' });
  assert.equal((await socket.turn()).at(-1).type, 'response.completed');
  socket.raw.close();
  const bodies = [...backend.seen, ...copies.seen].map(({ body }) => body.toString());
  assert.equal(bodies.length, 5);
  for (const body of bodies) assert.ok(body.includes('*** please') && !body.includes('maskme'), body);
});

test('what a backend keeps is no way round: what is put there, changed there, listed and begun in the middle', async () => {
  answer = json({ id: 'resp_1', object: 'response', status: 'in_progress', output: [] });
  const { id } = (await call('lax', '/v1/responses', { model: 'm', input: 'hi', background: true })).json;
  const strict = (await call('strict', '/v1/responses', { model: 'm', input: 'hi', background: true })).json
    .id;
  answer = json({ id: 'conv_1', object: 'conversation', created_at: 1, metadata: {} });
  const conversation = (await call('lax', '/v1/conversations', {})).json.id;
  (backend.seen as unknown[]).length = 0;
  const said = { type: 'message', role: 'user', content: evil };
  const params = chat(evil);
  for (const [path, body] of [
    ['/v1/conversations', { metadata: { a: evil } }],
    [`/v1/conversations/${conversation}`, { metadata: { a: evil } }],
    [`/v1/conversations/${conversation}/items`, { items: [said] }],
    [`/v1/responses/${id}/cancel`, { a: evil }],
    ['/v1/messages/batches', { requests: [{ custom_id: 'a', params }] }],
    ['/v1/uploads', { purpose: 'user_data', filename: evil, bytes: 1, mime_type: 'text/plain' }],
  ] as const)
    assert.equal((await call('lax', path, body)).json.error.code, 'guard_refused', path);
  assert.equal(backend.seen.length, 0);
  const content = [{ type: 'output_text', text: evil }];
  const output = [{ type: 'message', id: 'msg_1', role: 'assistant', content }];
  answer = json({ id: 'resp_1', object: 'response', status: 'cancelled', output });
  for (const [method, path] of [
    ['POST', `/v1/responses/${id}/cancel`],
    ['DELETE', `/v1/responses/${id}`],
    ['GET', `/v1/conversations/${conversation}/items`],
    ['GET', `/v1/conversations/${conversation}/items/msg_1`],
  ] as const) {
    const reply = await gateway.call(path, { key: key('lax'), method });
    assert.ok(!reply.text.includes('forbidden'), `${path}: ${reply.text}`);
  }
  // The first half came before: nobody who has to see all can say where the other begins.
  answer = events(
    data({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'idden' }),
  );
  assert.equal((await get('strict', `/v1/responses/${strict}?stream=true`)).status, 200);
  for (const query of ['starting_after=7', 'starting%5Fafter=7']) {
    const half = await get('strict', `/v1/responses/${strict}?stream=true&${query}`);
    assert.deepEqual([half.status, half.json.error.code], [400, 'guard_refused']);
    assert.match(half.json.error.message, /earlier events/);
  }
});
