import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { BufferBudget } from '../../src/pipeline/buffer-budget.ts';
import { Exchange } from '../../src/pipeline/exchange.ts';
import { NobodysSink } from '../../src/pipeline/mirrors/mirror-ends.ts';
import { MirrorRoom } from '../../src/pipeline/mirrors/mirror-room.ts';

const holder = { key: { id: 'a' }, bufferedBytes: 0 } as never;

test('copies hold an eighth of what a worker may at most, and give it back where a request needs it', () => {
  const budget = new BufferBudget({ maxBytes: 800, maxBytesPerKey: 800 });
  const room = new MirrorRoom(budget);
  assert.equal(room.take(101), false);
  const given: number[] = [];
  const copies = [60, 40].map((bytes, index) => {
    assert.equal(room.take(bytes), true);
    let held = bytes;
    const copy = {
      backend: 'other',
      holds: () => held > 0,
      giveUp() {
        given.push(index);
        room.leave(copy);
        room.free(held);
        held = 0;
      },
    };
    room.enter(copy);
    return copy;
  });
  assert.equal(room.take(1), false, 'an eighth is taken');
  budget.take(holder, 700);
  assert.deepEqual(given, [], 'there was room');
  budget.take(holder, 100);
  assert.deepEqual(given, [1, 0], 'the newest went first');
  assert.equal(budget.usedBytes, 800);
  assert.throws(() => budget.take(holder, 1), /too many request bodies/);
  assert.ok(copies.every((copy) => !copy.holds()));
  assert.equal(room.take(10), false, 'and no copy is made where there is no room');
});

test('the newest copy that is at a backend gives its connection to a request, not one that was not sent yet', () => {
  const room = new MirrorRoom(new BufferBudget({ maxBytes: 800, maxBytesPerKey: 800 }));
  const given: string[] = [];
  const copy = (name: string, backend: string | undefined) => ({
    backend,
    holds: () => true,
    giveUp: () => void given.push(name),
  });
  for (const one of [copy('first', 'a'), copy('second', 'a'), copy('other', 'b'), copy('unsent', undefined)])
    room.enter(one);
  room.giveUpAt('a');
  assert.deepEqual(given, ['second']);
});

test('a copy that is given up before it is sent has nobody left that wants its answer, at once', () => {
  const sink = new NobodysSink(() => {});
  const copy = new Exchange(new IncomingMessage(new Socket()), sink);
  let told = 0;
  copy.whenGone(() => {
    told += 1;
  });
  sink.leave();
  sink.leave();
  assert.deepEqual([copy.gone, told], [true, 1]);
});
