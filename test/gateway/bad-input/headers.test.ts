import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Seen } from '../../helpers/backend.ts';
import { secret } from '../../helpers/gateway.ts';
import { type WireAnswer, wireOver } from '../../helpers/wire.ts';
import {
  auth,
  badInput,
  chatBody,
  chunk,
  framed,
  get,
  host,
  jsonType,
  post,
  type Row,
  startTable,
} from './table.ts';

const bad = { status: 400, error: { code: 'bad_request' }, ends: true } as const;
const invalidKey = {
  status: 401,
  error: {
    code: 'invalid_api_key',
    message: /^The API key is not valid; check it with the operator of this gateway\.$/,
  },
  headers: { 'www-authenticate': 'Bearer' },
} as const;
const missingKey = {
  status: 401,
  error: { code: 'missing_api_key' },
  headers: { 'www-authenticate': 'Bearer' },
} as const;

/** A GET of the model list with these header lines and no other but Host. */
const only = (lines: string, target = '/v1/models') => `GET ${target} HTTP/1.1\r\n${host}${lines}\r\n`;

const hosts: readonly Row[] = [
  { input: 'two equal Host', bytes: get(host), ...bad },
  { input: 'two different Host', bytes: get('Host: other\r\n'), ...bad },
  ...['user@localhost', 'localhost/path', 'localhost?x', 'localhost#x', 'local host'].map((value) => ({
    input: `Host: ${value}`,
    bytes: `GET /v1/models HTTP/1.1\r\nHost: ${value}\r\n${auth}\r\n`,
    ...bad,
  })),
  {
    input: 'a Host that is not ours, which says nothing here',
    bytes: `GET /v1/models HTTP/1.1\r\nHost: [::1]:8443\r\n${auth}\r\n`,
    status: 200,
  },
];

const keys: readonly Row[] = [
  { input: 'two equal Authorization', bytes: get(auth), ...invalidKey },
  { input: 'two different Authorization', bytes: get('Authorization: Bearer other\r\n'), ...invalidKey },
  ...['', 'Bearer', 'Bearer '].map((value) => ({
    input: `Authorization: ${value}, which is none`,
    bytes: only(`Authorization: ${value}\r\n`),
    ...missingKey,
  })),
  ...[
    secret,
    `Basic ${secret}`,
    `Token ${secret}`,
    `Bearer ${secret},Bearer ${secret}`,
    `Bearer ${secret}, Bearer ${secret}`,
    `Bearer\t${secret}`,
    `Bearer ${secret} ${secret}`,
    `Bearer ${secret}x`,
    `Bearer ${secret.slice(0, -1)}`,
    `Bearer ${secret.toUpperCase()}`,
    `Bearer "${secret}"`,
    'Bearer schlüssel',
    `Bearer ${'x'.repeat(600)}`,
  ].map((value) => ({
    input: `Authorization: ${value.replaceAll(secret, 'KEY').slice(0, 60)}`,
    bytes: Buffer.from(only(`Authorization: ${value}\r\n`), 'utf8'),
    ...invalidKey,
  })),
  ...[`bearer ${secret}`, `BEARER  ${secret}`].map((value) => ({
    input: `Authorization: ${value.replace(secret, 'KEY')}, which is allowed`,
    bytes: only(`Authorization: ${value}\r\n`),
    status: 200,
  })),
];

const places: readonly Row[] = [
  { input: 'a key in the query', bytes: only('', `/v1/models?api_key=${secret}`), ...missingKey },
  {
    input: 'x-api-key where its family has no endpoint',
    bytes: `POST /v1/chat/completions HTTP/1.1\r\n${host}x-api-key: ${secret}\r\n${jsonType}Content-Length: 2\r\n\r\n{}`,
    ...missingKey,
  },
  {
    input: 'x-api-key on the model list, which is allowed',
    bytes: only(`x-api-key: ${secret}\r\n`),
    status: 200,
  },
  {
    input: 'x-api-key on messages, which is allowed',
    bytes: `POST /v1/messages HTTP/1.1\r\n${host}X-API-Key: ${secret}\r\n${jsonType}Content-Length: ${chatBody.length}\r\n\r\n${chatBody}`,
    status: 200,
    reaches: 1,
  },
  {
    input: 'x-api-key below messages, which is allowed',
    bytes: only(`x-api-key: ${secret}\r\n`, '/v1/messages/batches'),
    status: 404,
    error: { code: 'unknown_path', type: 'not_found_error' },
    family: 'anthropic',
  },
  {
    input: 'both headers with the same key, which is allowed',
    bytes: get(`x-api-key: ${secret}\r\n`),
    status: 200,
  },
  {
    input: 'both headers with different keys',
    bytes: get('x-api-key: other\r\n'),
    ...invalidKey,
    error: { ...invalidKey.error, message: /^Two API keys came/ },
  },
  { input: 'an empty x-api-key beside a good bearer', bytes: get('x-api-key:\r\n'), status: 200 },
  {
    input: 'an empty Authorization beside a good x-api-key',
    bytes: only(`Authorization: Bearer \r\nx-api-key: ${secret}\r\n`),
    status: 200,
  },
  {
    input: 'an empty Authorization beside a good one',
    bytes: only(`Authorization:\r\nAuthorization: Bearer ${secret}\r\n`),
    status: 200,
  },
  {
    input: 'two equal x-api-key',
    bytes: only(`x-api-key: ${secret}\r\nx-api-key: ${secret}\r\n`),
    ...invalidKey,
  },
  {
    input: 'a bad x-api-key beside a good Authorization where only the second counts',
    bytes: post(chatBody, 'x-api-key: other\r\n'),
    status: 200,
    reaches: 1,
  },
  { input: 'x_api_key', bytes: only(`x_api_key: ${secret}\r\n`), ...missingKey },
  {
    input: 'a key that is not valid, on messages',
    bytes: `POST /v1/messages HTTP/1.1\r\n${host}x-api-key: wrong\r\nContent-Length: 0\r\n\r\n`,
    ...invalidKey,
    error: { ...invalidKey.error, type: 'authentication_error' },
    family: 'anthropic',
  },
];

