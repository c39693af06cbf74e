import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { configText, startGateway } from '../helpers/gateway.ts';
import { type Wire, type WireAnswer, wireOver } from '../helpers/wire.ts';

interface Admin {
  open(): Wire;
  /** One request on a connection of its own. */
  call(line: string, more?: string): Promise<WireAnswer>;
}

/** A gateway whose admin listener has no tokens: there is nothing on it but the two probes. */
async function startAdmin(t: TestContext): Promise<Admin> {
  const { gateway } = await startGateway(
    t,
    configText({
      backends: '{ main: { simulator: {} } }',
      models: '{ fast: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] } }',
      more: 'admin: { address: "127.0.0.1:0" }',
    }),
  );
  const { host, port } = gateway.adminAddress!;
  const open = () => {
    const socket = connect({ host, port });
    t.after(() => socket.destroy());
    return wireOver(socket);
  };
  return {
    open,
    call(line, more = '') {
      const wire = open();
      wire.write(`${line} HTTP/1.1\r\nHost: x\r\n${more}\r\n`);
      return wire.answer({ bodiless: line.startsWith('HEAD') });
    },
  };
}

test('the probes answer, with a query and to HEAD too', async (t) => {
  const admin = await startAdmin(t);
  for (const line of ['GET /livez', 'GET /readyz', 'GET /livez?x=1', 'HEAD /livez', 'HEAD /readyz']) {
    const answer = await admin.call(line);
    assert.equal(answer.status, 200, line);
    assert.match(answer.headers['content-type'] ?? '', /^text\/plain/);
  }
});

test('without tokens nothing else exists', async (t) => {
  const admin = await startAdmin(t);
  for (const path of [
    '/',
    '/metrics',
    '/status',
    '/dashboard',
    '/api/keys',
    '/livez/',
    '/LIVEZ',
    '//livez',
    '/%6civez',
    '/v1/models',
  ]) {
    for (const more of ['', 'Authorization: Bearer anything-of-sixteen\r\n']) {
      const answer = await admin.call(`GET ${path}`, more);
      assert.equal(answer.status, 404, path);
      const { message: _, ...error } = answer.json.error;
      assert.deepEqual(error, { type: 'invalid_request_error', code: 'unknown_path' });
    }
  }
});

test('a page that a token would show says that there is none', async (t) => {
  const admin = await startAdmin(t);
  const { json } = await admin.call('GET /metrics');
  assert.match(
    json.error.message,
    /set `admin\.token`, `admin\.read_token`, `admin\.content_token` or `admin\.oidc`/,
  );
});

test('a probe is asked with GET or HEAD', async (t) => {
  const admin = await startAdmin(t);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
    const answer = await admin.call(`${method} /livez`);
    assert.equal(answer.status, 405, method);
    assert.equal(answer.headers['allow'], 'GET, HEAD');
  }
});

for (const [what, bytes] of [
  ['no HTTP', '\0\0\0\0\r\n\r\n'],
  ['two lengths', 'GET /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ['a chunk that is none', 'POST /livez HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n'],
] as const) {
  test(`${what} ends the connection and nothing else`, async (t) => {
    const admin = await startAdmin(t);
    const wire = admin.open();
    wire.write(bytes);
    const { status } = await wire.answer();
    assert.ok(status === 400 || status === 405, String(status));
    await wire.ended();
    assert.equal((await admin.call('GET /livez')).status, 200);
  });
}

test('headers over the limit are a 431', async (t) => {
  const admin = await startAdmin(t);
  assert.equal((await admin.call('GET /livez', `X: ${'x'.repeat(20_000)}\r\n`)).status, 431);
});
