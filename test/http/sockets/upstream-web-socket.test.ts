import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { loadFrames } from '../../../src/http/sockets/frames-library.ts';
import { upstreamWebSocket } from '../../../src/http/sockets/upstream-web-socket.ts';
import { afterHandshake } from '../../helpers/after-handshake.ts';

// `ws` has no public way to be given a connection whose handshake is made: this says when it is done otherwise.

test('a connection that is given after its handshake speaks as a client, in frames that are masked', async (t) => {
  await loadFrames();
  const { ours, server } = await afterHandshake();
  const client = upstreamWebSocket(ours, 1000);
  client.on('error', () => {});
  t.after(() => client.terminate());
  assert.equal(client.readyState, WebSocket.OPEN);
  const asked = once(server, 'message');
  client.send('hello');
  const [message] = await asked;
  assert.equal(String(message), 'hello');
  const answered = once(client, 'message');
  server.send('and back');
  const [answer] = await answered;
  assert.equal(String(answer), 'and back');
  const ponged = once(server, 'pong');
  server.ping();
  await ponged;
  server.send('x'.repeat(1001));
  const [code] = await once(server, 'close');
  assert.equal(code, 1009);
});
