import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptEndpoints } from '../../../src/api/endpoints/index.ts';
import { type Answer, startBackend } from '../../helpers/backend.ts';
import { begin, configText, type Reply, readReply, secret } from '../../helpers/gateway.ts';
import { type Cleanup, type Inside, startInside } from '../../helpers/inside.ts';

const other = 'sk-other-0123456789abcdef';

/** Makes whatever is asked for, and has whatever is asked about. */
const account: Answer = (seen, response) => {
  const [, , ...steps] = seen.url.split('?')[0]!.split('/');
  const at = steps[0] === 'messages' ? 2 : 1;
  const id = steps[at] ?? `${steps.slice(0, at).join('_')}-7f3a`;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ id, status: 'completed', output: [] }));
};

function start(t: Cleanup, urls: Readonly<Record<string, string>>): Promise<Inside> {
  const served = 'endpoints: { messages: [], responses: [] }';
  const [first] = Object.keys(urls);
  return startInside(
    t,
    configText({
      backends: `{ ${Object.entries(urls).map(([name, url]) => `${name}: { url: "${url}" }`)} }`,
      models: `{ m: { deployments: [ ${Object.keys(urls).map((name) => `{ backend: ${name}, ${served} }`)} ] } }`,
      keys: `{ test: { secret: ${secret}, endpoints: [all] }, other: { secret: ${other}, endpoints: [all] } }`,
      more: `stateful: { ids: signed, endpoints: [responses, conversations, files, anthropic_files, batches, message_batches, containers], default: { conversations: ${first}, files: ${first}, anthropic_files: ${first}, message_batches: ${first}, containers: ${first} } }`,
    }),
  );
}

const form = {
  headers: { 'content-type': 'multipart/form-data; boundary=xx' },
  body: '--xx\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n{}\r\n--xx--\r\n',
};
const call = async (gateway: Inside, path: string, options?: Parameters<typeof begin>[2]): Promise<Reply> =>
  readReply(await begin(gateway, path, options));

interface Made {
  readonly path: string;
  readonly id: string;
  /** What clients of its vendor say. */
  readonly headers?: Readonly<Record<string, string>>;
}

const ofAnthropic = { 'anthropic-version': '2023-06-01' };

/** One object of each kind that backends keep, and where it is found. */
async function makeAll(gateway: Inside): Promise<readonly Made[]> {
  const made: Made[] = [];
  const make = async (
    path: string,
    options: Parameters<typeof begin>[2],
    headers?: Readonly<Record<string, string>>,
  ) => {
    const { status, json, text } = await call(gateway, path, options);
    assert.equal(status, 200, `${path}: ${text}`);
    assert.match(json.id, /~g2[A-Za-z0-9_-]{51,}$/, path);
    made.push({ path, id: json.id, ...(headers !== undefined && { headers }) });
    return json.id as string;
  };
  await make('/v1/responses', { body: { model: 'm', input: 'x' } });
  await make('/v1/conversations', { body: {} });
  const file = await make('/v1/files', form);
  await make('/v1/files', { ...form, headers: { ...form.headers, ...ofAnthropic } }, ofAnthropic);
  await make('/v1/batches', {
    body: { input_file_id: file, endpoint: '/v1/responses', completion_window: '24h' },
  });
  const params = { model: 'm', max_tokens: 1, messages: [] };
  await make('/v1/messages/batches', { body: { requests: [{ custom_id: 'a', params }] } });
  await make('/v1/uploads', { body: { filename: 'a', bytes: 2, purpose: 'user_data' } });
  await make('/v1/containers', { body: { name: 'a', file_ids: [file] } });
  assert.equal(made.length, keptEndpoints.length);
  return made;
}

/** The call about an object that every kind has, or nearly every one. */
const about = (
  { path, headers = {} }: Made,
  id: string,
): readonly [string, { method?: string; headers: Readonly<Record<string, string>> }] =>
  path === '/v1/uploads'
    ? [`${path}/${id}/cancel`, { method: 'POST', headers }]
    : [`${path}/${id}`, { headers }];

test('an id in which one character is another is no id, whatever it stands for, and nobody is asked', async (t) => {
  const backend = await startBackend(t, account);
  const gateway = await start(t, { a: backend.url });
  for (const one of await makeAll(gateway)) {
    const { path, id } = one;
    assert.equal((await call(gateway, ...about(one, id))).status, 200, path);
    const asked = backend.seen.length;
    for (let place = 0; place < id.length; place += 1) {
      const char = id[place] === 'A' ? 'B' : 'A';
      const altered = id.slice(0, place) + char + id.slice(place + 1);
      const { status, json } = await call(gateway, ...about(one, altered));
      assert.equal(status, 404, altered);
      assert.equal(json.error.code, 'object_not_found', altered);
    }
    assert.equal(backend.seen.length, asked, path);
  }
});

test("an id is nothing to another key, and one of a backend that is gone is nothing to its owner's", async (t) => {
  const a = await startBackend(t, account);
  const b = await startBackend(t, account);
  const before = await start(t, { b: b.url });
  const made = await makeAll(before);
  const after = await start(t, { a: a.url });
  const asked = b.seen.length;
  for (const one of made) {
    const { path, id } = one;
    const [where, method] = about(one, id);
    const how = { ...method, headers: { ...method.headers, 'x-request-id': 'same' } };
    const foreign = await call(before, where, { ...how, key: other });
    const gone = await call(after, where, how);
    const unsigned = await call(after, where.replace(/~g2[^/]+/, 'unsigned'), how);
    assert.deepEqual([foreign.status, foreign.json.error.code], [404, 'object_not_found'], path);
    assert.deepEqual([gone.status, gone.text], [404, foreign.text], 'what is wrong does not show');
    assert.deepEqual([unsigned.status, unsigned.text], [404, foreign.text]);
  }
  assert.deepEqual([a.seen.length, b.seen.length], [0, asked]);
});
