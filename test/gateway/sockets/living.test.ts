import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { takeOver } from '../../helpers/builds.ts';
import { runs } from '../../helpers/full.ts';
import { until } from '../../helpers/gate.ts';
import { secret } from '../../helpers/gateway.ts';
import { workersOf } from '../../helpers/live.ts';
import { freePort } from '../../helpers/ports.ts';
import { gatewayProgram } from '../../helpers/program.ts';
import { readToken, type Served, serve } from '../../helpers/serve.ts';
import { openSocket, refusedSocket, type TestSocket } from '../../helpers/socket.ts';

// What becomes of open sockets when the gateway around them changes.

interface Parts {
  readonly keys?: string;
  readonly pace?: number;
  readonly drain?: string;
  readonly models?: string;
  readonly workers?: number;
}

const both = `{ test: { secret: ${secret} }, other: { secret: sk-other-0123456789 } }`;

function text({ keys = both, pace = 2000, drain = '10s', models = 'demo', workers = 1 }: Parts = {}): string {
  return [
    'version: 1',
    `listen: { address: "127.0.0.1:0", tls: { self_signed: true }, drain: ${drain} }`,
    `admin: { address: "127.0.0.1:0", read_token: ${readToken} }`,
    `workers: ${workers}`,
    `backends: { local: { simulator: { tokens_per_second: ${pace} } } }`,
    `models: { ${models}: { deployments: [ { backend: local, endpoints: { responses: [] } } ] } }`,
    `keys: ${keys}`,
  ].join('\n');
}

const ask = (socket: TestSocket, more: object = {}) =>
  socket.send({ type: 'response.create', model: 'demo', input: 'Hello', ...more });

const linesOf = ({ logs }: Served) =>
  logs.filter(({ msg, method }) => msg === 'request' && method === 'POST');

test('a reload is told at the next turn, and ends the sockets of a key that is gone at once', async (t) => {
  const served = await serve(t, text());
  const [mine, others, busy] = [
    await openSocket(t, served),
    await openSocket(t, served, { key: 'sk-other-0123456789' }),
    await openSocket(t, served, { key: 'sk-other-0123456789' }),
  ];
  ask(mine);
  assert.equal((await mine.turn()).at(-1).type, 'response.completed');
  await served.save(text({ models: 'another', pace: 20 }));
  await served.reloaded('applied');
  ask(mine);
  assert.equal((await mine.turn())[0].error.code, 'model_not_found');
  ask(busy, { model: 'another' });
  await busy.next('response.output_text.delta');
  await served.save(text({ models: 'another', pace: 20, keys: `{ test: { secret: ${secret} } }` }));
  await served.reloaded('applied');
  const told = await others.next();
  assert.deepEqual([told.type, told.status, told.error.code], ['error', 401, 'invalid_api_key']);
  assert.equal(await others.closed, 1008);
  // A turn that is under way ends as its request would.
  assert.equal((await busy.turn()).at(-1).type, 'response.completed');
  assert.equal(await busy.closed, 1008);
  ask(mine, { model: 'another' });
  assert.equal((await mine.turn()).at(-1).type, 'response.completed');
});

test('a gateway that stops lets turns end, and says goodbye', async (t) => {
  const served = await serve(t, text({ pace: 20 }));
  const [idle, busy] = [await openSocket(t, served), await openSocket(t, served)];
  ask(busy);
  await busy.next('response.output_text.delta');
  served.child.kill('SIGTERM');
  const goodbye = await idle.next();
  assert.deepEqual([goodbye.type, goodbye.error.code], ['error', 'overloaded']);
  assert.equal(await idle.closed, 1001);
  ask(busy);
  const refused = await busy.next('error');
  assert.equal(refused.error.code, 'overloaded');
  assert.equal((await busy.next('response.completed')).type, 'response.completed');
  assert.equal(await busy.closed, 1001);
  assert.equal(await served.ended, 0);
  assert.deepEqual(
    linesOf(served).map(({ status }) => status),
    [200],
  );
});

