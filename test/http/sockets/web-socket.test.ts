import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { loadFrames } from '../../../src/http/sockets/frames-library.ts';
import { upstreamWebSocket } from '../../../src/http/sockets/upstream-web-socket.ts';
import { FrameSocket } from '../../../src/http/sockets/web-socket.ts';
import { afterHandshake } from '../../helpers/after-handshake.ts';

test('a socket that nothing is read of is not ended by pings, and one that does not answer is', async (t) => {
  await loadFrames();
  const { ours, server } = await afterHandshake();
  t.after(() => server.terminate());
  const ended: number[] = [];
  const socket = new FrameSocket(
    upstreamWebSocket(ours, 1000),
    ours,
    { text() {}, binary() {}, received() {}, drained() {}, closed: (code) => void ended.push(code) },
    true,
  );
  socket.pause();
  for (let count = 0; count < 3; count += 1) {
    const pinged = once(server, 'ping');
    socket.ping();
    await pinged;
  }
  assert.equal(socket.isOpen, true);
  socket.resume();
  const pinged = once(server, 'ping');
  socket.ping();
  await pinged;
  assert.equal(socket.isOpen, true);
  // From here on nobody answers.
  await new Promise((resolve) => setImmediate(resolve));
  server.pause();
  socket.ping();
  assert.equal(socket.isOpen, true);
  socket.ping();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(ended, [1006]);
});
