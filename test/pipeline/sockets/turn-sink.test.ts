import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TurnSink } from '../../../src/pipeline/sockets/turn-sink.ts';

test('an answer that begins while its client takes nothing waits from its beginning on', () => {
  const sink = new TurnSink({
    event() {},
    reads: () => false,
    whole() {},
    broken() {},
    ended() {},
    givenUp() {},
  });
  const told: string[] = [];
  const source = { pause: () => void told.push('pause'), resume: () => void told.push('resume') };
  sink.pause();
  const head = {
    status: 200,
    headers: [],
    length: undefined,
    body: 'events',
    idleMs: 1000,
    own: 'no',
  } as const;
  sink.begin(head, source);
  assert.deepEqual(told, ['pause']);
  sink.resume();
  assert.deepEqual(told, ['pause', 'resume']);
});
