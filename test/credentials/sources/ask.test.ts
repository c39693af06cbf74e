import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { ask, type Question } from '../../../src/credentials/sources/ask.ts';
import { tokenOf } from '../../../src/credentials/sources/token-answer.ts';
import { startBackend } from '../../helpers/backend.ts';
import { certificateFor } from '../../helpers/certificate.ts';
import { failureOf } from '../../helpers/no-secret.ts';
import { freePort } from '../../helpers/ports.ts';
import {
  htmlPage,
  redirectTo,
  startTokenEndpoint,
  type TokenBehaviour,
} from '../../helpers/token-endpoint.ts';

const canary = 'canary_in_the_answer';
const shown = 'canary_that_was_sent';

const question = (url: string): Question => ({
  method: 'POST',
  url,
  urlFrom: 'token_url',
  headers: { authorization: `Basic ${shown}`, 'x-key': 'canary_of_a_header' },
  body: `client_secret=${shown}`,
  plainHttp: 'loopback',
  secrets: [shown],
});

const soon = () => AbortSignal.timeout(10_000);

async function renew(url: string, signal = soon()) {
  const answer = await ask(question(url), signal);
  return tokenOf(answer, { nowMs: Date.now(), subject: undefined });
}

test('whatever is no token is told by its kind, without a byte of it', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  const { origin } = endpoint;
  const raw = (body: string, headers: Record<string, string> = {}, status = 200): TokenBehaviour => ({
    kind: 'raw',
    status,
    headers,
    body,
  });
  const json = { 'content-type': 'application/json' };
  const fail = (status: number, error?: string, description?: string): TokenBehaviour => ({
    kind: 'fail',
    status,
    ...(error !== undefined && { error }),
    ...(description !== undefined && { description }),
  });
  const cases: readonly [TokenBehaviour, string, boolean, string | RegExp][] = [
    [
      htmlPage(canary),
      'invalid_answer',
      false,
      `${origin} answered 200 with what is no JSON object (text/html): is it a token endpoint?`,
    ],
    [
      raw(canary, { 'content-type': `application/${canary}` }),
      'invalid_answer',
      false,
      /200 with what is no JSON object \(another type\)/,
    ],
    [raw(''), 'invalid_answer', false, /200 with what is no JSON object \(no type\)/],
    [raw(`["${canary}"]`, json), 'invalid_answer', false, /no JSON object \(application\/json\)/],
    [raw(`{"access_token":"${canary}`, json), 'invalid_answer', false, /no JSON object/],
    [
      raw(`{"token":"${canary}"}`, json),
      'invalid_answer',
      false,
      `${origin} answered 200 without access_token`,
    ],
    [raw('{"access_token":""}', json), 'invalid_answer', false, /without access_token$/],
    [raw('{"access_token":{"a":1}}', json), 'invalid_answer', false, /without access_token$/],
    [
      raw(`{"access_token":"${canary}\\r\\nx-evil: 1"}`, json),
      'invalid_answer',
      false,
      /characters that no header can carry$/,
    ],
    [
      redirectTo(`https://elsewhere.example/?${canary}`),
      'redirected',
      false,
      `${origin} answered 302: redirects are not followed, so give the address that it leads to`,
    ],
    [
      raw(canary.repeat(500_000)),
      'invalid_answer',
      false,
      /200 with more than 64 KiB: is it a token endpoint\?$/,
    ],
    [fail(401, 'invalid_client', canary), 'invalid_client', true, /answered 401 invalid_client: /],
    [fail(200, 'invalid_grant', canary), 'invalid_grant', true, /answered 200 invalid_grant: /],
    [fail(400, canary.toUpperCase()), 'refused', false, `${origin} answered 400`],
    [fail(400, 'a word with spaces'), 'refused', false, `${origin} answered 400`],
    [fail(400, 'x'.repeat(65)), 'refused', false, `${origin} answered 400`],
    [fail(400, shown), 'refused', false, `${origin} answered 400`],
    [fail(400, `no_${shown}`), 'refused', false, `${origin} answered 400`],
    [fail(400, shown.slice(0, 12)), 'refused', false, `${origin} answered 400`],
    [fail(400, 'canary_of_the_query'), 'refused', false, `${origin} answered 400`],
    [fail(400, 'basic_canary_of_a_header'), 'refused', false, `${origin} answered 400`],
    [fail(401), 'refused', true, `${origin} answered 401 (no type)`],
    [fail(403), 'refused', true, `${origin} answered 403 (no type)`],
    [fail(404), 'refused', false, `${origin} answered 404 (no type)`],
    [fail(429), 'unavailable', false, `${origin} answered 429 (no type)`],
    [fail(503), 'unavailable', false, `${origin} answered 503 (no type)`],
    [
      raw(canary, { 'content-type': 'text/html' }, 502),
      'unavailable',
      false,
      `${origin} answered 502 (text/html)`,
    ],
    [
      fail(503, 'temporarily_unavailable'),
      'temporarily_unavailable',
      false,
      `${origin} answered 503 temporarily_unavailable`,
    ],
    [
      fail(401, 'invalid_client', `AADSTS7000215: Invalid client secret ${canary} for app`),
      'invalid_client',
      true,
      `${origin} answered 401 invalid_client AADSTS7000215: the secret is wrong: its value is meant, not its id`,
    ],
    [fail(400, 'interaction_required', 'AADSTS99'), 'interaction_required', false, /_required AADSTS99$/],
    [
      raw(`{"error":{"code":403,"message":"${canary}","status":"PERMISSION_DENIED"}}`, json, 403),
      'permission_denied',
      true,
      /answered 403 permission_denied: .*Service Account Token Creator/,
    ],
    [
      raw(`{"error":{"code":403,"message":"${canary}","status":"${canary}"}}`, json, 403),
      'refused',
      true,
      `${origin} answered 403`,
    ],
  ];
  for (const [behaviour, code, isLasting, message] of cases) {
    endpoint.behave(behaviour);
    const failure = await failureOf(renew(`${endpoint.url}?key=canary_of_the_query`), [
      canary,
      shown,
      'canary_of_the_query',
      'canary_of_a_header',
    ]);
    assert.deepEqual([failure.code, failure.isLasting], [code, isLasting], failure.message);
    if (typeof message === 'string') assert.equal(failure.message, message);
    else assert.match(failure.message, message);
  }
});

