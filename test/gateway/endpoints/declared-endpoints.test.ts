/** Endpoints that a configuration declares, through a running gateway. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, startBackend } from '../../helpers/backend.ts';
import { configText, startGateway } from '../../helpers/gateway.ts';

const used = { usage: { prompt_tokens: 7 }, usage_info: { pages_processed: 3 } };

const answer: Answer = ({ url }, response) => {
  if (url.startsWith('/v1/broken')) {
    response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
  } else if (url.startsWith('/v1/upscale')) {
    response.writeHead(200, { 'content-type': 'image/png' }).end('png');
  } else if (url.startsWith('/v1/told')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: {"part":1}\n\ndata: ${JSON.stringify({ type: 'told.end', ...used })}\n\n`);
  } else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(used));
};

function text(
  backend: string,
  keys = '{ test: { secret: sk-test-0123456789abcdef, endpoints: [all, jobs] } }',
) {
  return configText({
    backends: `{ b: { url: "${backend}" }, c: { url: "${backend}" } }`,
    models: `{ m: { deployments: [
      { backend: b, model: "up/m", price: { input: 1, output: 1, per_unit: { pages: 0.5 }, per_request: 0 },
        endpoints: { ocr: [vision], upscale: [], blob: [], run: [], head: [], told: [], broken: [], once: [] } },
      { backend: c, priority: 1, endpoints: { broken: [], once: [] } } ] } }`,
    keys,
    more: `endpoints:
  ocr: { path: /v1/ocr, usage: { input: /usage/prompt_tokens, pages: /usage_info/pages_processed } }
  upscale: { path: /v1/upscale, body: multipart, answer: [binary], model: { field: modelName } }
  blob: { path: "/v1/blobs/{id}", methods: [PUT], body: streamed, model: { in: query }, max_body: 8B }
  jobs: { path: "/v1/jobs/{id}/state", methods: [GET], model: { in: none }, backends: [b], price: { per_request: 0.25 } }
  run: { path: "/v1/run/{model}/now", model: { in: path } }
  head: { path: /v1/head, body: none, model: { in: header, default: m } }
  told: { path: /v1/told, answer: [json, events], events: { terminal: told.end }, usage: { pages: /usage_info/pages_processed }, family: anthropic }
  broken: { path: /v1/broken, model: { field: engineName } }
  once: { path: /v1/broken/once, failover: none }`,
  });
}

const oneByte = Buffer.from([0xff, 0x00, 0x01]);

/** What a backend may answer where the entry has `answer: [json, events, binary]`: type, body, what the client gets. */
const ofEachKind: readonly (readonly [type: string | undefined, body: Buffer, kind: string])[] = [
  ['application/json', Buffer.from(JSON.stringify(used)), 'json'],
  ['application/json', Buffer.from('[1, 2]'), 'json'],
  ['application/json', Buffer.from('"text"'), 'json'],
  ['text/event-stream', Buffer.from('data: 1\n\ndata: [DONE]\n\n'), 'events'],
  ['application/octet-stream', oneByte, 'binary'],
  ['image/png', oneByte, 'binary'],
  ['text/plain', Buffer.from('some text'), 'binary'],
  ['text/plain', Buffer.from('data: 1\n\ndata: [DONE]\n\n'), 'events'],
  [undefined, oneByte, 'binary'],
  [undefined, Buffer.from(JSON.stringify(used)), 'json'],
];

