import assert from 'node:assert/strict';
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import type { Backend, UpstreamRequest } from '../../../src/http/client/backend.ts';
import type { BackendAnswer } from '../../../src/http/client/backend-call.ts';
import { Connections } from '../../../src/http/client/connections.ts';
import type { HandshakeEvents } from '../../../src/http/client/websocket-handshake.ts';
import { loadFrames } from '../../../src/http/sockets/frames-library.ts';
import { LiveTurn } from '../../../src/pipeline/sockets/live-turn.ts';
import { UpstreamSockets } from '../../../src/pipeline/sockets/upstream-sockets.ts';
import { afterHandshake } from '../../helpers/after-handshake.ts';

/** A backend that answers handshakes when the test says so. */
function backendOf(handshakes: HandshakeEvents[]) {
  const parts = {
    connections: new Connections(10, 1000),
    sockets: new Set(),
    openSocket(_request: UpstreamRequest, events: HandshakeEvents) {
      handshakes.push(events);
      return { cancel() {}, isCredentialStale: false };
    },
  };
  return parts as unknown as Backend;
}

function turns() {
  const handshakes: HandshakeEvents[] = [];
  const backend = backendOf(handshakes);
  const upstream = new UpstreamSockets();
  const heads: [string, BackendAnswer][] = [];
  const failures: string[] = [];
  const carry = (lane: string) =>
    upstream.carry(
      new LiveTurn({ lane, isWarmUp: false, model: 'm', isUnstored: false, hidesReasoning: false }),
      backend,
      { body: [Buffer.from(`{"model":"m","input":"${lane}"}`)] } as unknown as UpstreamRequest,
      { head: (answer) => heads.push([lane, answer]), failed: ({ message }) => failures.push(message) },
      false,
      'demo/vendor',
    );
  return { handshakes, backend, heads, failures, carry };
}

test('a turn that nobody wants any more when the handshake is agreed to is not sent', async () => {
  await loadFrames();
  const { handshakes, carry, backend } = turns();
  const first = carry('a');
  carry('b');
  first.cancel();
  const { ours, server } = await afterHandshake();
  const asked = once(server, 'message');
  handshakes[0]!.opened(ours);
  const [message] = await asked;
  assert.equal(String(message), '{"type":"response.create","stream_id":"b","model":"m","input":"b"}');
  assert.equal(first.isSent, false);
  assert.equal(backend.connections.taken, 1);
  server.terminate();
});

test('an answer in place of the handshake is that of a turn which somebody waits for', () => {
  const { handshakes, carry, heads, failures } = turns();
  const [first] = ['a', 'b', 'c'].map(carry);
  first!.cancel();
  const answer = new IncomingMessage(new Socket());
  answer.statusCode = 503;
  handshakes[0]!.answered(answer);
  assert.deepEqual(
    heads.map(([lane]) => lane),
    ['b'],
  );
  assert.deepEqual(failures, ['the backend answered 503 in place of 101']);
});