test('a redirect is not followed: nobody else sees what was sent', async (t) => {
  const elsewhere = await startTokenEndpoint(t);
  const endpoint = await startTokenEndpoint(t);
  for (const status of [301, 302, 303, 307, 308]) {
    endpoint.behave({ kind: 'raw', status, headers: { location: elsewhere.url }, body: '' });
    assert.equal((await failureOf(renew(endpoint.url), [shown])).code, 'redirected');
  }
  assert.equal(elsewhere.requests.length, 0);
});

test('nothing goes on once the time is up, whatever the answer has got to', {
  timeout: 20_000,
}, async (t) => {
  const endpoint = await startTokenEndpoint(t);
  let closed = Promise.resolve();
  const slowly: TokenBehaviour = {
    kind: 'own',
    answer: (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drops = setInterval(() => response.write(' '), 10);
      closed = new Promise((resolve) =>
        response.on('close', () => {
          clearInterval(drops);
          resolve();
        }),
      );
    },
  };
  for (const behaviour of [{ kind: 'frozen' }, slowly] as const) {
    endpoint.behave(behaviour);
    const failure = await failureOf(renew(endpoint.url, AbortSignal.timeout(100)), [shown]);
    assert.equal(failure.code, 'timeout');
    assert.equal(failure.message, `${endpoint.origin} did not answer in time`);
    await closed;
  }
  const failure = await failureOf(renew(endpoint.url, AbortSignal.abort()), [shown]);
  assert.equal(failure.code, 'timeout');
  assert.equal(endpoint.requests.length, 2);
});

test('an answer that is too large is not read to its end', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  let sent = 0;
  let closed = Promise.resolve();
  const block = Buffer.alloc(64 * 1024, canary);
  endpoint.behave({
    kind: 'own',
    answer: (_request, response) => {
      closed = new Promise((resolve) => response.on('close', () => resolve()));
      const more = () => {
        if (response.destroyed) return;
        sent += block.length;
        response.write(block, more);
      };
      more();
    },
  });
  assert.equal((await failureOf(renew(endpoint.url), [canary])).code, 'invalid_answer');
  await closed;
  assert.ok(sent < 10 * 1024 * 1024, `${sent} bytes`);
});

