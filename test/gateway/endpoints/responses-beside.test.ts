import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, json, startBackend } from '../../helpers/backend.ts';
import { begin, readReply } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';
import { secrets, sketched } from './config.ts';

const count = '/v1/responses/input_tokens';
const compact = '/v1/responses/compact';
const counted = { object: 'response.input_tokens', input_tokens: 11 };
const compacted = {
  id: 'resp_1',
  object: 'response.compaction',
  created_at: 1,
  output: [{ id: 'cmp_1', type: 'compaction', encrypted_content: 'x' }],
  usage: { input_tokens: 300, output_tokens: 50, total_tokens: 350 },
};
const answers: Readonly<Record<string, unknown>> = { [count]: counted, [compact]: compacted };
const well: Answer = (seen, response, request) => json(answers[seen.url] ?? {})(seen, response, request);
const body = { model: 'm', input: 'hello' };

const config = (urls: string | readonly string[], key = '') =>
  sketched({ endpoint: 'responses', urls: [urls].flat(), key }).replaceAll(
    'responses: []',
    'responses: [], responses_compact: [], responses_input_tokens: []',
  );

test('both go as they came, and come as they are', async (t) => {
  const backend = await startBackend(t, well);
  const gateway = await startInside(t, config(backend.url));
  const sent = Buffer.from('{ "model":"m", "input" : [], "previous_response_id": "resp_0", "later":1.50 }');
  for (const path of [count, compact]) {
    const reply = await readReply(await begin(gateway, path, { body: sent }));
    assert.deepEqual([reply.status, reply.json], [200, answers[path]]);
    assert.deepEqual([backend.seen.at(-1)?.url, backend.seen.at(-1)?.body], [path, sent]);
  }
});

test('a count is a request and no tokens; what is compacted counts as its answer says', async (t) => {
  const backend = await startBackend(t, well);
  const gateway = await startInside(t, config(backend.url, ', rate_limit: { tokens: 10000/day }'));
  const left = async (path: string) =>
    Number((await readReply(await begin(gateway, path, { body }))).headers['x-ratelimit-remaining-tokens']);
  assert.equal(await left(count), 10_000);
  assert.equal(await left(count), 10_000);
  const reserved = Math.ceil(JSON.stringify(body).length / 4) + 1024;
  assert.equal(await left(compact), 10_000 - reserved);
  assert.equal(await left(count), 10_000 - 350);
});

test('whoever may call responses may call both, and nobody else', async (t) => {
  const backend = await startBackend(t, well);
  const text = config(backend.url);
  const own = (name: string, endpoints: string) =>
    `${name}: { secret: sk-${name}-0123456789abcdef, endpoints: [${endpoints}] }`;
  const more = `keys: { ${own('responses', 'responses')}, ${own('chat', 'chat_completions')}, ${own('count', 'responses_input_tokens')}, `;
  const gateway = await startInside(t, text.replace('keys: { ', more));
  const statuses = async (key: string) => [
    (await readReply(await begin(gateway, count, { key, body }))).status,
    (await readReply(await begin(gateway, compact, { key, body }))).status,
  ];
  assert.deepEqual(await statuses('sk-responses-0123456789abcdef'), [200, 200]);
  assert.deepEqual(await statuses(secrets.plain), [200, 200]);
  assert.deepEqual(await statuses('sk-chat-0123456789abcdef'), [403, 403]);
  assert.deepEqual(await statuses('sk-count-0123456789abcdef'), [200, 403]);
});

test('no other model counts or compacts in its place', async (t) => {
  const down = await startBackend(t, json({ error: { message: 'busy' } }, 503));
  const gateway = await startInside(t, config(down.url));
  for (const [index, path] of [count, compact].entries()) {
    assert.equal((await readReply(await begin(gateway, path, { body }))).status, 503);
    assert.equal(down.seen.length, index + 1);
    const several = await readReply(await begin(gateway, path, { body: { ...body, models: ['spare'] } }));
    assert.deepEqual([several.status, several.json.error.param], [400, 'models']);
  }
});

test('a backend that has neither is nothing to responses, however long it says so', async (t) => {
  const response = { id: 'resp_1', object: 'response', status: 'completed', output: [] };
  for (const status of [404, 500]) {
    const bad: Answer = (seen, answer, request) =>
      (seen.url === '/v1/responses' ? json(response) : json({ error: { message: 'no' } }, status))(
        seen,
        answer,
        request,
      );
    const backends = [await startBackend(t, bad), await startBackend(t, bad)];
    const gateway = await startInside(t, config(backends.map(({ url }) => url)));
    for (let round = 0; round < 8; round += 1) {
      for (const path of [count, compact]) await readReply(await begin(gateway, path, { body }));
      assert.equal((await readReply(await begin(gateway, '/v1/responses', { body }))).status, 200);
    }
    const { live } = gateway.keep.served!;
    const openAt = status === 404 ? 'closed' : 'open';
    assert.equal(live.health('m/b0').circuit.state, 'closed');
    assert.equal(live.health('m/b0', 'counting').circuit.state, openAt);
    assert.equal(live.health('m/b0', 'compaction').circuit.state, openAt);
  }
});