test('what the entry of an endpoint names is taken for an answer, however it was asked for', async (t) => {
  let now = ofEachKind[0]!;
  const backend = await startBackend(t, (_, response) => {
    const [type, body] = now;
    response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body);
  });
  const kinds = ['json', 'events', 'binary'];
  const names = kinds.flatMap((first) => [[first], [first, ...kinds.filter((one) => one !== first)]]);
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ b: { url: "${backend.url}" } }`,
      models: `{ m: { deployments: [{ backend: b, endpoints: { ${names.map((_, at) => `e${at}: []`).join(', ')} } }] } }`,
      keys: '{ test: { secret: sk-test-0123456789abcdef, endpoints: [all] } }',
      more: `endpoints:\n${names.map((answer, at) => `  e${at}: { path: /v1/e${at}, answer: [${answer.join(', ')}] }`).join('\n')}\n`,
    }),
  );
  for (const [at, answer] of names.entries()) {
    for (now of ofEachKind) {
      const [type, body, kind] = now;
      for (const stream of [false, true]) {
        if (!answer.includes(kind) || (stream && !answer.includes('events'))) continue;
        const reply = await gateway.call(`/v1/e${at}`, { body: { model: 'm', stream } });
        const said = `${answer} ${type} ${body} stream: ${stream}`;
        if (answer.length === 3) assert.deepEqual([reply.status, reply.text], [200, body.toString()], said);
        else assert.equal(reply.status, 200, said);
      }
    }
  }
  now = ['image/png', oneByte, 'binary'];
  assert.equal((await gateway.call('/v1/e0', { body: { model: 'm' } })).json.error.code, 'upstream_invalid');
});

function last<T>(list: readonly T[]): T {
  return list[list.length - 1]!;
}

test('the model is replaced where the endpoint names it, and all else of a body is as it came', async (t) => {
  const backend = await startBackend(t, answer);
  const gateway = await startGateway(t, text(backend.url));
  const sent = '{ "model" : "m", "tags": ["mine"], "models": 3, "stream": "yes", "document": {"a": 1}}';
  const reply = await gateway.call('/v1/ocr?x=1', { body: sent });
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(reply.json, used);
  assert.equal(last(backend.seen).body.toString(), sent.replace('"m"', '"up/m"'));
  assert.equal(last(backend.seen).url, '/v1/ocr?x=1');
  const line = last(gateway.logs.filter(({ msg }) => msg === 'request'));
  assert.equal(line['endpoint'], 'ocr');
  // Tokens that were reported and have a price settle before units.
  assert.equal(line['cost_usd'], 0.000007);
});

test('a form, a query, a header and a path name the model too, and ids go on as they came', async (t) => {
  const backend = await startBackend(t, answer);
  const gateway = await startGateway(t, text(backend.url));
  const form =
    '--x\r\nContent-Disposition: form-data; name="modelName"\r\n\r\nm\r\n' +
    '--x\r\nContent-Disposition: form-data; name="tags"\r\n\r\nmine\r\n--x--\r\n';
  const upscaled = await gateway.call('/v1/upscale', {
    body: form,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  assert.equal(upscaled.text, 'png');
  assert.equal(last(backend.seen).body.toString(), form.replace('\r\n\r\nm\r\n', '\r\n\r\nup/m\r\n'));

  const put = { method: 'PUT', body: 'bytes', headers: { 'content-type': 'application/x-tar' } };
  assert.equal((await gateway.call('/v1/blobs/a-1?v=%20&model=m', put)).status, 200);
  assert.equal(last(backend.seen).url, '/v1/blobs/a-1?v=%20&model=up%2Fm');
  assert.equal(last(backend.seen).method, 'PUT');
  assert.equal(last(backend.seen).body.toString(), 'bytes');
  assert.equal(
    (await gateway.call('/v1/blobs/a-1?model=m', { ...put, body: 'more than eight' })).status,
    413,
  );
  assert.equal((await gateway.call('/v1/blobs/a-1', put)).json.error.param, 'model');

  assert.equal((await gateway.call('/v1/run/m/now', { body: {} })).status, 200);
  assert.equal(last(backend.seen).url, '/v1/run/up%2Fm/now');
  assert.equal(last(backend.seen).body.toString(), '{}');

  assert.equal((await gateway.call('/v1/head', { method: 'POST' })).status, 200);
  assert.equal(last(backend.seen).headers['x-model'], 'up/m');
  assert.equal(
    (await gateway.call('/v1/head', { method: 'POST', headers: { 'x-model': 'nobody' } })).status,
    404,
  );
});

test('requests without a model go to the backends of the endpoint, for keys that list it by name', async (t) => {
  const backend = await startBackend(t, answer);
  const keys =
    '{ test: { secret: sk-test-0123456789abcdef, endpoints: [jobs] }, all: { secret: sk-every-0123456789abcdef, endpoints: [all] } }';
  const gateway = await startGateway(t, text(backend.url, keys));
  assert.equal((await gateway.call('/v1/jobs/j1/state?full=1')).status, 200);
  assert.equal(last(backend.seen).url, '/v1/jobs/j1/state?full=1');
  const line = last(gateway.logs.filter(({ msg }) => msg === 'request'));
  assert.deepEqual([line['endpoint'], line['deployment'], line['cost_usd']], ['jobs', 'b', 0.25]);
  const refused = await gateway.call('/v1/jobs/j1/state', { key: 'sk-every-0123456789abcdef' });
  assert.equal(refused.status, 403);
  assert.equal((await gateway.call('/v1/jobs/j1/state', { method: 'DELETE' })).headers['allow'], 'GET');
});

test('a stream ends with the event that says so, with what was used', async (t) => {
  const backend = await startBackend(t, answer);
  const gateway = await startGateway(t, text(backend.url));
  const reply = await gateway.call('/v1/told', { body: { model: 'm', stream: true } });
  assert.ok(reply.complete);
  assert.match(reply.text, /told\.end/);
  assert.equal(last(gateway.logs.filter(({ msg }) => msg === 'request'))['cost_usd'], 1.5);
  const refused = await gateway.call('/v1/told', { key: null, body: {} });
  assert.equal(refused.json.type, 'error');
});

test('another deployment of the model answers, unless there is one attempt', async (t) => {
  const backend = await startBackend(t, answer);
  const gateway = await startGateway(t, text(backend.url));
  await gateway.call('/v1/broken', { body: { engineName: 'm' } });
  assert.equal(backend.seen.length, 2);
  assert.equal(last(backend.seen).body.toString(), '{"engineName":"m"}');
  await gateway.call('/v1/broken/once', { body: { model: 'm' } });
  assert.equal(backend.seen.length, 3);
});

test('tags come in the header, and what a request lacks or has wrong is told', async (t) => {
  const backend = await startBackend(t, answer);
  const gateway = await startGateway(t, text(backend.url));
  const headers = { 'x-router-tags': 'ocr:vision' };
  assert.equal((await gateway.call('/v1/ocr', { body: { model: 'm' }, headers })).status, 200);
  const unmet = await gateway.call('/v1/ocr', {
    body: { model: 'm' },
    headers: { 'x-router-tags': 'ocr:streaming' },
  });
  assert.match(unmet.json.error.message, /has `ocr:streaming`/);
  for (const [body, message] of [
    ['{}', /`model` is missing; name the model to use in the field `model` of the body/],
    ['{"model":3}', /`model` must be a string/],
    ['{"model":"m","model":"m"}', /occurs twice/],
    ['{"Model":"m","model":"m"}', /but for its case/],
  ] as const) {
    const reply = await gateway.call('/v1/ocr', { body });
    assert.equal(reply.status, 400, body);
    assert.match(reply.json.error.message, message);
  }
  assert.equal(backend.seen.length, 1);
});

test('a field that is the one with the model but for its case is refused, whatever case that has', async (t) => {
  const backend = await startBackend(t, answer);
  const gateway = await startGateway(t, text(backend.url));
  for (const name of ['enginename', 'EngineName', 'ENGINENAME', 'engin\\u0065name']) {
    const body = `{"${name}":"secret","engineName":"m"}`;
    const reply = await gateway.call('/v1/broken', { body });
    assert.equal(reply.status, 400, name);
    assert.match(reply.json.error.message, /`engineName` but for its case; name it `engineName`/);
  }
  for (const name of ['modelname', 'MODELNAME', 'modelname[]']) {
    const part = (field: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`;
    const body = `${part(name, 'secret')}${part('modelName', 'm')}--x--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const reply = await gateway.call('/v1/upscale', { body, headers });
    assert.equal(reply.status, 400, name);
    assert.match(reply.json.error.message, /`modelName` but for its spelling/);
  }
  assert.equal(backend.seen.length, 0);
});