test('what can not be reached is told with the reason and without the bytes that came', async (t) => {
  const port = await freePort();
  const nobody = await failureOf(renew(`http://127.0.0.1:${port}/token`), [shown]);
  assert.deepEqual(
    [nobody.code, nobody.message],
    ['unreachable', `http://127.0.0.1:${port} can not be reached (ECONNREFUSED)`],
  );

  const endpoint = await startTokenEndpoint(t, { kind: 'down' });
  assert.equal((await failureOf(renew(endpoint.url), [shown])).code, 'unreachable');

  const sockets: Socket[] = [];
  const other = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.write(`${canary} is no HTTP\r\n\r\n`);
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    other.close();
  });
  const address = other.address();
  assert.ok(typeof address === 'object' && address !== null);
  const garbage = await failureOf(renew(`http://127.0.0.1:${address.port}`), [canary, shown]);
  assert.deepEqual([garbage.code, garbage.isLasting], ['invalid_answer', false]);
  assert.match(garbage.message, /is not HTTP \(HPE_/);

  const plain = await failureOf(renew(endpoint.url.replace('http:', 'https:')), [shown]);
  assert.equal(plain.code, 'unreachable');

  const tls = await startBackend(
    t,
    (_seen, response) => void response.end(),
    await certificateFor('localhost'),
  );
  const untrusted = await failureOf(renew(`https://localhost:${tls.port}/token`), [shown]);
  assert.equal(untrusted.code, 'unreachable');
  assert.match(untrusted.message, /its certificate is not trusted; NODE_EXTRA_CA_CERTS names/);
  assert.equal(tls.seen.length, 0);
});

test('a server that takes no connection is given up after three seconds', { timeout: 20_000 }, async (t) => {
  const sockets: Socket[] = [];
  /** It speaks TCP, and never TLS. */
  const mute = createServer((socket) => void sockets.push(socket.on('error', () => {})));
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    mute.close();
  });
  const address = mute.address();
  assert.ok(typeof address === 'object' && address !== null);
  const began = performance.now();
  const failure = await failureOf(renew(`https://127.0.0.1:${address.port}/token`), [shown]);
  assert.deepEqual(
    [failure.code, failure.message],
    ['unreachable', `https://127.0.0.1:${address.port} took no connection within 3 s`],
  );
  const tookMs = performance.now() - began;
  assert.ok(tookMs > 2900 && tookMs < 6000, `${tookMs} ms`);
});

test('plain HTTP goes to this host, and to metadata servers where they are meant', async () => {
  const refused = async (url: string, plainHttp: Question['plainHttp'] = 'loopback') => {
    const asked = ask({ ...question(url), plainHttp }, AbortSignal.abort());
    const failure = await failureOf(asked, [shown, 'canary-user', 'canary-word']);
    assert.equal(failure.isLasting, failure.code === 'invalid_url');
    return failure.code === 'invalid_url';
  };
  for (const url of [
    'http://login.example.com/token',
    'http://10.0.0.1/token',
    'http://169.254.169.254/token',
    'http://metadata.google.internal/token',
    'http://127.0.0.1.example.com/token',
    'ftp://127.0.0.1/token',
    'file:///etc/passwd',
    'https://canary-user:canary-word@login.example.com/token',
    'http://canary-user@127.0.0.1/token',
    'no URL',
    '',
  ])
    assert.ok(await refused(url), url);
  for (const url of [
    'https://login.example.com/t',
    'http://127.0.0.2:1/t',
    'http://[::1]:1/t',
    'http://localhost/t',
  ])
    assert.ok(!(await refused(url)), url);
  for (const url of [
    'http://169.254.169.254/x',
    'http://169.254.130.2:8081/x',
    'http://metadata.google.internal/x',
  ])
    assert.ok(!(await refused(url, 'metadata')), url);
  for (const url of [
    'http://10.0.0.1/x',
    'http://metadata.google.internal.example/x',
    'http://169.254.1.1.nip.io/',
  ])
    assert.ok(await refused(url, 'metadata'), url);
});

test('a secret with a line break is no header, and is not repeated', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  const broken = { ...question(endpoint.url), headers: { authorization: `Basic ${shown}\r\nx: y` } };
  const failure = await failureOf(ask(broken, soon()), [shown]);
  assert.deepEqual([failure.code, failure.isLasting], ['invalid_request', true]);
  assert.equal(endpoint.requests.length, 0);
});
