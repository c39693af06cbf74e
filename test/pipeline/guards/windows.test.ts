/** What holds a stream: its events, whatever the split, and how far each text has passed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { endpoints } from '../../../src/api/endpoints/index.ts';
import { streamTexts } from '../../../src/api/text/index.ts';
import { StreamedTextDigest } from '../../../src/api/text/streamed-text-digest.ts';
import { EventCutter } from '../../../src/pipeline/guards/answers/event-cutter.ts';
import { HeldStream } from '../../../src/pipeline/guards/answers/held-stream.ts';
import { TextWindow, tailLength } from '../../../src/pipeline/guards/answers/text-window.ts';
import { callsFor } from '../../../src/pipeline/guards/cut-texts.ts';
import { delta } from '../../helpers/backend.ts';
import { runs } from '../../helpers/full.ts';

const options = { numRuns: runs(2000), seed: 20_261_129 };

test('a stream is cut into its events, wherever its pieces end and however lines do', () => {
  const line = fc.constantFrom('data: a', 'event: b', ': c', 'data: {"x":"\u00fc"}');
  const end = fc.constantFrom('\n', '\r\n', '\r');
  const stream = fc.array(fc.tuple(fc.array(line, { minLength: 1, maxLength: 3 }), end), { maxLength: 5 });
  fc.assert(
    fc.property(stream, fc.array(fc.nat(20)), (events, cuts) => {
      const texts = events.map(([lines, by]) => lines.map((one) => one + by).join('') + by);
      const bytes = Buffer.from(texts.join(''));
      const cutter = new EventCutter();
      const found: string[] = [];
      let at = 0;
      for (const size of [...cuts, bytes.length]) {
        for (const event of cutter.push(bytes.subarray(at, at + size))) found.push(event.toString());
        at += size;
      }
      const rest = cutter.rest().toString();
      assert.equal(found.join('') + rest, texts.join(''));
      assert.equal(found.length, events.length);
    }),
    options,
  );
});

test('nothing is released but what was shown and passed, less the overlap, until the text has ended', () => {
  const step = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constant('look' as const));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.nat(8), (steps, overlap) => {
      const window = new TextWindow(overlap, false);
      let said = '';
      let passedTo = 0;
      let now = 0;
      for (const one of steps) {
        now += 1;
        if (one !== 'look') {
          window.push(one, Buffer.byteLength(one), now);
          said += one;
        } else if (window.isReady(1, now)) {
          const shown = window.show();
          assert.ok(said.endsWith(shown));
          window.pass(0);
          passedTo = said.length;
        }
        assert.ok(window.released <= passedTo);
        const kept = said.slice(window.released, passedTo);
        assert.ok(
          passedTo === 0 ||
            Buffer.byteLength(kept) >= Math.min(overlap, Buffer.byteLength(said.slice(0, passedTo))),
        );
      }
      window.finish();
      if (window.isReady(1, now)) {
        window.show();
        window.pass(0);
      }
      assert.equal(window.released, said.length);
    }),
    options,
  );
  assert.equal(tailLength('a😀', 1), 2);
});

test('what a stream holds is bounded by its window, as long as its source is held back', () => {
  const held = new HeldStream(streamTexts(endpoints.chat_completions), {
    bytes: 400,
    overlap: 80,
    waitMs: 500,
  });
  let most = 0;
  for (let event = 0; event < 10_000; event += 1) {
    held.push(Buffer.from(delta('word ')), event);
    if (held.isFull || event % 3 === 0) {
      if (held.show(event).length > 0) held.pass(0);
      held.release();
    }
    most = Math.max(most, held.heldBytes);
  }
  const eventBytes = delta('word ').length;
  assert.ok(most < (500 / 5) * eventBytes + 4 * eventBytes, `${most} bytes`);
});

test('what a stream said is no more memory, however much it says, in however many parts', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = new HeldStream(streamTexts(endpoints.responses), { bytes: 400, overlap: 80, waitMs: 500 });
  const kilobytes = () => {
    collect();
    return process.memoryUsage().heapUsed / 1024;
  };
  let now = 0;
  const send = (event: object) => {
    held.push(Buffer.from(`data: ${JSON.stringify(event)}\n\n`), now);
    now += 1;
    while (held.show(now).length > 0) held.pass(0);
    held.release();
  };
  const part = (item: number, events: number) => {
    const at = { output_index: item, content_index: 0, item_id: 'msg_1' };
    for (let index = 0; index < events; index += 1)
      send({ type: 'response.output_text.delta', ...at, delta: `word ${index} ` });
    const text = Array.from({ length: events }, (_, index) => `word ${index} `).join('');
    const before = held.textBytes;
    send({ type: 'response.output_text.done', ...at, text });
    assert.equal(held.textBytes, before, 'what is said once more is known');
    const content = [{ type: 'output_text', text }];
    const item_ = { type: 'message', id: 'msg_1', role: 'assistant', content };
    send({ type: 'response.output_item.done', output_index: item, item: item_ });
  };
  // The engine keeps what it learns of the code that runs.
  part(0, 5000);
  const before = kilobytes();
  for (let item = 1; item < 300; item += 1) part(item, 10);
  part(300, 20_000);
  const more = kilobytes() - before;
  assert.ok(held.textBytes > 200_000);
  assert.ok(more < 200, `${more} KB`);
  assert.equal(held.heldBytes, 0);
});

test('a text that comes in pieces is known by all of it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 700 }), { maxLength: 8 }),
      fc.nat(),
      (pieces, at) => {
        const said = new StreamedTextDigest();
        for (const piece of pieces) said.add(piece);
        const whole = pieces.join('');
        assert.ok(said.is(whole));
        assert.ok(!said.is(`${whole}x`));
        if (whole === '') return;
        const place = at % whole.length;
        const other = whole[place] === 'x' ? 'y' : 'x';
        assert.ok(!said.is(whole.slice(0, place) + other + whole.slice(place + 1)));
      },
    ),
    { ...options, numRuns: runs(300) },
  );
});

test('what has come of an event counts among what is held, before all of it is there', () => {
  const hold = { bytes: 400, overlap: 80, waitMs: 500 };
  const held = new HeldStream(streamTexts(endpoints.chat_completions), hold);
  held.push(Buffer.from(`: ${'x'.repeat(100)}`), 0);
  assert.equal(held.heldBytes, 102);
  held.push(Buffer.from('\n\n'), 0);
  assert.equal(held.heldBytes, 104);
  assert.equal(held.release().length, 1);
  assert.equal(held.heldBytes, 0);
});

test('a long text goes in pieces that overlap and cut no character in two', () => {
  const text = `${'x'.repeat(95)}😀${'y'.repeat(300)}`;
  const bounds = { textLength: 100, callLength: 250, callTexts: 3 };
  const calls = [
    ...callsFor(
      [
        [0, { text, role: 'user' }],
        [1, { text: 'short', role: 'user' }],
      ],
      bounds,
    ),
  ];
  const pieces = calls.flat().filter(({ of }) => of === 0);
  let covered = 0;
  for (const piece of pieces) {
    const at = text.indexOf(piece.text, Math.max(0, covered - 10));
    assert.ok(at !== -1 && at <= covered, 'no gap');
    covered = at + piece.text.length;
    assert.equal(Buffer.from(piece.text).toString(), piece.text, 'no half of a character');
  }
  assert.equal(covered, text.length);
  for (const call of calls)
    assert.ok(call.length <= 3 && call.reduce((sum, one) => sum + one.text.length, 0) <= 250);
});
