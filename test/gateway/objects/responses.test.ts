import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, startBackend } from '../../helpers/backend.ts';
import { begin, readReply } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';
import { accountsText, other, startAccounts, team } from './two-accounts.ts';
import { vendorsId } from './vendors-id.ts';

const signed = /~g2[A-Za-z0-9_-]{51,}$/;

test('a response comes back from the account that made it, by an id that only its owner can use', async (t) => {
  const { a, b, call } = await startAccounts(t);
  const made = await call('/v1/responses', { body: { model: 'on-b', input: 'hi' } });
  assert.equal(made.status, 200);
  const { id } = made.json;
  assert.equal(vendorsId(id), 'resp_b1');
  const got = await call(`/v1/responses/${id}`);
  assert.deepEqual([got.status, got.json.id], [200, id], 'the same object has the same id each time');
  assert.equal(b.seen.at(-1)!.url, '/v1/responses/resp_b1');
  assert.equal(b.seen.at(-1)!.method, 'GET');
  assert.equal(b.seen.at(-1)!.headers['content-length'], undefined);
  assert.equal((await call(`/v1/responses/${id}`, { key: team })).status, 200, 'keys share by objects_owner');
  const asked = a.seen.length + b.seen.length;
  const foreign = await call(`/v1/responses/${id}`, { key: other });
  assert.deepEqual([foreign.status, foreign.json.error.code], [404, 'object_not_found']);
  assert.equal(a.seen.length + b.seen.length, asked, 'nobody was asked');
});

test('the rest of a response life goes there too', async (t) => {
  const { b, call } = await startAccounts(t);
  const { json } = await call('/v1/responses', { body: { model: 'on-b', input: 'hi' } });
  const items = await call(`/v1/responses/${json.id}/input_items?limit=2`);
  assert.equal(items.status, 200);
  assert.equal(b.seen.at(-1)!.url, '/v1/responses/resp_b1/input_items?limit=2');
  const cancelled = await call(`/v1/responses/${json.id}/cancel`, { method: 'POST' });
  assert.deepEqual([cancelled.status, cancelled.json.id], [200, json.id]);
  assert.deepEqual(
    [b.seen.at(-1)!.method, b.seen.at(-1)!.headers['content-length'], b.seen.at(-1)!.body.length],
    ['POST', '0', 0],
  );
  const deleted = await call(`/v1/responses/${json.id}`, { method: 'DELETE' });
  assert.deepEqual([deleted.status, deleted.json.id, deleted.json.deleted], [200, json.id, true]);
  assert.equal(b.seen.at(-1)!.method, 'DELETE');
});

test('what goes on with a response goes where that is, in the words of the vendor', async (t) => {
  const { a, b, call } = await startAccounts(t);
  const first = await call('/v1/responses', { body: { model: 'on-b', input: 'hi' } });
  for (let turn = 0; turn < 4; turn += 1) {
    const next = await call('/v1/responses', {
      body: `{ "model":"m" , "previous_response_id" : "${first.json.id}", "input":"on", "n1": 1.50 }`,
    });
    assert.equal(next.status, 200);
    assert.equal(next.json.previous_response_id, first.json.id);
    assert.equal(next.headers['x-gateway-deployment'], 'b');
  }
  assert.equal(a.seen.length, 0);
  assert.equal(
    b.seen.at(-1)!.body.toString(),
    '{ "model":"m" , "previous_response_id" : "resp_b1", "input":"on", "n1": 1.50 }',
  );
});

test('a model that is not served where the response is, is refused; so are two places in one request', async (t) => {
  const { a, b, call } = await startAccounts(t);
  const onB = await call('/v1/responses', { body: { model: 'on-b', input: 'hi' } });
  const onA = await call('/v1/conversations', { body: {} });
  assert.equal(vendorsId(onA.json.id), 'conv_a1');
  const asked = a.seen.length + b.seen.length;
  const elsewhere = await call('/v1/responses', {
    body: { model: 'on-a', input: 'x', previous_response_id: onB.json.id },
  });
  assert.deepEqual([elsewhere.status, elsewhere.json.error.param], [400, 'model']);
  const both = await call('/v1/responses', {
    body: { model: 'm', input: 'x', previous_response_id: onB.json.id, conversation: onA.json.id },
  });
  assert.deepEqual([both.status, both.json.error.code], [400, 'invalid_value']);
  assert.equal(a.seen.length + b.seen.length, asked);
});

