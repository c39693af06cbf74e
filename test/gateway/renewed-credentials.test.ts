import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Answer, completion, json, startBackend } from '../helpers/backend.ts';
import { until } from '../helpers/gate.ts';
import { configText, type Reply, startGateway } from '../helpers/gateway.ts';
import { scratchFolder, shellProgram } from '../helpers/scratch.ts';
import { startTokenEndpoint } from '../helpers/token-endpoint.ts';

const chat = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };

/** A gateway in this process before one backend with that `auth`. */
async function start(t: TestContext, auth: string, answer: Answer) {
  const backend = await startBackend(t, answer);
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}", auth: ${auth} } }`,
      models: '{ m: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] } }',
    }),
  );
  const call = (): Promise<Reply> => gateway.call('/v1/chat/completions', { body: chat });
  return { backend, call, logs: gateway.logs };
}

function put(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

const oauth2 = (url: string) =>
  `{ oauth2: { token_url: "${url}", client_id: gateway, client_secret: client-secret-0123 } }`;

test('a token from a file goes out with requests, and the next one within two seconds of the change', async (t) => {
  const file = join(scratchFolder(t), 'token');
  put(file, 'first-token-0123456789');
  const { backend, call } = await start(t, `{ file: ${file} }`, json(completion('hi')));
  assert.equal((await call()).status, 200);
  assert.equal(backend.seen[0]!.headers.authorization, 'Bearer first-token-0123456789');
  put(file, 'second-token-0123456789');
  const since = performance.now();
  const isNew = async () => {
    await call();
    return backend.seen.at(-1)!.headers.authorization === 'Bearer second-token-0123456789';
  };
  await until(isNew, 'the second is used');
  assert.ok(performance.now() - since < 2000);
});

test('a token goes where the file says, and clients set none of the headers that belong to it', async (t) => {
  const file = join(scratchFolder(t), 'token');
  put(file, '{"token":"first-token-0123456789","expires_in":3600}');
  const auth = `{ file: ${file}, header: X-Api-Key, prefix: "Key " }`;
  const backend = await startBackend(t, json(completion('hi')));
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}", auth: ${auth} } }`,
      models: '{ m: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] } }',
    }),
  );
  const headers = { 'x-api-key': 'forged' };
  const reply = await gateway.call('/v1/chat/completions', { body: chat, headers });
  assert.equal(reply.status, 200, reply.text);
  const { headers: seen } = backend.seen[0]!;
  assert.equal(seen['x-api-key'], 'Key first-token-0123456789');
  assert.equal(seen.authorization, undefined);
});

test('without a token nothing is sent and no circuit opens, and it serves within 1.5 s of the return of its source', async (t) => {
  const endpoint = await startTokenEndpoint(t, { kind: 'fail', status: 503 });
  const { backend, call, logs } = await start(t, oauth2(endpoint.url), json(completion('hi')));
  for (let round = 0; round < 7; round += 1) {
    const reply = await call();
    assert.deepEqual([reply.status, reply.json.error.code], [503, 'no_healthy_deployment']);
    assert.ok(reply.headers['retry-after']);
    assert.doesNotMatch(reply.text, /credential/, 'clients are told nothing of it');
  }
  assert.equal(backend.seen.length, 0);
  endpoint.behave({ kind: 'token', lifetime: 3600 });
  await until(async () => (await call()).status === 200, 'it serves', 1500);
  assert.equal(backend.seen[0]!.headers.authorization, `Bearer ${endpoint.tokens[0]}`);
  const told = logs.map(({ msg }) => msg);
  assert.ok(told.includes('a credential could not be had: its deployments are out until it is there'));
  assert.ok(told.includes('a credential is there'));
  assert.ok(!told.some((msg) => msg.includes('circuit')), told.join('\n'));
});

test('a token that runs out while its source is down takes its deployment out, at once and without a circuit', async (t) => {
  const endpoint = await startTokenEndpoint(t, { kind: 'token', lifetime: 1 });
  const { backend, call, logs } = await start(t, oauth2(endpoint.url), json(completion('hi')));
  assert.equal((await call()).status, 200);
  endpoint.behave({ kind: 'down' });
  await until(async () => (await call()).status === 503, 'it is out', 5000);
  const sent = backend.seen.length;
  const used = backend.seen.map(({ headers }) => headers.authorization);
  assert.equal((await call()).status, 503);
  assert.equal(backend.seen.length, sent);
  endpoint.behave({ kind: 'token', lifetime: 3600 });
  await until(async () => (await call()).status === 200, 'it serves', 1500);
  assert.ok(!used.includes(backend.seen.at(-1)!.headers.authorization));
  assert.ok(!logs.some(({ msg }) => msg.includes('circuit')));
});