test('a takeover lets turns end at the gateway that was, and the next one serves who connects again', async (t) => {
  const state = mkdtempSync(join(tmpdir(), 'gateway-sockets-'));
  t.after(() => rmSync(state, { recursive: true, force: true }));
  const env = { STATE_DIRECTORY: state };
  const port = await freePort();
  const served = await serve(t, text({ pace: 20 }).replace('127.0.0.1:0"', `127.0.0.1:${port}"`), { env });
  const [idle, busy] = [await openSocket(t, served), await openSocket(t, served)];
  ask(busy);
  await busy.next('response.output_text.delta');
  const next = await takeOver(t, gatewayProgram, served.file, env);
  assert.equal(next.code, 0, next.err);
  assert.equal(await idle.closed, 1001);
  assert.equal((await busy.next('response.completed')).type, 'response.completed');
  assert.equal(await busy.closed, 1001);
  const again = await openSocket(t, served);
  ask(again);
  assert.equal((await again.turn()).at(-1).type, 'response.completed');
  again.raw.terminate();
  assert.equal(await served.ended, 0);
});

test('what is not over when the time to drain is, is cut, and its client told', async (t) => {
  const served = await serve(t, text({ pace: 2, drain: '500ms' }));
  const socket = await openSocket(t, served);
  ask(socket);
  await socket.next('response.output_text.delta');
  served.child.kill('SIGTERM');
  const cut = await socket.next('error');
  assert.deepEqual([cut.status, cut.error.code], [502, 'upstream_interrupted']);
  assert.match(cut.error.message, /stopping/);
  assert.equal(await socket.closed, 1001);
  assert.equal(await served.ended, 0);
  const [line] = linesOf(served);
  assert.equal(line?.['code'], 'upstream_interrupted');
});

test('a client that leaves in the middle of a turn ends its attempt', async (t) => {
  const served = await serve(t, text({ pace: 20 }));
  const socket = await openSocket(t, served);
  ask(socket);
  await socket.next('response.output_text.delta');
  socket.raw.terminate();
  await until(() => linesOf(served).length === 1, 'the turn is over');
  assert.equal(linesOf(served)[0]!['status'], 499);
  const { text: metrics } = await served.admin('/metrics');
  assert.match(metrics, /gateway_open_sockets\{[^}]*\} 0|gateway_open_sockets 0/);
});

test('a worker that dies takes its sockets with it, and the next one serves', async (t) => {
  const served = await serve(t, text({ pace: 20 }));
  const socket = await openSocket(t, served);
  ask(socket);
  await socket.next('response.output_text.delta');
  process.kill(workersOf(served)[0]!, 'SIGKILL');
  assert.equal(await socket.closed, 1006);
  let again: TestSocket | undefined;
  await until(async () => {
    again = await openSocket(t, served).catch(() => undefined);
    return again !== undefined;
  }, 'another worker serves');
  ask(again!);
  assert.equal((await again!.turn()).at(-1).type, 'response.completed');
});

test('a client that does not read is not read either, and keeps nobody else from anything', async (t) => {
  const served = await serve(t, text());
  const deaf = await openSocket(t, served);
  const { _socket: below } = deaf.raw as unknown as { _socket: { pause(): void } };
  below.pause();
  const large = 'x'.repeat(4000);
  for (let count = 0; count < 20_000; count += 1) deaf.raw.send(`{"type":"${large}"}`);
  const other = await openSocket(t, served);
  for (let count = 0; count < 5; count += 1) {
    ask(other);
    assert.equal((await other.turn()).at(-1).type, 'response.completed');
  }
  const held = /^gateway_buffered_bytes (\d+)/m.exec((await served.admin('/metrics')).text)?.[1];
  assert.ok(Number(held) < 10_000_000, held);
});

