import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Sequencer } from '../../../../src/api/translation/answers/sequencer.ts';
import type { AnswerEvent } from '../../../../src/api/translation/neutral/answer-event.ts';

function sequenced(events: readonly AnswerEvent[]): AnswerEvent[] {
  const out: AnswerEvent[] = [];
  const sequencer = new Sequencer((event) => out.push(event));
  for (const event of events) sequencer.take(event);
  return out;
}

const start: AnswerEvent = { is: 'start' };
const finish: AnswerEvent = { is: 'finish', reason: 'stop' };
const end: AnswerEvent = { is: 'end' };
const text = (block: number): AnswerEvent => ({ is: 'open', block, kind: 'text' });
const thought = (block: number): AnswerEvent => ({ is: 'open', block, kind: 'reasoning', form: 'full' });
const call = (block: number, isCustom = false): AnswerEvent => ({
  is: 'open',
  block,
  kind: 'call',
  call: { id: `c${block}`, name: 'f', ...(isCustom && { isCustom }) },
});
const delta = (block: number, said: string): AnswerEvent => ({ is: 'delta', block, text: said });
const close = (block: number): AnswerEvent => ({ is: 'close', block });

/** A short form of events: `(0` opens, `0:text` says, `0)` closes. */
function short(events: readonly AnswerEvent[]): string {
  return events
    .map((event) => {
      if (event.is === 'open') return `(${event.block}`;
      if (event.is === 'close') return `${event.block})`;
      return event.is === 'delta' ? `${event.block}:${event.text}` : event.is;
    })
    .join(' ');
}

test('texts and thoughts are closed as soon as another block opens', () => {
  const events = [start, thought(0), delta(0, 'R'), text(1), delta(1, 'A'), call(2), finish, end];
  assert.equal(short(sequenced(events)), 'start (0 0:R 0) (1 1:A 1) (2 2) finish end');
});

test('a call is closed when another block opens and its arguments are complete', () => {
  const events = [call(0), delta(0, '{"a":'), delta(0, '1}'), call(1), delta(1, '{}'), finish];
  assert.equal(short(sequenced(events)), '(0 0:{"a": 0:1} 0) (1 1:{} 1) finish');
});

test('a block waits while the arguments of the call before it are not complete', () => {
  const events = [
    call(0),
    delta(0, '{"a"'),
    call(1),
    delta(1, '{"b"'),
    delta(0, ':1}'),
    delta(1, ':2}'),
    finish,
  ];
  assert.equal(short(sequenced(events)), '(0 0:{"a" 0::1} 0) (1 1:{"b" 1::2} 1) finish');
});

test('several that wait are told in the order in which they were opened', () => {
  const events = [
    call(0),
    delta(0, '{'),
    call(1),
    delta(1, '{'),
    text(2),
    delta(2, 'A'),
    delta(1, '}'),
    delta(0, '}'),
  ];
  assert.equal(short(sequenced(events)), '(0 0:{ 0:} 0) (1 1:{ 1:} 1) (2 2:A');
});

test('the input of a custom tool is complete when its block is closed, and no sooner', () => {
  const events = [call(0, true), delta(0, '{}'), text(1), delta(1, 'A'), delta(0, 'x'), close(0), finish];
  assert.equal(short(sequenced(events)), '(0 0:{} 0:x 0) (1 1:A 1) finish');
});

test('white space behind arguments that are complete is left out, and more of them fails the stream', () => {
  const events = [call(0), delta(0, '{}'), text(1), delta(0, ' \n')];
  assert.equal(short(sequenced(events)), '(0 0:{} 0) (1');
  const [last] = sequenced([...events, delta(0, '{"a":1}'), finish]).slice(-1);
  assert.ok(last?.is === 'fail' && last.failure.kind === 'invalid');
});

test('a text that goes on behind another block goes on as a block of its own', () => {
  const events = [text(0), delta(0, 'A'), call(1), delta(1, '{}'), delta(0, 'B'), close(0), close(1), finish];
  assert.equal(short(sequenced(events)), '(0 0:A 0) (1 1:{} 1) (0 0:B 0) finish');
});

test('what waits is counted until it is told', () => {
  const sequencer = new Sequencer(() => undefined);
  for (const event of [call(0), delta(0, '{'), call(1), delta(1, 'abcd')]) sequencer.take(event);
  assert.equal(sequencer.keptBytes, 4);
  sequencer.take(delta(0, '}'));
  assert.equal(sequencer.keptBytes, 0);
});

test('nothing is told of blocks that nobody opened, and nothing at all behind the end', () => {
  assert.equal(
    short(sequenced([start, delta(5, 'A'), close(5), finish, end, text(0), end])),
    'start finish end',
  );
});

test('whatever comes, blocks are told one after the other, in their order, with all that they say', () => {
  const one = fc.record({
    kind: fc.constantFrom('text', 'call', 'custom'),
    pieces: fc.array(fc.constantFrom('{', '}', ' ', 'x', '"a":1'), { maxLength: 5 }),
    isClosed: fc.boolean(),
  });
  const blocks = fc.array(one, { maxLength: 5 });
  fc.assert(
    fc.property(blocks, fc.infiniteStream(fc.nat()), (all, choices) => {
      const queues = all.map(({ kind, pieces, isClosed }, at) => [
        kind === 'text' ? text(at) : call(at, kind === 'custom'),
        ...pieces.map((piece) => delta(at, piece)),
        ...(isClosed ? [close(at)] : []),
      ]);
      const events: AnswerEvent[] = [];
      // Blocks are opened in their order, and all else comes by turns.
      let opened = 0;
      while (queues.some((queue) => queue.length > 0)) {
        const ready = queues.slice(0, opened + 1).filter((queue) => queue.length > 0);
        const queue = ready[choices.next().value! % ready.length]!;
        const event = queue.shift()!;
        if (event.is === 'open') opened += 1;
        events.push(event);
      }
      const out = sequenced([start, ...events, finish, end]);
      assertOneAtATime(out);
      if (out.at(-1)?.is === 'fail') return;
      for (const [at, { kind, pieces }] of all.entries()) {
        const said = out.flatMap((event) => (event.is === 'delta' && event.block === at ? event.text : []));
        const right = pieces.join('');
        assert.equal(
          kind === 'call' ? said.join('').trimEnd() : said.join(''),
          kind === 'call' ? right.trimEnd() : right,
        );
      }
    }),
  );
});

function assertOneAtATime(events: readonly AnswerEvent[]): void {
  let open: number | undefined;
  for (const event of events) {
    if (event.is === 'open') {
      assert.equal(open, undefined, short(events));
      open = event.block;
    } else if (event.is === 'delta' || event.is === 'close') {
      assert.equal(event.block, open, short(events));
      if (event.is === 'close') open = undefined;
    } else if (event.is === 'finish' || event.is === 'end') assert.equal(open, undefined, short(events));
  }
}
