import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { atEndOfTurn } from '../src/turn.ts';

test('what is put off is done in order, after all else of the turn, and before the next', async () => {
  const seen: string[] = [];
  const later = nextTurn().then(() => seen.push('an earlier immediate'));
  atEndOfTurn(() => seen.push('first'));
  process.nextTick(() => seen.push('next tick'));
  atEndOfTurn(() => {
    seen.push('second');
    atEndOfTurn(() => seen.push('of the next turn'));
  });
  queueMicrotask(() => {
    seen.push('microtask');
    atEndOfTurn(() => seen.push('third'));
  });
  assert.deepEqual(seen, []);
  await later;
  await nextTurn();
  await nextTurn();
  assert.deepEqual(seen, [
    'microtask',
    'next tick',
    'an earlier immediate',
    'first',
    'second',
    'third',
    'of the next turn',
  ]);
});

test('one that throws does not keep the others from their turn', async () => {
  const seen: string[] = [];
  const faults: unknown[] = [];
  const onFault = (error: unknown) => faults.push(error);
  const known = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', onFault);
  try {
    atEndOfTurn(() => seen.push('before'));
    atEndOfTurn(() => {
      atEndOfTurn(() => seen.push('put off by the faulty one'));
      throw new Error('a fault');
    });
    atEndOfTurn(() => seen.push('after'));
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  } finally {
    process.off('uncaughtException', onFault);
    for (const listener of known) process.on('uncaughtException', listener);
  }
  assert.deepEqual(seen, ['before', 'after', 'put off by the faulty one']);
  assert.equal((faults[0] as Error).message, 'a fault');
  atEndOfTurn(() => seen.push('as always'));
  await nextTurn();
  await nextTurn();
  assert.equal(seen.at(-1), 'as always');
});

test('an answer that is put off in the turn of its request goes before the loop waits again', async () => {
  const server = createServer((_request, response) => atEndOfTurn(() => response.end('done')));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [answer] = await once(get({ port, agent: false }), 'response');
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  assert.equal(text, 'done');
  server.close();
});