test('streams are signed event by event, and every other byte comes as it was', async (t) => {
  const { b, call } = await startAccounts(t);
  const { text } = await call('/v1/responses', { body: { model: 'on-b', input: 'hi', stream: true } });
  const ids = [...text.matchAll(/"id":"(resp_[^"]+)"/g)].map(([, id]) => id!);
  assert.equal(ids.length, 2);
  assert.equal(new Set(ids).size, 1);
  assert.equal(vendorsId(ids[0]!), 'resp_b1');
  assert.ok(text.includes('"delta":"say \\"response\\": resp_x"'));
  const { text: direct } = await (async () => ({ text: text.replaceAll(ids[0]!, 'resp_b1') }))();
  assert.match(direct, /event: response.completed\ndata: \{"type":"response.completed"/);
  const plain = direct.replace(/(?:rs|msg)_~g2[\w-]+/g, 'item');
  assert.ok(!plain.includes('~g2'), 'nothing else is signed: encrypted content passes by default');
  assert.equal((await call(`/v1/responses/${ids[0]}`)).status, 200);
  assert.equal(b.seen.at(-1)!.url, '/v1/responses/resp_b1');
});

test('whatever is wrong with an id, the answer is the same', async (t) => {
  const { a, b, call } = await startAccounts(t);
  const { json } = await call('/v1/responses', { body: { model: 'on-b', input: 'hi' } });
  const id = json.id as string;
  const flipped = id.slice(0, -3) + (id.at(-3) === 'A' ? 'B' : 'A') + id.slice(-2);
  const asked = a.seen.length + b.seen.length;
  const wrong = [flipped, 'resp_b1', id.replace('resp_', 'conv_'), `${id}x`, id.toUpperCase()];
  const answers = [];
  for (const one of wrong) answers.push(await call(`/v1/responses/${one}`));
  answers.push(await call(`/v1/responses/${id}`, { key: other }));
  for (const field of ['previous_response_id', 'conversation']) {
    for (const one of [flipped, 'resp_b1', id.replace('~g2', '~g2B')]) {
      answers.push(await call('/v1/responses', { body: { model: 'm', input: 'x', [field]: one } }));
    }
  }
  const [first, ...others] = answers.map(({ status, text }) => ({ status, text }));
  assert.equal(first!.status, 404);
  for (const one of others) assert.deepEqual(one, first);
  assert.equal(a.seen.length + b.seen.length, asked);
});

test('what only looks like an id in a text is text', async (t) => {
  const { b, call } = await startAccounts(t);
  const { json } = await call('/v1/responses', { body: { model: 'on-b', input: 'hi' } });
  const inText = `see ${json.id}`;
  const altered = `${json.id.slice(0, -1)}!`;
  const sent = JSON.stringify({ model: 'on-b', input: inText, metadata: { [json.id]: altered, q: '"~g2' } });
  assert.equal((await call('/v1/responses', { body: sent })).status, 200);
  assert.equal(b.seen.at(-1)!.body.toString(), sent);
  // As a whole value it is one, wherever it stands.
  await call('/v1/responses', { body: { model: 'm', input: 'x', metadata: { about: json.id } } });
  assert.equal(JSON.parse(b.seen.at(-1)!.body.toString()).metadata.about, 'resp_b1');
});

test('ids that are spelled with escapes, or stand twice, are not passed by', async (t) => {
  const { a, b, call } = await startAccounts(t);
  const asked = a.seen.length + b.seen.length;
  for (const body of [
    '{"model":"m","input":"x","previous\\u005fresponse_id":"resp_b1"}',
    '{"model":"m","input":"x","previous_response_id":"resp_b1","previous_response_id":null}',
    '{"model":"m","input":"x","conversation":{"id":"conv_b1"}}',
  ]) {
    assert.equal((await call('/v1/responses', { body })).status, 404, body);
  }
  assert.equal(a.seen.length + b.seen.length, asked);
  const { json } = await call('/v1/responses', { body: { model: 'on-b', input: 'hi' } });
  const escaped = json.id.replace('~', '\\u007e');
  const body = `{"model":"m","input":"x","previous_response_id":"${escaped}"}`;
  assert.equal((await call('/v1/responses', { body })).status, 200);
  assert.equal(JSON.parse(b.seen.at(-1)!.body.toString()).previous_response_id, 'resp_b1');
});

test('encrypted content leads to the account that made it, where it is pinned', async (t) => {
  const { a, b, call } = await startAccounts(t, {
    stateful: '{ ids: signed, endpoints: [responses], encrypted_content: pin }',
  });
  for (const stream of [false, true]) {
    const { text } = await call('/v1/responses', { body: { model: 'on-b', input: 'hi', stream } });
    const content = /"encrypted_content":"(gAAAA[^"]+)"/.exec(text)![1]!;
    assert.match(content, signed);
    const item = { type: 'reasoning', encrypted_content: content, summary: [] };
    for (let turn = 0; turn < 3; turn += 1) {
      const next = await call('/v1/responses', { body: { model: 'm', input: [item] } });
      assert.equal(next.status, 200);
    }
    assert.equal(a.seen.length, 0);
    const { input } = JSON.parse(b.seen.at(-1)!.body.toString());
    assert.equal(input[0].encrypted_content, 'gAAAA+/==');
  }
  const old = { type: 'reasoning', encrypted_content: 'gAAAA+/==', summary: [] };
  assert.equal((await call('/v1/responses', { body: { model: 'm', input: [old] } })).status, 200);
});