test('two backends with one source have one token between them', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  const backend = await startBackend(t, json(completion('hi')));
  const auth = oauth2(endpoint.url);
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ a: { url: "${backend.url}", auth: ${auth} }, b: { url: "${backend.url}", auth: ${auth.replace('} }', '}, header: x-api-key }')} } }`,
      models: ['a', 'b']
        .map(
          (name) =>
            `\n  ${name}: { deployments: [ { backend: ${name}, endpoints: { chat_completions: [] } } ] }`,
        )
        .join(''),
    }),
  );
  for (const model of ['a', 'b']) {
    assert.equal((await gateway.call('/v1/chat/completions', { body: { ...chat, model } })).status, 200);
  }
  assert.equal(endpoint.requests.length, 1);
  const token = `Bearer ${endpoint.tokens[0]}`;
  assert.deepEqual(
    [backend.seen[0]!.headers.authorization, backend.seen[1]!.headers['x-api-key']],
    [token, token],
  );
});

test('a program that prints short-lived tokens is run before each ends', async (t) => {
  const count = join(scratchFolder(t), 'count');
  writeFileSync(count, '');
  const program = shellProgram(
    t,
    `echo x >> ${count}; printf '{"token":"token-%s-0123456789","expires_in":1}' "$(wc -l < ${count})"`,
  );
  const { backend, call } = await start(t, `{ exec: { command: [${program}] } }`, json(completion('hi')));
  const used = () => new Set(backend.seen.map(({ headers }) => headers.authorization));
  await until(async () => {
    assert.equal((await call()).status, 200);
    return used().size === 4;
  }, 'four tokens');
});

test('a token that the backend refuses is renewed once, and the requests after it are answered', async (t) => {
  const file = join(scratchFolder(t), 'token');
  put(file, 'revoked-token-0123456789');
  const runs = join(scratchFolder(t), 'runs');
  const program = shellProgram(t, `echo run >> ${runs}; cat ${file}`);
  const auth = `{ exec: { command: [${program}], every: 1h } }`;
  const { call } = await start(t, auth, (seen, response, request) =>
    seen.headers.authorization === 'Bearer good-token-0123456789'
      ? json(completion('hi'))(seen, response, request)
      : json({ error: { message: 'expired' } }, 401)(seen, response, request),
  );
  put(file, 'good-token-0123456789');
  assert.equal((await call()).status, 502);
  await until(async () => (await call()).status === 200, 'it is renewed', 5000);
  assert.equal(readFileSync(runs, 'utf8'), 'run\nrun\n');
});

test('a program that gives no token is told of by the name of its backend, and everything else serves on', async (t) => {
  const bad = {
    silent: shellProgram(t, 'exit 0'),
    failing: shellProgram(t, 'echo "cannot reach the vault" >&2; exit 3'),
    talkative: shellProgram(t, 'head -c 70000 /dev/zero | tr "\\0" x'),
  };
  const names = Object.keys(bad);
  const backend = await startBackend(t, json(completion('hi')));
  const backends = Object.entries(bad).map(
    ([name, program]) => `${name}: { url: "${backend.url}", auth: { exec: { command: [${program}] } } }`,
  );
  const deployment = (name: string, priority: number) =>
    `{ backend: ${name}, priority: ${priority}, endpoints: { chat_completions: [] } }`;
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ ${backends.join(', ')}, good: { url: "${backend.url}" } }`,
      models: `{ m: { deployments: [ ${names.map((name) => deployment(name, 1)).join(', ')}, ${deployment('good', 2)} ] } }`,
    }),
  );
  const reply = await gateway.call('/v1/chat/completions', { body: chat });
  assert.equal(reply.status, 200);
  assert.equal(backend.seen[0]!.headers.authorization, undefined);
  for (const [name, program] of Object.entries(bad)) {
    const line = gateway.logs.find(
      ({ msg, source }) => msg.startsWith('a credential could not') && source === name,
    );
    assert.ok(String(line?.['reason']).includes(program), name);
  }
});
