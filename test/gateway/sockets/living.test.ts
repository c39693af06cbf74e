import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../helpers/gate.ts';
import { secret } from '../../helpers/gateway.ts';
import { workersOf } from '../../helpers/live.ts';
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

test('a client that does not read is not asked for, and is let go of', async (t) => {
  const served = await serve(t, text({ pace: 2000 }));
  const socket = await openSocket(t, served);
  const { _socket: below } = socket.raw as unknown as { _socket: { pause(): void } };
  below.pause();
  socket.raw.pause();
  for (let count = 0; count < 60; count += 1)
    socket.raw.send(
      JSON.stringify({ type: 'none', padding: 'x'.repeat(50_000), stream_id: 'x'.repeat(200) }),
    );
  await sleep(500);
  const { text: metrics } = await served.admin('/metrics');
  assert.match(metrics, /gateway_/);
  assert.equal((await refusedSocket(served, { key: 'sk-wrong' })).status, 401);
});