test('a request counts, and reserves no tokens; what the vendor has not got passes as it came', async (t) => {
  const { gateway, call } = await startAccounts(t, {
    limit: ', rate_limit: { requests: 4/day, tokens: 10000/day }',
  });
  const { json } = await call('/v1/responses', {
    body: { model: 'on-b', input: 'hi', max_output_tokens: 5 },
  });
  const first = await call(`/v1/responses/${json.id}`);
  const second = await call(`/v1/responses/${json.id}`);
  assert.equal(first.headers['x-ratelimit-remaining-requests'], '2');
  assert.equal(second.headers['x-ratelimit-remaining-requests'], '1');
  assert.equal(first.headers['x-ratelimit-remaining-tokens'], second.headers['x-ratelimit-remaining-tokens']);
  assert.equal(first.headers['x-gateway-deployment'], 'b');
  assert.equal(first.headers['x-gateway-model'], undefined);
  await call(`/v1/responses/${json.id}`);
  assert.equal((await call(`/v1/responses/${json.id}`)).status, 429);
  const line = gateway.logs.findLast((one) => one['method'] === 'GET' && one['status'] === 200)!;
  assert.deepEqual([line['endpoint'], line['deployment'], line.level], ['responses', 'b', 'info']);
});

test('nothing of it is there while ids are off', async (t) => {
  const { b, call } = await startAccounts(t, { stateful: '{ ids: off }' });
  const { json } = await call('/v1/responses', { body: { model: 'on-b', input: 'hi' } });
  assert.equal(json.id, 'resp_b1');
  assert.deepEqual((await call('/v1/responses/resp_b1')).json.error.code, 'unknown_path');
  const sent = JSON.stringify({ model: 'on-b', input: 'x', previous_response_id: 'resp_b1' });
  assert.equal((await call('/v1/responses', { body: sent })).status, 200);
  assert.equal(b.seen.at(-1)!.body.toString(), sent);
});

test('paths and methods that are none are refused as everywhere', async (t) => {
  const { call } = await startAccounts(t);
  const { json } = await call('/v1/responses', { body: { model: 'on-b', input: 'hi' } });
  const wrong = await call(`/v1/responses/${json.id}`, { method: 'PUT' });
  assert.deepEqual([wrong.status, wrong.headers['allow']], [405, 'GET, DELETE']);
  for (const path of [
    '/v1/responses/',
    `/v1/responses/${json.id}/`,
    `/v1/responses/${json.id}/other`,
    '/v1/responses/..',
    '/v1/responses/a%2Fb',
    `/v1/responses/${'x'.repeat(401)}`,
    '/v1/files',
  ]) {
    assert.equal((await call(path)).json.error.code, 'unknown_path', path);
  }
  const withBody = await call(`/v1/responses/${json.id}`, { method: 'DELETE', body: {} });
  assert.equal(withBody.status, 400);
});

test('a response in the background keeps what was reserved for it', async (t) => {
  const queued = { id: 'resp_q1', object: 'response', status: 'queued', output: [], usage: null };
  const backend = await startBackend(t, json(queued));
  const gateway = await startInside(
    t,
    accountsText(backend, backend, { limit: ', rate_limit: { tokens: 10000/day }' }),
  );
  const ask = async (body: object) =>
    readReply(await begin(gateway, '/v1/responses', { body: { model: 'on-b', ...body } }));
  await ask({ input: 'x', background: true, max_output_tokens: 3000 });
  const next = await ask({ input: 'x', max_output_tokens: 1 });
  const left = Number(next.headers['x-ratelimit-remaining-tokens']);
  assert.ok(left < 7000 && left > 6800, String(left));
});

