/** Ids at any depth of answers and requests: what is cited, what tools found and made, and where they ran. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, startBackend, type TestBackend } from '../../helpers/backend.ts';
import { begin, configText, readReply, secret } from '../../helpers/gateway.ts';
import { type Inside, startInside } from '../../helpers/inside.ts';
import { other } from './two-accounts.ts';
import { vendorsId } from './vendors-id.ts';

const output = [
  {
    type: 'file_search_call',
    id: 'fs_1',
    results: [{ file_id: 'file-found', filename: 'a', text: 'see file-found' }],
  },
  { type: 'code_interpreter_call', id: 'ci_1', container_id: 'cntr_1', code: 'x', outputs: [] },
  {
    type: 'message',
    id: 'msg_1',
    content: [
      {
        type: 'output_text',
        text: 'file-cited',
        annotations: [
          { type: 'file_citation', file_id: 'file-cited', index: 1 },
          { type: 'container_file_citation', container_id: 'cntr_1', file_id: 'cfile_1' },
          { type: 'file_path', file_id: 'file-path', index: 2 },
        ],
      },
    ],
  },
];
const tools = [
  { type: 'code_interpreter', container: { type: 'auto', file_ids: ['file-in'] } },
  { type: 'code_interpreter', container: 'cntr_1' },
];
const response = { id: 'resp_1', object: 'response', status: 'completed', tools, output };
const message = {
  id: 'msg_01',
  type: 'message',
  container: { id: 'container_01', expires_at: 'x' },
  content: [
    { type: 'tool_use', id: 'toolu_1', name: 'open', input: { file_id: 'mine', container: { id: 'mine' } } },
    {
      type: 'bash_code_execution_tool_result',
      content: { type: 'x', content: [{ type: 'bash_code_execution_output', file_id: 'file_01' }] },
    },
    { type: 'text', text: 'a', citations: [{ type: 'char_location', file_id: 'file_02' }] },
  ],
};

const events = {
  responses: [
    { type: 'response.created', response: { ...response, output: [] } },
    { type: 'response.output_text.annotation.added', annotation: output[2]!.content![0]!.annotations[0] },
    { type: 'response.output_item.done', item: output[1] },
    { type: 'response.content_part.done', part: output[2]!.content![0] },
    { type: 'response.completed', response },
  ],
  messages: [
    { type: 'message_start', message: { ...message, content: [] } },
    { type: 'content_block_start', index: 0, content_block: message.content[1] },
    { type: 'content_block_delta', index: 1, delta: { citation: { file_id: 'file_02' } } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', container: { id: 'container_01' } } },
    { type: 'message_stop' },
  ],
};

const vendor: Answer = (seen, reply) => {
  const path = seen.url.split('?')[0]!;
  const json = (value: object) => {
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify(value));
  };
  if (path.endsWith('/content')) {
    reply.setHeader('content-type', 'text/csv');
    return void reply.end('a;file-cited\n');
  }
  if (path.startsWith('/v1/containers')) {
    const [, , , id = 'cntr_new', , file = 'cfile_new'] = path.split('/');
    const one = { id: file, object: 'container.file', container_id: id };
    if (path.endsWith('/files') && seen.method === 'GET') return json({ data: [one], first_id: file });
    return json(path.includes('/files') ? one : { id, object: 'container' });
  }
  if (path === '/v1/files') return json({ id: 'file-up', object: 'file' });
  const name = path === '/v1/messages' ? 'messages' : 'responses';
  if (!seen.body.toString().includes('"stream":true')) return json(name === 'messages' ? message : response);
  reply.setHeader('content-type', 'text/event-stream');
  for (const event of events[name]) {
    reply.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }
  reply.end();
};

const cleanups: (() => void | Promise<void>)[] = [];
const atEnd = { after: (done: () => void | Promise<void>) => void cleanups.push(done) };
after(async () => {
  for (const done of cleanups.reverse()) await done();
});
let backend: TestBackend;
let gateway: Inside;
before(async () => {
  const serves = 'endpoints: { responses: [streaming], messages: [streaming] }';
  backend = await startBackend(atEnd, vendor);
  gateway = await startInside(
    atEnd,
    configText({
      backends: `{ a: { url: "${backend.url}" } }`,
      models: `{ m: { deployments: [ { backend: a, ${serves} } ] } }`,
      keys: `{ test: { secret: ${secret}, endpoints: [all] }, other: { secret: ${other}, endpoints: [all] } }`,
      more: 'stateful: { ids: signed, endpoints: [responses, conversations, files, containers], shared_ids: [vs_ours, file-ours] }',
    }),
  );
});

const call = async (path: string, options?: Parameters<typeof begin>[2]) =>
  readReply(await begin(gateway, path, options));
const sent = () => JSON.parse(backend.seen.at(-1)!.body.toString());
const turn = { model: 'm', input: 'x' };
const says = { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'x' }] };

/** What an answer comes to with each signed id as the vendor gave it. */
function asVendors(text: string): string {
  return text.replace(/(?:[a-z]+[_-])?~g2[\w-]+/g, (id) => vendorsId(id) ?? 'none of ours');
}
const plainIds = /"(?:file-\w+|cfile_1|cntr_1|resp_1|container_01|file_0\d)"/g;

