/** Files of batches name objects in their lines: those that are their key's, as the vendor calls them. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Answer, startBackend } from '../../helpers/backend.ts';
import { begin, configText, readReply, secret } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';

const other = 'sk-other-0123456789abcdef';

function vendor(name: string): Answer {
  let made = 0;
  return ({ url }, response) => {
    made += 1;
    const [, , kind = ''] = url.split('/');
    const prefix = { files: 'file-', responses: 'resp_', uploads: 'upload_' }[kind];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: `${prefix}${name}${made}`, status: 'completed', output: [] }));
  };
}

async function start(t: TestContext, endpoints = 'responses, files, batches') {
  const a = await startBackend(t, vendor('a'));
  const b = await startBackend(t, vendor('b'));
  const on = (name: string) => `{ deployments: [ { backend: ${name}, endpoints: { responses: [] } } ] }`;
  const gateway = await startInside(
    t,
    configText({
      backends: `{ a: { url: "${a.url}" }, b: { url: "${b.url}" } }`,
      models: `{ on-a: ${on('a')}, on-b: ${on('b')} }`,
      keys: `{ test: { secret: ${secret}, endpoints: [all] }, other: { secret: ${other}, endpoints: [all] } }`,
      more: `stateful: { ids: signed, endpoints: [${endpoints}], default: { files: a } }`,
    }),
  );
  const call = async (path: string, options?: Parameters<typeof begin>[2]) =>
    readReply(await begin(gateway, path, options));
  const upload = (lines: readonly object[], { key = secret, purpose = 'batch' } = {}) => {
    const file = lines.map((line) => JSON.stringify(line)).join('\n');
    return call('/v1/files', {
      key,
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=xx' },
      body: `--xx\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${file}\r\n--xx\r\ncontent-disposition: form-data; name="purpose"\r\n\r\n${purpose}\r\n--xx--\r\n`,
    });
  };
  const made = async (model: string) =>
    (await call('/v1/responses', { body: { model, input: 'x' } })).json.id;
  return { a, call, upload, made };
}

const line = (body: object) => ({ custom_id: 'first', method: 'POST', url: '/v1/responses', body });

test("what requests of a batch's file name is their key's, and the vendor gets its own ids", async (t) => {
  const { a, upload, made } = await start(t);
  const file = (await upload([{}], { purpose: 'user_data' })).json.id;
  const before = await made('on-a');
  assert.match(`${file} ${before}`, /^file-~g2\S+ resp_~g2\S+$/);
  const input = [{ role: 'user', content: [{ type: 'input_file', file_id: file }] }];
  const lines = [
    line({ model: 'on-a', previous_response_id: before, input }),
    line({ model: 'on-a', input: 'x' }),
  ];
  const sent = await upload(lines);
  assert.equal(sent.status, 200, sent.text);
  const got = a.seen.at(-1)!;
  assert.equal(Number(got.headers['content-length']), got.body.length);
  const [first, second] = String(got.body)
    .split(/\r?\n/)
    .filter((text) => text.startsWith('{'));
  const content = [{ type: 'input_file', file_id: 'file-a1' }];
  const expected = { model: 'on-a', previous_response_id: 'resp_a2', input: [{ role: 'user', content }] };
  assert.deepEqual(JSON.parse(first!).body, expected);
  assert.deepEqual(JSON.parse(second!), lines[1]);

  const counted = a.seen.length;
  const foreign = await upload(lines, { key: other });
  assert.deepEqual([foreign.status, foreign.json.error.code], [404, 'object_not_found']);
  assert.match(foreign.json.error.message, /^A request of the file "first": /);
  const raw = await upload([line({ model: 'on-a', previous_response_id: 'resp_a2', input: 'x' })]);
  assert.deepEqual([raw.status, raw.json.error.code], [404, 'object_not_found']);
  const elsewhere = await upload([
    line({ model: 'on-b', previous_response_id: await made('on-b'), input: 'x' }),
  ]);
  assert.deepEqual([elsewhere.status, elsewhere.json.error.code], [400, 'invalid_value']);
  assert.match(elsewhere.json.error.message, /goes to another place/);
  assert.equal(a.seen.length, counted, 'no backend got such a file in full');
  const text = await upload([line({ previous_response_id: 'resp_a2' })], { purpose: 'user_data' });
  assert.equal(text.status, 200, 'other files hold what they hold');
});

test('the file of a batch does not come in parts, where nobody could look at its lines', async (t) => {
  const { call } = await start(t);
  const begun = (purpose: string) =>
    call('/v1/uploads', { body: { purpose, filename: 'a', bytes: 3, mime_type: 'application/jsonl' } });
  const refused = await begun('batch');
  assert.deepEqual([refused.status, refused.json.error.param], [400, 'purpose']);
  assert.equal((await begun('user_data')).status, 200);
});

test('where no batches are kept files pass as they come', async (t) => {
  const { a, upload } = await start(t, 'responses, files');
  const raw = line({ previous_response_id: 'resp_a2' });
  assert.equal((await upload([raw])).status, 200);
  assert.ok(String(a.seen.at(-1)!.body).includes(JSON.stringify(raw)));
});
