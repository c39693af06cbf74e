import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import { loadFrames } from '../../../src/http/sockets/frames-library.ts';
import { upstreamWebSocket } from '../../../src/http/sockets/upstream-web-socket.ts';
import { FrameSocket } from '../../../src/http/sockets/web-socket.ts';
import { atEndOfTurn } from '../../../src/lib/end-of-turn.ts';
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

test('messages that waited are told of when they have gone, though they filled nothing up', async () => {
  await loadFrames();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const taken: (() => void)[] = [];
  const below = new Duplex({
    highWaterMark: 64 * 1024,
    read() {},
    write: (_bytes, _encoding, done) => void taken.push(() => done()),
  });
  let drained = 0;
  const events = { text() {}, binary() {}, received() {}, closed() {}, drained: () => void drained++ };
  const socket = new FrameSocket(upstreamWebSocket(below, 1000), below, events);
  // Much goes on, so that messages are put off to the end of the turn.
  for (let count = 0; count < 40; count += 1) atEndOfTurn(() => {});
  await turn();
  socket.send('a'.repeat(30_000));
  await turn();
  socket.send('b'.repeat(40_000));
  assert.ok(socket.waitingBytes > 64 * 1024);
  drained = 0;
  taken.shift()!();
  await turn();
  assert.ok(socket.waitingBytes < 64 * 1024);
  assert.equal(drained, 1);
});