test('ids in answers of models are signed at any depth, whole and streamed, and nothing else is', async () => {
  for (const [path, body, whole, streamed] of [
    ['/v1/responses', turn, response, events.responses],
    ['/v1/messages', says, message, events.messages],
  ] as const) {
    const { text } = await call(path, { body });
    assert.equal(asVendors(text), JSON.stringify(whole));
    const said = path === '/v1/responses' ? ['"file-cited"'] : [];
    assert.deepEqual(text.match(plainIds) ?? [], said, 'the text of the model alone is as it was');
    const stream = await call(path, { body: { ...body, stream: true } });
    const datas = asVendors(stream.text).match(/(?<=^data: ).*/gm)!;
    assert.deepEqual(
      datas,
      streamed.map((event) => JSON.stringify(event)),
    );
    assert.deepEqual(new Set(stream.text.match(plainIds) ?? []), new Set(said));
  }
});

test('what comes back with a turn leads to the vendor’s ids, and nobody else’s are taken', async () => {
  const { json } = await call('/v1/responses', { body: turn });
  const again = { ...turn, input: json.output, tools: json.tools };
  assert.equal((await call('/v1/responses', { body: again })).status, 200);
  assert.deepEqual([sent().input, sent().tools], [output, tools]);
  const said = await call('/v1/messages', { body: says });
  const more = {
    ...says,
    container: said.json.container.id,
    messages: [{ role: 'assistant', content: said.json.content }],
  };
  assert.equal((await call('/v1/messages', { body: more })).status, 200);
  assert.deepEqual([sent().container, sent().messages[0].content], ['container_01', message.content]);

  const asked = backend.seen.length;
  const { container_id } = json.output[1];
  const { file_id } = json.output[0].results[0];
  const raw = { container_id: 'cntr_1', file_id: 'file-found' };
  const altered = { container_id: container_id.slice(0, -2), file_id: `${file_id.slice(0, -1)}!` };
  const own = { container_id, file_id };
  const swapped = { container_id: file_id, file_id: container_id };
  for (const [key, ids] of [
    [secret, raw],
    [secret, altered],
    [secret, swapped],
    [other, own],
  ] as const) {
    for (const body of [
      { ...turn, tools: [{ type: 'code_interpreter', container: ids.container_id }] },
      {
        ...turn,
        tools: [{ type: 'code_interpreter', container: { type: 'auto', file_ids: [ids.file_id] } }],
      },
      { ...turn, tools: [{ type: 'shell', environment: { container_id: ids.container_id } }] },
      { ...turn, input: [{ type: 'code_interpreter_call', container_id: ids.container_id }] },
      { ...turn, input: [{ role: 'user', content: [{ type: 'input_file', file_id: ids.file_id }] }] },
    ]) {
      const refused = await call('/v1/responses', { key, body });
      assert.deepEqual(
        [refused.status, refused.json.error.code],
        [404, 'object_not_found'],
        JSON.stringify(body),
      );
    }
    for (const container of [ids.container_id, { id: ids.container_id, skills: [] }]) {
      assert.equal((await call('/v1/messages', { key, body: { ...says, container } })).status, 404);
    }
    for (const path of [
      ids.container_id,
      `${ids.container_id}/files`,
      `${container_id}/files/${ids.file_id}`,
    ]) {
      assert.equal((await call(`/v1/containers/${path}`, { key })).status, 404, path);
    }
  }
  assert.equal(backend.seen.length, asked, 'nobody was asked');
});

