import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AttemptTimestamps,
  afterFinishMs,
  nextLimit,
  openingMs,
  refusedBodyMs,
} from '../../../src/pipeline/relay/attempt-limits.ts';

const timeouts = {
  firstByteMs: 20_000,
  answerMs: undefined as number | undefined,
  idleMs: 30_000,
  progressMs: 60_000,
  totalMs: 600_000,
};

/** A request that began at 0, and an attempt at 1000. */
function limit(marks: Partial<AttemptTimestamps>, answerMs?: number) {
  const { atMs, name } = nextLimit(
    {
      phase: 'head',
      streamed: true,
      requestMs: 0,
      startedMs: 1000,
      sentMs: undefined,
      upload: undefined,
      lastByteMs: 1000,
      lastEventMs: 1000,
      pausedMs: undefined,
      awaited: 'more',
      awaitedFromMs: 1000,
      heartbeatMs: Number.POSITIVE_INFINITY,
      ...marks,
    },
    { ...timeouts, answerMs },
  );
  return `${name} ${atMs}`;
}

test('a body that goes up as it comes is waited for as long as its bytes are taken, and its answer from then on', () => {
  const taking = { pausedMs: undefined };
  assert.match(limit({ phase: 'upload', streamed: false, upload: taking }), /^idle /);
  assert.equal(limit({ phase: 'upload', streamed: false, upload: { pausedMs: 900_000 } }), 'idle 930000');
  assert.equal(limit({ streamed: false, upload: taking, sentMs: 800_000 }), 'total 1400000');
  assert.equal(limit({ streamed: false, upload: taking, sentMs: 800_000 }, 5000), 'answer 805000');
});

test('a stream has to begin in time, a whole answer has all of the request’s', () => {
  assert.equal(limit({}), 'first_byte 21000');
  assert.equal(limit({ streamed: false }), 'total 600000');
});

test('an attempt at a whole answer may have a limit of its own, up to its last byte; a stream has not', () => {
  assert.equal(limit({ streamed: false }, 5000), 'answer 6000');
  assert.equal(limit({ streamed: false, phase: 'whole', lastByteMs: 5500 }, 5000), 'answer 6000');
  assert.equal(limit({ streamed: false, phase: 'whole', lastByteMs: 5500 }, 90_000), 'idle 35500');
  assert.equal(limit({}, 5000), 'first_byte 21000');
  assert.equal(limit({ phase: 'events', lastByteMs: 9000, lastEventMs: 9000 }, 5000), 'idle 39000');
});

test('after the head the next byte and the next event are awaited, of a whole answer the next byte', () => {
  const marks = { lastByteMs: 50_000, lastEventMs: 5000 } as const;
  assert.equal(limit({ ...marks, phase: 'events' }), 'progress 65000');
  assert.equal(limit({ ...marks, phase: 'events', lastEventMs: 45_000 }), 'idle 80000');
  assert.equal(limit({ ...marks, phase: 'whole', streamed: false }), 'idle 80000');
});

test('total ends everything', () => {
  assert.equal(limit({ phase: 'events', lastByteMs: 590_000, lastEventMs: 590_000 }), 'total 600000');
});

test('what is not needed any more is not waited for', () => {
  assert.equal(limit({ phase: 'refused' }), `rest ${1000 + refusedBodyMs}`);
  const marks = { phase: 'events', lastByteMs: 9000, lastEventMs: 8000 } as const;
  assert.equal(limit({ ...marks, awaited: 'end' }), 'grace 13000');
  // Usage may follow a finish reason for so long.
  assert.equal(limit({ ...marks, awaited: 'usage' }), 'grace 38000');
  assert.equal(afterFinishMs, 30_000);
});

test('while the client takes nothing it is the client that is waited for', () => {
  assert.equal(
    limit({ phase: 'events', pausedMs: 70_000, awaited: 'end', heartbeatMs: 80_000 }),
    'client 100000',
  );
});

test('a comment is due before the stream counts as dead', () => {
  assert.equal(limit({ phase: 'events', heartbeatMs: 16_000 }), 'heartbeat 16000');
});

test('events that hold nothing of an answer are held for a second, or until the stream counts as dead', () => {
  const marks = { phase: 'events', lastByteMs: 1500, lastEventMs: 1500 } as const;
  assert.equal(limit({ ...marks, awaited: 'answer', awaitedFromMs: 1200 }), `opening ${1200 + openingMs}`);
  assert.equal(openingMs, 1000);
  assert.equal(limit({ ...marks, awaited: 'answer', awaitedFromMs: 31_000 }), 'idle 31500');
});

test('of a file the limit of the whole request stands still while bytes flow, and while the client takes none', () => {
  const file = { phase: 'file', streamed: false, fileMs: 2000 } as const;
  assert.equal(limit({ ...file, lastByteMs: 2000 }), 'idle 32000');
  // For nearly an hour bytes have come: the ten minutes of the request have lasted for two seconds.
  assert.equal(limit({ ...file, lastByteMs: 3_500_000 }), 'idle 3530000');
  const slow = { ...timeouts, idleMs: 900_000, answerMs: undefined };
  const at = {
    requestMs: 0,
    startedMs: 1000,
    lastEventMs: 1000,
    awaited: 'more',
    awaitedFromMs: 1000,
  } as const;
  const marks = { ...file, ...at, lastByteMs: 5000, heartbeatMs: Infinity };
  assert.deepEqual(nextLimit({ ...marks, pausedMs: undefined }, slow), { atMs: 603_000, name: 'total' });
  assert.deepEqual(nextLimit({ ...marks, pausedMs: 6000 }, slow), { atMs: 906_000, name: 'client' });
});
