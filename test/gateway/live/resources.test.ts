import assert from 'node:assert/strict';
import { openSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { startBackend, startHeldStream } from '../../helpers/backend.ts';
import { gate, until } from '../../helpers/gate.ts';
import { begin, readReply } from '../../helpers/gateway.ts';
import { hello, liveText, workersOf } from '../../helpers/live.ts';
import { serve } from '../../helpers/serve.ts';

const chat = '/v1/chat/completions';
const chatty = 'log: { level: trace }';

test('a full disk under the log costs lines and no request', async (t) => {
  const served = await serve(t, liveText({ more: chatty }), { stdout: openSync('/dev/full', 'w') });
  const before = workersOf(served);
  for (let asked = 0; asked < 100; asked += 1) {
    assert.equal((await served.call(chat, { body: hello })).status, 200);
  }
  await until(() => served.said.err.includes('log lines are being lost: ENOSPC'), 'it complains', 20_000);
  assert.deepEqual(workersOf(served), before);
});

test('a log that nobody reads any more costs no request', async (t) => {
  const served = await serve(t, liveText({ more: chatty }));
  const before = workersOf(served);
  served.child.stdout?.destroy();
  served.child.stderr?.destroy();
  for (let asked = 0; asked < 100; asked += 1) {
    assert.equal((await served.call(chat, { body: hello })).status, 200);
  }
  assert.deepEqual(workersOf(served), before);
  served.child.kill('SIGTERM');
  assert.equal(await served.ended, 0);
});

test('with few file descriptors what is served goes on, the surplus is refused, and room is room again', async (t) => {
  const rest = gate();
  const backend = await startBackend(t, async (_seen, response) => {
    await rest.opened;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{}');
  });
  const text = liveText({ workers: 1, backend: `{ url: "${backend.url}" }` });
  const served = await serve(t, text, { wrap: ['sh', '-c', 'ulimit -n 256; exec "$@"', 'sh'] });
  assert.ok(served.logs.some(({ msg }) => msg.includes('limit of open files')) || (await warned()));
  async function warned(): Promise<boolean> {
    await until(() => served.logs.some(({ msg }) => msg.includes('limit of open files')), 'it warns');
    return true;
  }
  const answers = Array.from({ length: 20 }, () => begin(served, chat, { body: hello }));
  await until(() => backend.seen.length === 20, 'all wait for the backend');

  const crowd: Socket[] = Array.from({ length: 400 }, () =>
    connect(served.port, '127.0.0.1').on('error', () => {}),
  );
  t.after(() => {
    for (const socket of crowd) socket.destroy();
  });
  await until(
    () => crowd.filter(({ destroyed }) => destroyed).length > 250,
    'the surplus is refused',
    20_000,
  );
  rest.open();
  for (const answer of answers) assert.equal((await readReply(await answer)).status, 200);

  for (const socket of crowd) socket.destroy();
  await until(
    () =>
      served.call('/v1/models').then(
        ({ status }) => status === 200,
        () => false,
      ),
    'there is room again',
  );
  assert.equal((await served.status()).workers.restarts, 0);
});

test('a stream that has begun holds nothing of its request: max_buffered is for what may be sent again', async (t) => {
  const rest = gate();
  const backend = await startHeldStream(t, rest);
  const listen = '{ address: "127.0.0.1:0", tls: { self_signed: true }, max_body: 1MiB, max_buffered: 2MiB }';
  const served = await serve(t, liveText({ workers: 1, listen, backend: `{ url: "${backend.url}" }` }));
  const body = { ...hello, stream: true, pad: 'x'.repeat(900 * 1024) };
  const streams = [];
  for (let count = 0; count < 6; count += 1) {
    const stream = await begin(served, chat, { body });
    assert.equal(stream.statusCode, 200);
    streams.push(stream);
  }
  rest.open();
  for (const { text, complete } of await Promise.all(streams.map(readReply))) {
    assert.ok(complete && text.endsWith('data: [DONE]\n\n'));
  }
});

test('more bodies than max_buffered allows are refused with 503, and the others served', async (t) => {
  const rest = gate();
  const backend = await startBackend(t, async (_seen, response) => {
    await rest.opened;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{}');
  });
  const listen = '{ address: "127.0.0.1:0", tls: { self_signed: true }, max_body: 1MiB, max_buffered: 3MiB }';
  const served = await serve(t, liveText({ workers: 1, listen, backend: `{ url: "${backend.url}" }` }));
  const body = { ...hello, pad: 'x'.repeat(900 * 1024) };
  const held = Array.from({ length: 3 }, () => begin(served, chat, { body }));
  await until(() => backend.seen.length === 3, 'three are held');
  const refused = await served.call(chat, { body });
  assert.deepEqual([refused.status, refused.json.error.code], [503, 'overloaded']);
  rest.open();
  for (const answer of held) assert.equal((await readReply(await answer)).status, 200);
  assert.equal((await served.call(chat, { body })).status, 200);
});
