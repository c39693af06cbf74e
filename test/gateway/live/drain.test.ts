import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startBackend, startHeldStream } from '../../helpers/backend.ts';
import { gate, until } from '../../helpers/gate.ts';
import { begin, readReply } from '../../helpers/gateway.ts';
import { hello, liveText } from '../../helpers/live.ts';
import { serve } from '../../helpers/serve.ts';

const event = 'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n';
const streaming = { body: { ...hello, stream: true } };

function listening(more: string): string {
  return `{ address: "127.0.0.1:0", tls: { self_signed: true }, ${more} }`;
}

/** A client that connects, and then says nothing. */
async function connectIdly(t: TestContext, port: number): Promise<void> {
  const idle = connect(port, '127.0.0.1');
  t.after(() => void idle.destroy());
  await once(idle, 'connect');
  // How its connection ends is not its business.
  idle.on('error', () => {});
}

test('streams run to their end while the gateway stops, and it ends right after the last', async (t) => {
  const rest = gate();
  const backend = await startHeldStream(t, rest);
  const served = await serve(
    t,
    liveText({
      backend: `{ url: "${backend.url}" }`,
      listen: listening('drain_delay: 700ms, health_path: /up'),
    }),
  );
  assert.equal((await served.call('/up', { key: null })).status, 200);
  const streams = await Promise.all(
    Array.from({ length: 20 }, () => begin(served, '/v1/chat/completions', streaming)),
  );
  served.child.kill('SIGTERM');
  await until(async () => (await served.admin('/readyz')).status === 503, 'it is not ready', 600);
  const up = await served.call('/up', { key: null });
  assert.deepEqual([up.status, up.text], [503, 'draining\n']);
  assert.equal((await served.call('/v1/models')).status, 200, 'all is served until the delay is over');
  await until(
    () =>
      served.call('/v1/models').then(
        () => false,
        (error) => error.code === 'ECONNREFUSED',
      ),
    'it accepts nothing more',
    20_000,
  );
  const replies = Promise.all(streams.map(readReply));
  const openedAt = performance.now();
  rest.open();
  for (const { text, complete } of await replies)
    assert.ok(complete && text.endsWith('data: [DONE]\n\n'), text);
  assert.equal(await served.ended, 0);
  const tookMs = performance.now() - openedAt;
  assert.ok(tookMs < 1500, `it ended ${tookMs} ms after the last answer`);
});

test('what is not done when the drain is over is cut with one error event', async (t) => {
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event);
  });
  const served = await serve(
    t,
    liveText({ backend: `{ url: "${backend.url}" }`, listen: listening('drain: 1s') }),
  );
  const streams = await Promise.all(
    Array.from({ length: 20 }, () => begin(served, '/v1/chat/completions', streaming)),
  );
  await connectIdly(t, served.port);
  const killedAt = performance.now();
  served.child.kill('SIGTERM');
  for (const { text, complete } of await Promise.all(streams.map(readReply))) {
    assert.equal(complete, false);
    assert.match(text, /^data: .*\n\ndata: \{"error":\{.*"code":"upstream_interrupted"\}\}\n\n$/);
  }
  assert.equal(await served.ended, 0);
  const tookMs = performance.now() - killedAt;
  assert.ok(tookMs >= 1000 && tookMs < 3000, `it ended after ${tookMs} ms`);
});

test('without anything under way it ends at once, whatever idle connections there are', async (t) => {
  const served = await serve(t, liveText());
  await connectIdly(t, served.port);
  const killedAt = performance.now();
  served.child.kill('SIGTERM');
  assert.equal(await served.ended, 0);
  const tookMs = performance.now() - killedAt;
  assert.ok(tookMs < 5000, `it ended after ${tookMs} ms`);
});
