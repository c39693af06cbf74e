import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dialectOf } from '../../../src/api/dialects/index.ts';
import type { StreamListener } from '../../../src/api/stream/sse-observer.ts';
import { EventsReader, RefusedEvents } from '../../../src/pipeline/relay/answer/answer-reader.ts';

const chat = dialectOf.chat_completions.stream!;
const noRoom = { hold: () => false, free: () => undefined };
const one = { answers: 1, isOneAnswer: true };
const delta = (content: string) => Buffer.from(`data: {"choices":[{"delta":{"content":"${content}"}}]}\n\n`);

/** Keeps what it is told. */
function listener(): StreamListener & { readonly events: string[]; pendingBytes: number } {
  return {
    events: [],
    pendingBytes: 0,
    event(_type, data) {
      this.events.push(data);
    },
    stray: () => undefined,
    overfull: () => assert.fail('an event was not kept'),
    pending(bytes) {
      this.pendingBytes = bytes;
    },
  };
}

test('an event for which there is no room passes unread, unless somebody listens: then he counts it', () => {
  const large = delta('x'.repeat(100_000));
  const unheard = new EventsReader(chat, noRoom, one);
  unheard.read(delta('a'), true);
  unheard.read(large.subarray(0, -1), true);
  assert.equal(unheard.events.keptBytes, 0);

  const told = listener();
  const heard = new EventsReader(chat, noRoom, one, told);
  heard.read(delta('a'), true);
  heard.read(large.subarray(0, -1), true);
  assert.equal(told.pendingBytes, large.length - 1);
  heard.read(large.subarray(-1), true);
  assert.deepEqual([told.events.length, told.pendingBytes], [2, 0]);
});

test('who listens to a stream that began with an error is told the rest of it, and its end', () => {
  const told = listener();
  const reader = new EventsReader(chat, noRoom, one, told);
  assert.equal(reader.read(Buffer.from('data: {"error":{"message":"M"}}\n\n'), false), 'refuse');
  const refused = new RefusedEvents('error_in_answer', 'D', reader.events);
  assert.equal(refused.read(Buffer.from('data: [DO')), 'hold');
  assert.equal(refused.read(Buffer.from('NE]')), 'hold');
  const conclusion = refused.conclude(undefined);
  assert.deepEqual(conclusion, { outcome: 'error_in_answer', detail: 'D', isWhole: true });
  assert.deepEqual(told.events, ['{"error":{"message":"M"}}', '[DONE]']);
});