test('vector stores are those that the file shares, and no other', async () => {
  const search = (id: string) => ({ ...turn, tools: [{ type: 'file_search', vector_store_ids: [id] }] });
  assert.equal((await call('/v1/responses', { body: search('vs_ours') })).status, 200);
  assert.deepEqual(sent().tools[0].vector_store_ids, ['vs_ours']);
  const file = {
    ...turn,
    input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file-ours' }] }],
  };
  assert.equal((await call('/v1/responses', { body: file })).status, 200);
  const asked = backend.seen.length;
  const escaped = JSON.stringify(search('vs_theirs')).replace('vector_store', 'vector\\u005fstore');
  for (const body of [search('vs_theirs'), escaped]) {
    const refused = await call('/v1/responses', { body });
    assert.deepEqual([refused.status, refused.json.error.code], [404, 'object_not_found']);
    assert.match(refused.json.error.message, /stateful\.shared_ids/);
  }
  assert.equal(backend.seen.length, asked);
});

test('a container and its files are served to the owner', async () => {
  const file = await call('/v1/files', {
    headers: { 'content-type': 'multipart/form-data; boundary=xx' },
    body: '--xx\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n{}\r\n--xx--\r\n',
  });
  const made = await call('/v1/containers', { body: { name: 'a', file_ids: [file.json.id] } });
  assert.deepEqual([vendorsId(made.json.id), sent().file_ids], ['cntr_new', ['file-up']]);
  const path = `/v1/containers/${made.json.id}`;
  assert.equal((await call(path)).json.id, made.json.id);
  const put = await call(`${path}/files`, { body: { file_id: file.json.id } });
  assert.deepEqual(
    [vendorsId(put.json.id), put.json.container_id, sent().file_id],
    ['cfile_new', made.json.id, 'file-up'],
  );
  const { json } = await call(`${path}/files`);
  assert.deepEqual([json.data[0].id, json.first_id], [put.json.id, put.json.id]);
  const content = await call(`${path}/files/${put.json.id}/content`);
  assert.deepEqual([content.status, content.text], [200, 'a;file-cited\n']);
  assert.equal(backend.seen.at(-1)!.url, '/v1/containers/cntr_new/files/cfile_new/content');
  assert.equal((await call(`${path}/files/${put.json.id}/content`, { key: other })).status, 404);
  const form = await call(`${path}/files`, {
    headers: { 'content-type': 'multipart/form-data; boundary=xx' },
    body: '--xx\r\ncontent-disposition: form-data; name="file_id"\r\n\r\nfile-theirs\r\n--xx--\r\n',
  });
  assert.equal(form.status, 415, 'a form is not read');
});

test('a body of very many ids is refused before all of them are looked at', async () => {
  const one = (await call('/v1/responses', { body: turn })).json.output[1].container_id as string;
  const same = { ...turn, metadata: Array.from({ length: 5000 }, () => one) };
  assert.equal((await call('/v1/responses', { body: same })).status, 200);
  const many = Array.from({ length: 5000 }, (_, place) => `${place}${one}`);
  const refused = await call('/v1/responses', { body: { ...turn, metadata: many } });
  assert.deepEqual([refused.status, refused.json.error.code], [400, 'invalid_value']);
});
