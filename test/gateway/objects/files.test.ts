import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, startBackend } from '../../helpers/backend.ts';
import { begin, configText, readReply, secret } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';
import { other } from './two-accounts.ts';
import { vendorsId } from './vendors-id.ts';

const narrow = 'sk-narrow-0123456789abcdef';
const grouped = 'sk-grouped-0123456789abcdef';

/** A vendor's files, uploads and batches, and message batches. */
function vendor(name: string): Answer {
  return (seen, response) => {
    const path = seen.url.split('?')[0]!;
    const reply = (value: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    const asked = () => JSON.parse(seen.body.toString()) as Record<string, unknown>;
    const route = `${seen.method} ${path.replace(/(file|upload|batch|msgbatch)[_-][^/]+/g, 'ID')}`;
    const id = path.split('/').find((step) => /^(file|upload|batch|msgbatch)[_-]/.test(step));
    switch (route) {
      case 'POST /v1/files':
        return reply({ id: `file-${name}1`, object: 'file', bytes: seen.body.length, purpose: 'batch' });
      case 'GET /v1/files':
        return reply({
          object: 'list',
          data: [{ id: `file-${name}1` }, { id: `file-${name}2` }],
          first_id: `file-${name}1`,
          last_id: `file-${name}2`,
          has_more: false,
        });
      case 'GET /v1/files/ID/content':
        response.writeHead(200, { 'content-type': 'application/octet-stream' });
        return void response.end(Buffer.alloc(3_000_000, '{"id":"file-x"}\n'));
      case 'POST /v1/uploads':
        return reply({ id: `upload_${name}1`, object: 'upload', status: 'pending' });
      case 'POST /v1/uploads/ID/parts':
        return reply({ id: 'part_1', object: 'upload.part', upload_id: id });
      case 'POST /v1/uploads/ID/complete':
        return reply({ id, object: 'upload', file: { id: `file-${name}9`, object: 'file' } });
      case 'POST /v1/batches':
        return reply({ id: `batch_${name}1`, object: 'batch', input_file_id: asked()['input_file_id'] });
      case 'GET /v1/batches/ID':
        return reply({ id, object: 'batch', status: 'completed', output_file_id: `file-${name}3` });
      case 'POST /v1/messages/batches':
        return reply({ id: `msgbatch_${name}1`, type: 'message_batch', results_url: null });
      case 'GET /v1/messages/batches/ID':
        return reply({
          id,
          type: 'message_batch',
          results_url: `https://api.vendor.example/v1/messages/batches/${id}/results`,
        });
      case 'GET /v1/messages/batches/ID/results':
        response.writeHead(200, { 'content-type': 'application/x-jsonl' });
        return void response.end('{"custom_id":"a","result":{"type":"succeeded"}}\n');
      default:
        return reply(route.startsWith('DELETE') ? { id, deleted: true } : { id });
    }
  };
}

async function start(t: Parameters<typeof startBackend>[0] & Parameters<typeof startInside>[0], more = '') {
  const a = await startBackend(t, vendor('a'));
  const b = await startBackend(t, vendor('b'));
  const on = (name: string, model: string) =>
    `{ backend: ${name}, model: ${model}, endpoints: { chat_completions: [], messages: [] } }`;
  const gateway = await startInside(
    t,
    configText({
      backends: `{ a: { url: "${a.url}" }, b: { url: "${b.url}"${more} } }`,
      models: `{ m: { deployments: [ ${on('a', 'm-at-a')}, ${on('b', 'm-at-b')} ] }, on-b: { deployments: [ ${on('b', 'theirs')} ] }, on-a: { deployments: [ ${on('a', 'x')} ] } }`,
      keys: `{ test: { secret: ${secret}, endpoints: [all] }, other: { secret: ${other}, endpoints: [all] }, narrow: { secret: ${narrow}, endpoints: [all], models: [m], objects_owner: test }, grouped: { secret: ${grouped}, endpoints: [all], group: team, objects_owner: test } }`,
      more: `groups: { company: { models: [m] }, team: { group: company } }\nendpoints: { files: { backends: [b] }, message_batches: { backends: [a, b] } }\nstateful: { ids: signed, endpoints: [files, batches, message_batches] }`,
    }),
  );
  const call = async (path: string, options?: Parameters<typeof begin>[2]) =>
    readReply(await begin(gateway, path, options));
  return { a, b, gateway, call };
}

const form = {
  headers: { 'content-type': 'multipart/form-data; boundary=xx' },
  method: 'POST',
  body: '--xx\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n{}\r\n--xx--\r\n',
};

test('a file goes up as it comes, and is read and deleted where it went', async (t) => {
  const { a, b, call } = await start(t);
  const made = await call('/v1/files', form);
  assert.equal(made.status, 200, made.text);
  assert.equal(vendorsId(made.json.id), 'file-b1');
  assert.equal(b.seen[0]!.body.toString(), form.body);
  assert.equal(b.seen[0]!.headers['content-type'], form.headers['content-type']);
  const content = await call(`/v1/files/${made.json.id}/content`);
  assert.equal(content.status, 200);
  assert.equal(content.text.length, 3_000_000);
  assert.ok(!content.text.includes('~g2'), 'nothing in a file is changed');
  const gone = await call(`/v1/files/${made.json.id}`, { method: 'DELETE' });
  assert.deepEqual([gone.status, gone.json.id], [200, made.json.id]);
  assert.equal((await call(`/v1/files/${made.json.id}`, { key: other })).status, 404);
  assert.equal((await call('/v1/files/file-b1/content')).status, 404);
  assert.equal(a.seen.length, 0);
});

test('an upload is made in parts, and ends in a file', async (t) => {
  const { b, call } = await start(t);
  const { json } = await call('/v1/uploads', { body: { filename: 'a', bytes: 2, purpose: 'user_data' } });
  assert.equal(vendorsId(json.id), 'upload_b1');
  const part = await call(`/v1/uploads/${json.id}/parts`, form);
  assert.deepEqual([vendorsId(part.json.id), part.json.upload_id], ['part_1', json.id]);
  const raw = await call(`/v1/uploads/${json.id}/complete`, { body: { part_ids: ['part_1'] } });
  assert.deepEqual([raw.status, raw.json.error.code], [404, 'object_not_found']);
  const done = await call(`/v1/uploads/${json.id}/complete`, { body: { part_ids: [part.json.id] } });
  assert.deepEqual(JSON.parse(b.seen.at(-1)!.body.toString()), { part_ids: ['part_1'] });
  assert.equal(vendorsId(done.json.file.id), 'file-b9');
  assert.equal((await call(`/v1/files/${done.json.file.id}`)).status, 200);
  assert.equal(b.seen.at(-1)!.url, '/v1/files/file-b9');
});

test('lists are there for him alone who has the account to himself', async (t) => {
  const closed = await start(t);
  const refused = await closed.call('/v1/files');
  assert.deepEqual([refused.status, refused.headers['allow']], [405, 'POST']);
  const { b, call } = await start(t, ', lists: test');
  const list = await call('/v1/files?limit=2');
  assert.equal(list.status, 200);
  assert.deepEqual(
    list.json.data.map(({ id }: { id: string }) => vendorsId(id)),
    ['file-b1', 'file-b2'],
  );
  assert.equal(list.json.last_id, list.json.data[1].id);
  for (const mark of ['~', '%7E']) {
    await call(`/v1/files?after=${list.json.last_id.replace('~', mark)}&limit=2`);
    assert.equal(b.seen.at(-1)!.url, '/v1/files?after=file-b2&limit=2');
  }
  assert.equal((await call(`/v1/files/${list.json.data[0].id}`)).status, 200);
  assert.equal((await call('/v1/files', { key: other })).status, 405);
});

test('a batch goes where its file is, and is not for keys that may use some models only', async (t) => {
  const { b, call } = await start(t);
  const file = await call('/v1/files', form);
  const body = { input_file_id: file.json.id, endpoint: '/v1/chat/completions', completion_window: '24h' };
  const made = await call('/v1/batches', { body });
  assert.equal(made.status, 200, made.text);
  assert.equal(JSON.parse(b.seen.at(-1)!.body.toString()).input_file_id, 'file-b1');
  assert.deepEqual([vendorsId(made.json.id), made.json.input_file_id], ['batch_b1', file.json.id]);
  const done = await call(`/v1/batches/${made.json.id}`);
  assert.equal(vendorsId(done.json.output_file_id), 'file-b3');
  for (const key of [narrow, grouped]) {
    const refused = await call('/v1/batches', { key, body });
    assert.deepEqual([refused.status, refused.json.error.code], [403, 'model_not_allowed']);
  }
  const foreign = await call('/v1/batches', { key: other, body });
  assert.deepEqual([foreign.status, foreign.json.error.code], [404, 'object_not_found']);
});

test('a batch of messages goes where all of its models are, under the names they have there', async (t) => {
  const { a, b, call } = await start(t);
  const request = (model: string) => ({ custom_id: model, params: { model, max_tokens: 1, messages: [] } });
  const onA = await call('/v1/messages/batches', { body: { requests: [request('m')] } });
  assert.equal(vendorsId(onA.json.id), 'msgbatch_a1');
  assert.equal(JSON.parse(a.seen.at(-1)!.body.toString()).requests[0].params.model, 'm-at-a');
  const onB = await call('/v1/messages/batches', { body: { requests: [request('m'), request('on-b')] } });
  assert.equal(vendorsId(onB.json.id), 'msgbatch_b1');
  const { requests } = JSON.parse(b.seen.at(-1)!.body.toString());
  assert.deepEqual(
    requests.map((one: { params: { model: string } }) => one.params.model),
    ['m-at-b', 'theirs'],
  );
  const both = await call('/v1/messages/batches', { body: { requests: [request('on-a'), request('on-b')] } });
  assert.deepEqual([both.status, both.json.error.type], [404, 'not_found_error']);
  const refused = await call('/v1/messages/batches', {
    key: narrow,
    body: { requests: [request('m'), request('on-b')] },
  });
  assert.deepEqual([refused.status, refused.json.error.code], [403, 'model_not_allowed']);
  const unknown = await call('/v1/messages/batches', { body: { requests: [request('nothing')] } });
  assert.equal(unknown.status, 404);
});

test('the results of a batch are fetched from the gateway', async (t) => {
  const { a, gateway, call } = await start(t);
  const body = { requests: [{ custom_id: 'a', params: { model: 'm', max_tokens: 1, messages: [] } }] };
  const made = await call('/v1/messages/batches', { body });
  const { json } = await call(`/v1/messages/batches/${made.json.id}`);
  assert.equal(
    json.results_url,
    `https://localhost:${gateway.port}/v1/messages/batches/${made.json.id}/results`,
  );
  const results = await call(new URL(json.results_url).pathname);
  assert.equal(results.text, '{"custom_id":"a","result":{"type":"succeeded"}}\n');
  assert.equal(a.seen.at(-1)!.url, '/v1/messages/batches/msgbatch_a1/results');
});

test('what would be made twice is never sent twice', async (t) => {
  let calls = 0;
  const failing = await startBackend(t, (_seen, response) => {
    calls += 1;
    response.writeHead(500).end();
  });
  const spare = await startBackend(t, vendor('s'));
  const gateway = await startInside(
    t,
    configText({
      backends: `{ a: { url: "${failing.url}" }, b: { url: "${spare.url}" }, off: { url: "http://127.0.0.1:9" } }`,
      models: `{ m: { deployments: [ { backend: a, endpoints: { chat_completions: [] } }, { backend: b, endpoints: { chat_completions: [] } }, { backend: off, endpoints: { chat_completions: [] } } ] } }`,
      keys: `{ test: { secret: ${secret}, endpoints: [all] } }`,
      more: `endpoints: { conversations: { backends: [off, a, b] }, message_batches: { backends: [off, b] } }\nstateful: { ids: signed, endpoints: [conversations, message_batches] }`,
    }),
  );
  const made = await readReply(await begin(gateway, '/v1/conversations', { body: {} }));
  assert.deepEqual([made.status, calls, spare.seen.length], [500, 1, 0]);
});