const manyHeaders = (count: number) =>
  Array.from({ length: count }, (_, index) => `X-${index}: 1\r\n`).join('');

const sizes: readonly Row[] = [
  { input: '100 headers, which are allowed', bytes: get(manyHeaders(98)), status: 200 },
  {
    input: '101 headers',
    bytes: get(manyHeaders(99)),
    status: 431,
    error: { code: 'headers_too_large' },
    ends: true,
  },
  {
    input: '2,500 headers',
    bytes: get('X: \r\n'.repeat(2500)),
    status: 431,
    error: { code: 'headers_too_large' },
    ends: true,
  },
  {
    input: 'one header of more than 16 KiB',
    bytes: get(`X-Long: ${'x'.repeat(17_000)}\r\n`),
    status: 431,
    error: { code: 'headers_too_large' },
    ends: true,
  },
  {
    input: 'headers of 1 MB',
    bytes: get(`X-Long: ${'x'.repeat(1_000_000)}\r\n`),
    status: 431,
    error: { code: 'headers_too_large' },
    ends: true,
  },
];

const tooManyTags = Array.from({ length: 1000 }, (_, index) => `t${index}`).join(',');
const tags: readonly Row[] = [
  {
    input: '1,000 tags in the header',
    bytes: post(chatBody, `x-router-tags: ${tooManyTags}\r\n`),
    status: 400,
    error: { code: 'invalid_value', param: 'tags', message: /x-router-tags/ },
  },
  {
    input: 'a tag of 65 bytes',
    bytes: post(chatBody, `x-router-tags: ${'x'.repeat(65)}\r\n`),
    status: 400,
    error: { code: 'invalid_value', param: 'tags' },
  },
  {
    input: 'the same tag 1,000 times with empty items, which is one tag',
    bytes: post(chatBody, `x-router-tags: ${'streaming, ,'.repeat(1000)}\r\n`),
    status: 503,
    error: { code: '503', type: 'None' },
    headers: { 'x-should-retry': 'false' },
  },
  {
    input: 'a tag that nobody knows',
    bytes: post(chatBody, 'x-router-tags: nothing\r\n'),
    status: 503,
    error: { code: '503', type: 'None', message: /`nothing` is not a known tag/ },
  },
  {
    input: 'empty items alone, which ask for nothing',
    bytes: post(chatBody, 'x-router-tags: , ,,\r\n'),
    status: 200,
    reaches: 1,
  },
  ...['x_router_tags', 'x.router.tags'].map((name) => ({
    input: `${name}, which is not read`,
    bytes: post(chatBody, `${name}: nothing\r\n`),
    status: 200,
    reaches: 1,
  })),
];

badInput('a Host that could be read differently is refused', hosts);
// In tables of their own: an address that shows too many bad keys in a second is throttled.
badInput('a key has one form', keys);
badInput('a key is taken from one place', places);
badInput('headers have a size and a number', sizes);
badInput('tags in the header are bounded', tags);

/** What the backend gets of header lines that a client sends with a sound request. */
async function forwarded(t: TestContext, lines: string): Promise<{ seen: Seen; answer: WireAnswer }> {
  const { gateway, backend } = await startTable(t);
  const wire = wireOver(await gateway.connect());
  wire.write(post(chatBody, lines));
  const answer = await wire.answer();
  wire.socket.destroy();
  assert.equal(answer.status, 200);
  return { seen: backend.seen[0]!, answer };
}

