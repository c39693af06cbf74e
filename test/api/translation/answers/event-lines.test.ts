import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventLines } from '../../../../src/api/translation/answers/event-lines.ts';

/** All that is told of a stream, which comes in pieces of so many bytes. */
function told(stream: string, size: number): string[] {
  const found: string[] = [];
  const lines = new EventLines({
    event: (type, data) => found.push(`${type}|${data}`),
    stray: (text) => found.push(`stray|${text}`),
  });
  const bytes = Buffer.from(stream);
  for (let at = 0; at < bytes.length; at += size) lines.push(bytes.subarray(at, at + size));
  lines.end();
  return found;
}

test('events are found whatever ends their lines and wherever their bytes are split', () => {
  const lines = [
    '\ufeffevent: a',
    'data: ä€𝄞',
    '',
    ': comment',
    'id: 1',
    'data:x',
    'data',
    'data:  y',
    '',
    '',
    'retry: 5',
    '',
  ];
  for (const end of ['\n', '\r\n', '\r']) {
    const stream = `${lines.join(end)}${end}data: z${end}${end}`;
    const right = ['a|ä€𝄞', '|x\n\n y', '|z'];
    for (const size of [1, 2, 3, 5, 1000])
      assert.deepEqual(told(stream, size), right, `${JSON.stringify(end)} ${size}`);
  }
});

test('an event without its blank line counts when the stream ends', () => {
  assert.deepEqual(told('data: a\n\nevent: b\ndata: c', 4), ['|a', 'b|c']);
});

test('lines that are no field are told as they stand', () => {
  assert.deepEqual(told('data: a\n\n{\n "error": "M"\n}\n', 3), ['|a', 'stray|{\n "error": "M"\n}']);
});

test('an event of 16 MiB is read, and one that is larger is not kept', () => {
  let length = 0;
  const lines = new EventLines({ event: (_type, data) => (length = data.length), stray: () => undefined });
  const piece = Buffer.alloc(1024 * 1024, 'x');
  lines.push(Buffer.from('data: '));
  for (let count = 0; count < 15; count++) lines.push(piece);
  assert.equal(lines.keptBytes, 15 * piece.length + 'data: '.length);
  lines.push(Buffer.from('\n\n'));
  assert.deepEqual([length, lines.keptBytes, lines.isOverfull], [15 * piece.length, 0, false]);
  lines.push(Buffer.from('data: '));
  for (let count = 0; count < 17; count++) lines.push(piece);
  assert.deepEqual([lines.keptBytes, lines.isOverfull], [0, true]);
});

test('many small events do not add up to a large one', () => {
  let events = 0;
  const lines = new EventLines({ event: () => events++, stray: () => undefined });
  const piece = Buffer.from(`: a comment\n\ndata: ${'x'.repeat(1000)}\n\ndata: begun`.repeat(1));
  for (let count = 0; count < 20_000; count++) {
    lines.push(piece);
    lines.push(Buffer.from('\n\n'));
  }
  assert.deepEqual([events, lines.isOverfull], [40_000, false]);
});
