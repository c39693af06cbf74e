/** No route is without key and limit: what holds of one endpoint is looked for at every one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployedEndpoints, endpoints, keptEndpoints } from '../../../src/api/endpoints/index.ts';
import { formOf } from '../../helpers/forms.ts';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';

interface Call {
  readonly name: string;
  readonly path: string;
  readonly method: string;
  readonly body?: string | Buffer;
  readonly type?: string;
}

const json = 'application/json';
const id = 'any-id';

function form(fields: Readonly<Record<string, unknown>>): Pick<Call, 'body' | 'type'> {
  const parts = Object.entries(fields).map(([name, value]) =>
    String(value).startsWith('@')
      ? { name, filename: 'f', content: 'bytes' }
      : { name, content: String(value) },
  );
  return { body: formOf('x', parts), type: 'multipart/form-data; boundary=x' };
}

const deployed: readonly Call[] = deployedEndpoints.map((name) => {
  const { path, sample, body } = endpoints[name];
  const fields = { model: 'm', ...sample.request };
  const sent = body.kind === 'multipart' ? form(fields) : { body: JSON.stringify(fields), type: json };
  return { name, path, method: 'POST', ...sent };
});

const kept: readonly Call[] = keptEndpoints.flatMap((name) =>
  (endpoints[name].operations ?? []).map(({ method, below, body }) => ({
    name,
    path: (endpoints[name].path + below).replaceAll('{id}', id),
    method,
    ...(body.kind === 'streamed' && { body: 'bytes', type: 'application/octet-stream' }),
    ...(body.kind === 'object' && { body: '{}', type: json }),
  })),
);

const own: readonly Call[] = [
  { name: 'ocr', path: '/v1/ocr', method: 'POST', body: '{"model":"m"}', type: json },
  { name: 'upscale', path: '/v1/upscale', method: 'POST', ...form({ model: 'm' }) },
  { name: 'blob', path: `/v1/blobs/${id}?model=m`, method: 'PUT', body: 'bytes', type: 'a/b' },
  { name: 'run', path: '/v1/run/m', method: 'POST', body: '{}', type: json },
  { name: 'jobs', path: `/v1/jobs/${id}`, method: 'GET' },
];

function text(keys: string): string {
  const served = [...deployedEndpoints, 'ocr', 'upscale', 'blob', 'run'].map((name) => `${name}: []`);
  return configText({
    backends: '{ b: { simulator: {} } }',
    models: `{ m: { deployments: [{ backend: b, price: { input: 1, output: 1, per_image: 1, per_request: 1,
      per_minute: 1, per_million_characters: 1, per_search_unit: 1 }, endpoints: { ${served.join(', ')} } }] } }`,
    keys,
    more: `stateful: { ids: signed, endpoints: [responses, conversations, files, batches, message_batches] }
endpoints:
  conversations: { price: { per_request: 1 } }
  files: { price: { per_request: 1 } }
  batches: { price: { per_request: 1 } }
  message_batches: { price: { per_request: 1 } }
  ocr: { path: /v1/ocr }
  upscale: { path: /v1/upscale, body: multipart }
  blob: { path: "/v1/blobs/{id}", methods: [PUT], body: streamed, model: { in: query } }
  run: { path: "/v1/run/{model}" }
  jobs: { path: "/v1/jobs/{id}", methods: [GET], model: { in: none }, backends: [b], price: { per_request: 1 } }`,
  });
}

function send(gateway: TestGateway, { path, method, body, type }: Call, key: string | null) {
  const headers = type === undefined ? {} : { 'content-type': type };
  return gateway.call(path, { method, key, ...(body !== undefined && { body }), headers });
}

const secretOf = (index: number) => `sk-walk-${String(index).padStart(4, '0')}-0123456789`;

test('every endpoint wants a key, that was granted it, within its limits, and is logged', async (t) => {
  const calls = [...deployed, ...kept, ...own];
  const keys = calls.map(
    ({ name }, index) =>
      `k${index}: { secret: ${secretOf(index)}, endpoints: [all, ${name}], rate_limit: { requests: 1/day } }`,
  );
  // Who may call one thing may not call another.
  const ungranted = 'none: { secret: sk-none-0123456789abcdef, endpoints: [completions] }, ';
  const other = 'other: { secret: sk-other-0123456789abcdef, endpoints: [embeddings] }, ';
  const gateway = await startGateway(t, text(`{ ${ungranted}${other}${keys.join(', ')} }`));
  for (const [index, call] of calls.entries()) {
    const what = `${call.method} ${call.path}`;
    assert.equal((await send(gateway, call, null)).status, 401, what);
    const stranger = call.name === 'completions' ? 'sk-other-0123456789abcdef' : 'sk-none-0123456789abcdef';
    const refused = await send(gateway, call, stranger);
    // A list that is open to nobody is not there for those either who may not ask.
    assert.ok(refused.status === 403 || refused.status === 405, `${what}: ${refused.status}`);
    if (refused.status === 405) continue;
    const first = await send(gateway, call, secretOf(index));
    // A backend may find fault with a picture of no bytes; that counts all the same.
    assert.ok([200, 400, 404].includes(first.status), `${what}: ${first.status} ${first.text}`);
    const line = gateway.logs.filter(({ msg }) => msg === 'request').at(-1);
    assert.equal(line?.['endpoint'], call.name, what);
    if (first.status === 404) continue;
    assert.equal((await send(gateway, call, secretOf(index))).status, 429, what);
  }
});