for (const connection of [
  'x-request-id, authorization, x-forwarded-for, x-hop',
  'X-Request-ID,AUTHORIZATION,X-Forwarded-For,X-HOP',
  'keep-alive, api-key, content-length, x-hop',
]) {
  test(`Connection: ${connection} takes nothing away that the gateway adds`, async (t) => {
    const { seen, answer } = await forwarded(
      t,
      `Connection: ${connection}\r\nX-Hop: 1\r\nX-Request-ID: mine\r\n`,
    );
    assert.equal(seen.headers['x-hop'], undefined);
    assert.equal(seen.headers['x-request-id'], 'mine');
    assert.equal(seen.headers['api-key'], 'credential');
    assert.equal(seen.headers['content-length'], String(seen.body.length));
    assert.equal(answer.headers['x-request-id'], 'mine');
  });
}

for (const line of [
  'X-Forwarded-For: 1.2.3.4',
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Anything: 1',
  'Forwarded: for=1.2.3.4',
  'X-Real-IP: 1.2.3.4',
  'Via: 1.1 x',
  'Cookie: a=b',
  'Proxy-Authorization: Basic x',
  'Proxy-Connection: keep-alive',
  'Keep-Alive: timeout=5',
  'TE: trailers',
  'Trailer: X-Late',
  'Range: bytes=0-1',
  'If-None-Match: "x"',
  'Cache-Control: no-cache',
  'x-api-key: other',
  'Api-Key: stolen',
  'API_KEY: stolen',
  'OpenAI-Organization: org',
  'OpenAI-Project: p',
  'x-router-tags: chat_completions:streaming',
  'HTTP-Referer: https://app.example',
  'X-Title: App',
  'X_Forwarded_For: 1.2.3.4',
  'X.Forwarded.For: 1.2.3.4',
  'x_router_tags: nothing',
  'X.Request.ID: theirs',
  'X_Request_ID: theirs',
  'content_type: text/plain',
  'content_length: 1',
  'transfer_encoding: chunked',
  '__proto__: x',
]) {
  test(`${line} does not reach the backend`, async (t) => {
    const { seen } = await forwarded(t, `${line}\r\n`);
    const { 'x-request-id': id, host: _host, 'content-length': _length, ...rest } = seen.headers;
    assert.notEqual(id, 'theirs');
    assert.deepEqual(rest, {
      'accept-encoding': 'identity',
      'api-key': 'credential',
      connection: 'keep-alive',
      'content-type': 'application/json',
      'x-gateway-hops': '1', // the backend is on this host
    });
  });
}

test('headers that are named like parts of an object are headers', async (t) => {
  const { seen } = await forwarded(t, 'constructor: a\r\nprototype: b\r\ntoString: c\r\nconstructor: d\r\n');
  assert.equal(seen.headers['constructor'], 'a, d');
  assert.equal(seen.headers['prototype'], 'b');
  assert.equal(seen.headers['tostring'], 'c');
});

test('a field that is sent twice arrives as one list', async (t) => {
  const { seen } = await forwarded(t, 'anthropic-beta: a\r\nAnthropic-Beta: b\r\n');
  assert.equal(seen.headers['anthropic-beta'], 'a, b');
});

for (const [what, lines] of [
  ['with a space', 'X-Request-ID: a b\r\n'],
  ['with a quote', 'X-Request-ID: a"b\r\n'],
  ['with a comma', 'X-Request-ID: a,b\r\n'],
  ['with a slash', 'X-Request-ID: a/b\r\n'],
  ['that is not ASCII', 'X-Request-ID: a\u00e9\r\n'],
  ['of 129 characters', `X-Request-ID: ${'x'.repeat(129)}\r\n`],
  ['that is empty', 'X-Request-ID: \r\n'],
  ['that is sent twice', 'X-Request-ID: one\r\nX-Request-ID: one\r\n'],
] as const) {
  test(`a request id ${what} is replaced`, async (t) => {
    const { seen, answer } = await forwarded(t, lines);
    const id = answer.headers['x-request-id'];
    assert.match(id ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(seen.headers['x-request-id'], id);
  });
}

test('a request id of 128 harmless characters is kept', async (t) => {
  const id = 'aZ0._:-'.padEnd(128, 'x');
  const { seen, answer } = await forwarded(t, `x-request-id: ${id}\r\n`);
  assert.equal(answer.headers['x-request-id'], id);
  assert.equal(seen.headers['x-request-id'], id);
});

test('trailers do not reach the backend', async (t) => {
  const { gateway, backend } = await startTable(t);
  const wire = wireOver(await gateway.connect());
  wire.write(
    framed(
      'Transfer-Encoding: chunked\r\nTrailer: X-Late\r\n',
      `${chunk(chatBody)}0\r\nX-Late: 1\r\nAuthorization: Bearer x\r\n\r\n`,
    ),
  );
  assert.equal((await wire.answer()).status, 200);
  wire.socket.destroy();
  const { headers, body } = backend.seen[0]!;
  assert.equal(headers['x-late'], undefined);
  assert.equal(headers['authorization'], undefined);
  assert.equal(headers['content-length'], String(body.length));
  assert.equal(headers['transfer-encoding'], undefined);
});
