import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { CredentialSource, TokenCredentialConfig } from '../../src/config/types.ts';
import { startGateway as startEmbedded } from '../../src/embedded/embedded-gateway.ts';
import { openLog } from '../../src/observe/log/log.ts';
import { type Answer, completion, json, startBackend } from '../helpers/backend.ts';
import { until } from '../helpers/gate.ts';
import { begin, configText, type LogLine, loadText, type Reply, readReply } from '../helpers/gateway.ts';
import { scratchFolder, shellProgram } from '../helpers/scratch.ts';

const chat = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };
const serving = 'endpoints: { chat_completions: [] }';

/** A gateway in this process before one backend whose token comes from a source. */
async function start(t: TestContext, source: CredentialSource, answer: Answer) {
  const backend = await startBackend(t, answer);
  const text = configText({
    backends: `{ main: { url: "${backend.url}", auth: { bearer: "placeholder-0123456789" } } }`,
    models: `{ m: { deployments: [ { backend: main, ${serving} } ] } }`,
  });
  const plain = await loadText(`${text}\nstate: { dir: ${JSON.stringify(scratchFolder(t))} }\n`);
  const credential: TokenCredentialConfig = {
    kind: 'token',
    source,
    header: 'authorization',
    prefix: 'Bearer ',
    beside: {},
    withheld: [],
  };
  const backends = new Map([...plain.backends].map(([name, one]) => [name, { ...one, credential }]));
  const logs: LogLine[] = [];
  const log = openLog('trace', { write: (line: string) => void logs.push(JSON.parse(line)) });
  const gateway = await startEmbedded({ ...plain, backends }, { log });
  t.after(() => gateway.stop());
  const { port } = gateway.address;
  const ca = readFileSync(gateway.caFile!, 'utf8');
  const call = async (): Promise<Reply> =>
    readReply(await begin({ port, ca }, '/v1/chat/completions', { body: chat }));
  return { backend, call, logs };
}

function put(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

test('a token from a file goes out with requests, and the next one within two seconds of the change', async (t) => {
  const file = join(scratchFolder(t), 'token');
  put(file, 'first-token-0123456789');
  const { backend, call } = await start(t, { kind: 'file', file }, json(completion('hi')));
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

test('without a token nothing is sent and no circuit opens, and it serves within two seconds of its coming', async (t) => {
  const file = join(scratchFolder(t), 'token');
  const { backend, call, logs } = await start(t, { kind: 'file', file }, json(completion('hi')));
  for (let round = 0; round < 7; round += 1) {
    const since = performance.now();
    const reply = await call();
    assert.deepEqual([reply.status, reply.json.error.code], [503, 'no_healthy_deployment']);
    assert.ok(reply.headers['retry-after']);
    if (round > 0) assert.ok(performance.now() - since < 100, 'nobody waits for it');
  }
  assert.equal(backend.seen.length, 0);
  put(file, 'first-token-0123456789');
  await until(async () => (await call()).status === 200, 'it serves', 2000);
  const told = logs.map(({ msg }) => msg);
  assert.ok(told.includes('a credential could not be had: its deployments are out until it is there'));
  assert.ok(told.includes('a credential is there'));
  assert.ok(!told.some((msg) => msg.includes('circuit')), told.join('\n'));
});

test('a program that prints short-lived tokens is run before each ends, and a backend sees none twice as long', async (t) => {
  const count = join(scratchFolder(t), 'count');
  writeFileSync(count, '');
  const program = shellProgram(
    t,
    `echo x >> ${count}; printf '{"token":"token-%s-0123456789","expires_in":1}' "$(wc -l < ${count})"`,
  );
  const source: CredentialSource = {
    kind: 'exec',
    command: [program],
    everyMs: undefined,
    timeoutMs: 5000,
    env: [],
  };
  const { backend, call } = await start(t, source, json(completion('hi')));
  const used = () => new Set(backend.seen.map(({ headers }) => headers.authorization));
  await until(async () => {
    assert.equal((await call()).status, 200);
    return used().size === 4;
  }, 'four tokens');
});

test('a token that the backend refuses is renewed once, and a request that met the old one is answered with the new', async (t) => {
  const file = join(scratchFolder(t), 'token');
  put(file, 'revoked-token-0123456789');
  const runs = join(scratchFolder(t), 'runs');
  const program = shellProgram(t, `echo run >> ${runs}; cat ${file}`);
  const source: CredentialSource = {
    kind: 'exec',
    command: [program],
    everyMs: 3_600_000,
    timeoutMs: 5000,
    env: [],
  };
  const { backend, call } = await start(t, source, (seen, response, request) =>
    seen.headers.authorization === 'Bearer good-token-0123456789'
      ? json(completion('hi'))(seen, response, request)
      : json({ error: { message: 'expired' } }, 401)(seen, response, request),
  );
  put(file, 'good-token-0123456789');
  assert.equal((await call()).status, 502);
  await until(async () => (await call()).status === 200, 'it is renewed', 5000);
  assert.equal(readFileSync(runs, 'utf8'), 'run\nrun\n');
  assert.ok(backend.seen.length >= 2);
});
