import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../helpers/gate.ts';
import { spoken, startRealtime } from '../../helpers/realtime-backend.ts';
import { readToken, type Served, serve } from '../../helpers/serve.ts';
import { openSocket, refusedSocket } from '../../helpers/socket.ts';

// What becomes of realtime sessions when the gateway around them changes.

const mine = 'sk-mine-0123456789';
const both = `{ mine: { secret: ${mine}, endpoints: [realtime], rate_limit: { sockets: 3, requests: 40/h } }, other: { secret: sk-other-0123456789, endpoints: [realtime] } }`;

function text(url: string, { keys = both, model = 'voice', name = 'vendor' } = {}): string {
  return [
    'version: 1',
    'listen: { address: "127.0.0.1:0", tls: { self_signed: true }, drain: 10s }',
    `admin: { address: "127.0.0.1:0", read_token: ${readToken} }`,
    'workers: 2',
    `backends: { vendor: { url: "${url}" } }`,
    `models: { ${model}: { deployments: [ { backend: vendor, id: ${name}, model: up-1, endpoints: { realtime: [] } } ] } }`,
    `keys: ${keys}`,
  ].join('\n');
}

const address = { path: '/v1/realtime?model=voice', key: mine };
const create = { type: 'response.create' };

const linesOf = ({ logs }: Served) =>
  logs.filter(({ msg, method }) => msg === 'request' && method === 'POST');

test('sessions follow reloads, limits hold over all workers, and a gateway that stops lets a response end', async (t) => {
  let isSlow = false;
  const backend = await startRealtime(t, {
    hears: ({ event }, socket, count) => {
      if (event.type !== 'response.create') return;
      const events = spoken(`resp_${count}`);
      for (const one of isSlow ? events.slice(0, 3) : events) socket.send(one);
    },
  });
  const served = await serve(t, text(backend.url));
  const [first, second] = [await openSocket(t, served, address), await openSocket(t, served, address)];
  const third = await openSocket(t, served, { ...address, key: 'sk-other-0123456789' });
  const [busy, idle] = [await openSocket(t, served, address), third];
  // Whichever worker has them.
  assert.equal((await refusedSocket(served, address)).status, 429);
  first.raw.close();
  await first.closed;

  // Its deployment is not there any more, or its model is not; then both are again.
  second.send(create);
  await second.next('response.done');
  await served.save(text(backend.url, { name: 'renamed' }));
  await served.reloaded('applied');
  second.send(create);
  assert.equal((await second.next('error')).error.code, 'no_healthy_deployment');
  await served.save(text(backend.url, { model: 'another' }));
  await served.reloaded('applied');
  second.send(create);
  assert.equal((await second.next('error')).error.code, 'model_not_found');
  await served.save(text(backend.url));
  await served.reloaded('applied');
  second.send(create);
  await second.next('response.done');

  // The key of a session is gone.
  await served.save(
    text(backend.url, {
      keys: `{ mine: { secret: ${mine}, endpoints: [realtime], rate_limit: { sockets: 3, requests: 40/h } } }`,
    }),
  );
  await served.reloaded('applied');
  assert.equal((await idle.next('error')).error.code, 'invalid_api_key');
  assert.equal(await idle.closed, 1008);

  isSlow = true;
  busy.send(create);
  await busy.next('response.output_audio.delta');
  served.child.kill('SIGTERM');
  assert.equal((await second.next('error')).error.code, 'overloaded');
  assert.equal(await second.closed, 1001);
  await until(() => backend.sockets.size === 1, 'that of the idle session is gone');
  const { response } = busy.events.find(({ type }) => type === 'response.created');
  for (const socket of backend.sockets) socket.send(spoken(response.id)[3]!);
  await busy.next('response.done');
  assert.equal((await busy.next('error')).error.code, 'overloaded');
  assert.equal(await busy.closed, 1001);
  assert.equal(await served.ended, 0);
  await until(() => backend.sockets.size === 0, 'no session is left at the backend');
  assert.deepEqual(
    linesOf(served).map(({ status }) => status),
    [200, 503, 404, 200, 200],
  );
});