test('sockets whose connection ends while they are idle, and floods of pings, end nothing but themselves', async (t) => {
  const served = await serve(t, text({ workers: 2 }));
  const pids = workersOf(served);
  const sockets = await Promise.all(Array.from({ length: 100 }, () => openSocket(t, served)));
  for (const { raw } of sockets) {
    const { _socket: below } = raw as unknown as { _socket: { destroy(): void } };
    below.destroy();
  }
  const flood = await openSocket(t, served);
  for (let count = 0; count < 20_000; count += 1) flood.raw.ping();
  const socket = await openSocket(t, served);
  ask(socket);
  assert.equal((await socket.turn()).at(-1).type, 'response.completed');
  flood.raw.terminate();
  socket.raw.terminate();
  await until(async () => {
    const { text: metrics } = await served.admin('/metrics');
    return /^gateway_open_sockets 0$/m.test(metrics);
  }, 'all of them are gone');
  assert.deepEqual(workersOf(served), pids);
});

test('thousands of sockets that never say a word hold nothing, keep nobody from anything, and are told goodbye', async (t) => {
  const served = await serve(t, text());
  const closed: Promise<number>[] = [];
  for (let count = 0; count < runs(1000); count += 100) {
    const sockets = await Promise.all(Array.from({ length: 100 }, () => openSocket(t, served)));
    closed.push(...sockets.map((socket) => socket.closed));
  }
  const metrics = (await served.admin('/metrics')).text;
  assert.match(metrics, new RegExp(`^gateway_open_sockets ${closed.length}$`, 'm'));
  assert.match(metrics, /^gateway_buffered_bytes 0$/m);
  const socket = await openSocket(t, served);
  ask(socket);
  assert.equal((await socket.turn()).at(-1).type, 'response.completed');
  served.child.kill('SIGTERM');
  assert.deepEqual([...new Set(await Promise.all(closed))], [1001]);
  await served.ended;
});

test('the sockets of a key are counted over all workers', async (t) => {
  const keys = `{ test: { secret: ${secret}, rate_limit: { sockets: 4 } } }`;
  const served = await serve(t, text({ keys, workers: 2 }));
  await Promise.all(Array.from({ length: 4 }, () => openSocket(t, served)));
  for (let count = 0; count < 4; count += 1) assert.equal((await refusedSocket(served)).status, 429);
});

test('a turn waits for a slot where its model has a queue, and what it says is kept where that is asked for', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-kept-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const served = await serve(
    t,
    [
      'version: 1',
      'listen: { address: "127.0.0.1:0", tls: { self_signed: true } }',
      `admin: { address: "127.0.0.1:0", read_token: ${readToken}, content_token: content-0123456789abcdef }`,
      'workers: 1',
      'backends: { local: { simulator: { tokens_per_second: 100 } } }',
      'models: { demo: { queue: { wait: 20s }, deployments: [ { backend: local, rate_limit: { concurrency: 1 }, endpoints: { responses: [] } } ] } }',
      `keys: { test: { secret: ${secret} } }`,
      `content_log: { file: ${dir}, keys: ["*"] }`,
    ].join('\n'),
  );
  const socket = await openSocket(t, served);
  for (const lane of ['a', 'b', 'c']) ask(socket, { input: `canary ${lane}`, stream_id: lane });
  const answers: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { response } = await socket.next('response.completed');
    answers.push(response.output[0].content[0].text);
  }
  await until(() => linesOf(served).length === 3, 'they are logged');
  const waited = linesOf(served).map(({ queued_ms }) => Number(queued_ms ?? 0));
  assert.equal(waited.filter((ms) => ms > 0).length, 2, String(waited));
  served.child.kill('SIGTERM');
  await served.ended;
  const kept = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.gz'))
    .map((name) => gunzipSync(readFileSync(join(dir, name))).toString())
    .join('');
  for (const lane of ['a', 'b', 'c']) assert.ok(kept.includes(`canary ${lane}`), lane);
  for (const answer of answers) assert.ok(kept.includes(answer.slice(0, 20)), answer);
});
