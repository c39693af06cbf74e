import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GatewayError } from '../../../src/errors.ts';
import type { FrameSocket } from '../../../src/http/sockets/web-socket.ts';
import type { BufferBudget } from '../../../src/pipeline/buffer-budget.ts';
import { ClientSockets } from '../../../src/pipeline/sockets/client-sockets.ts';
import { ResponsesSocket } from '../../../src/pipeline/sockets/responses-socket.ts';
import type { ClientSocket, OpenedBy } from '../../../src/pipeline/sockets/socket-host.ts';

test('sockets are asked every 30 seconds whether somebody is there, and end after 60 minutes', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const sockets = new ClientSockets(() => {});
  const told: string[] = [];
  const socketOf = (name: string, openedMs: number): ClientSocket => ({
    openedMs,
    opened: {} as OpenedBy,
    turns: 0,
    ping: () => void told.push(`${name} ping`),
    leave: (code: number, error: GatewayError) => void told.push(`${name} ${code} ${error.code}`),
  });
  const now = performance.now();
  sockets.add(socketOf('young', now));
  sockets.add(socketOf('old', now - 60 * 60_000 - 1));
  t.mock.timers.tick(29_999);
  assert.deepEqual(told, []);
  t.mock.timers.tick(1);
  assert.deepEqual(told, ['young ping', 'old 1008 websocket_connection_limit_reached', 'old ping']);
});

test('a client that takes nothing is not read beyond 64 KiB, and has left beyond 1 MiB', () => {
  const told: string[] = [];
  const below = {
    waitingBytes: 0,
    isOpen: true,
    send: () => {},
    pause: () => void told.push('pause'),
    resume: () => void told.push('resume'),
    terminate: () => void told.push('terminate'),
  };
  const host = { roomOf: () => ({}), hasNoReasoning: () => false };
  const opened = { key: { id: 'a' } } as unknown as OpenedBy;
  const budget = { giveBack: () => {} } as unknown as BufferBudget;
  const socket = new ResponsesSocket(opened, host as never, budget);
  socket.over(below as unknown as FrameSocket);
  const say = (waitingBytes: number) => {
    below.waitingBytes = waitingBytes;
    socket.text(Buffer.from('{"type":"unknown"}'));
  };
  say(64 * 1024);
  assert.deepEqual(told, []);
  say(64 * 1024 + 1);
  assert.deepEqual(told.splice(0), ['pause']);
  below.waitingBytes = 0;
  socket.drained();
  assert.deepEqual(told.splice(0), ['resume']);
  say(1024 * 1024 + 1);
  assert.deepEqual(told, ['terminate']);
});