test('an id in a field that differs in case, as some decoders do not mind, reaches no backend', async (t) => {
  const { a, b, call } = await startAccounts(t, {
    stateful:
      '{ ids: signed, endpoints: [responses, conversations, files], default: { conversations: a, files: a } }',
  });
  for (const [body, path = '/v1/responses'] of [
    [{ conversation: { Id: 'conv_b1' } }],
    [{ input: [{ role: 'user', content: [{ type: 'input_file', File_Id: 'file-b1' }] }] }],
    [{ tools: [{ type: 'code_interpreter', container: { type: 'auto', File_Ids: ['file-b1'] } }] }],
    [
      { items: [{ role: 'user', content: [{ type: 'input_file', FILE_ID: 'file-b1' }] }] },
      '/v1/conversations',
    ],
  ] as const) {
    const input = path === '/v1/responses' ? { model: 'm', input: 'hi', ...body } : body;
    const refused = await call(path, { body: input });
    assert.equal(refused.status, 400, JSON.stringify(body));
    assert.match(refused.json.error.message, /differs in case/);
  }
  assert.equal(a.seen.length + b.seen.length, 0);
  const own = {
    metadata: { File_Id: 'file-b1' },
    tools: [{ type: 'function', name: 'f', parameters: { File_Id: 'x' } }],
  };
  assert.equal((await call('/v1/responses', { body: { model: 'm', input: 'hi', ...own } })).status, 200);
});

test('an item is named by the id that its owner got, and the vendor reads its own', async (t) => {
  const { a, b, call } = await startAccounts(t);
  const made = await call('/v1/responses', { body: { model: 'on-b', input: 'hi' } });
  const [reasoning, message] = made.json.output.map(({ id }: { id: string }) => id);
  assert.match(reasoning, /^rs_~g2/);
  assert.deepEqual([vendorsId(reasoning), vendorsId(message)], ['rs_1', 'msg_1']);
  const streamed = await call('/v1/responses', { body: { model: 'on-b', input: 'hi', stream: true } });
  assert.ok(streamed.text.includes(`"item_id":"${message}"`), 'the same wherever it is told');
  assert.doesNotMatch(streamed.text, /"(?:rs|msg)_1"/);
  const sent = (at: typeof a) => JSON.parse(at.seen.at(-1)!.body.toString()).input;
  const ask = (input: unknown, key?: string, model = 'm') =>
    call('/v1/responses', { body: { model, input }, ...(key !== undefined && { key }) });
  // What stands for an item goes to the account that has it.
  for (const item of [
    { type: 'item_reference', id: message },
    { id: message },
    { type: null, id: message },
  ]) {
    for (let turn = 0; turn < 3; turn += 1) {
      const { status, headers } = await ask([item]);
      assert.deepEqual([status, headers['x-gateway-deployment']], [200, 'b'], JSON.stringify(item));
    }
    assert.equal(sent(b)[0].id, 'msg_1');
    assert.equal((await ask([item], other)).status, 404);
  }
  // What comes with what it holds goes anywhere, with the vendor's id, to whomever it belonged.
  const turn = { type: 'message', role: 'assistant', id: message, content: [] };
  assert.equal((await ask([turn], undefined, 'on-a')).status, 200);
  assert.equal(sent(a)[0].id, 'msg_1');
  assert.equal((await ask([{ ...turn, id: 'msg_before' }])).status, 200);
  // Ids as the vendor gave them stand for nothing.
  const asked = a.seen.length + b.seen.length;
  for (const item of [
    { type: 'item_reference', id: 'msg_1' },
    { id: 'msg_1' },
    { id: 'msg_1', status: 'completed' },
    { type: 'image_generation_call', id: 'ig_1', status: 'completed' },
  ]) {
    assert.equal((await ask([item])).status, 404, JSON.stringify(item));
    assert.equal((await call('/v1/conversations', { body: { items: [item] } })).status, 404);
  }
  for (const input of [
    '[{"type":"item_reference","type":"message","id":"msg_1","role":"user","content":[]}]',
    '[{"type":"item\\u005freference","type":"message","id":"msg_1","role":"user","content":[]}]',
    '[{"id":"msg_1"}],"input":[]',
    '[{"id":"msg_1","id":"msg_2","type":"message","role":"user","content":[]}]',
  ]) {
    const { status } = await call('/v1/responses', { body: `{"model":"m","input":${input}}` });
    assert.equal(status, 400, input);
  }
  assert.equal(a.seen.length + b.seen.length, asked, 'nobody was asked');
});
