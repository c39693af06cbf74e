import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { dialectOf, targetDialect } from '../../../src/api/dialects/index.ts';
import { type SseObserver, type StreamListener, sseObserver } from '../../../src/api/stream/sse-observer.ts';
import { runs } from '../../helpers/full.ts';

const chat = dialectOf.chat_completions.stream!;
const mib = 1024 * 1024;

/** What was told of a stream. */
class Told implements StreamListener {
  readonly all: string[] = [];
  pendingBytes = 0;
  isOverfull = false;
  readonly observer: SseObserver = sseObserver(chat, 1, this);

  event(type: string, data: string): void {
    this.all.push(`${type}|${data}`);
  }

  stray(text: string): void {
    this.all.push(`stray|${text}`);
  }

  overfull(): void {
    this.isOverfull = true;
  }

  pending(bytes: number): void {
    this.pendingBytes = bytes;
  }
}

/** All that is told of a stream, which comes in pieces of so many bytes. */
function told(stream: string, size: number): string[] {
  const listener = new Told();
  const bytes = Buffer.from(stream);
  for (let at = 0; at < bytes.length; at += size)
    listener.observer.push(Buffer.from(bytes.subarray(at, at + size)));
  listener.observer.end();
  return listener.all;
}

test('events are told whatever ends their lines and wherever their bytes are split', () => {
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
    'event: b',
    'event',
    'id',
    'data:',
    '',
  ];
  for (const end of ['\n', '\r\n', '\r']) {
    const stream = `${lines.join(end)}${end}data: z${end}${end}`;
    const right = ['a|ä€𝄞', '|x\n\n y', '|', '|z'];
    for (const size of [1, 2, 3, 5, 1000])
      assert.deepEqual(told(stream, size), right, `${JSON.stringify(end)} ${size}`);
  }
});

test('what is told is what eventsource-parser reads, lines that are no field aside', () => {
  const line = fc.constantFrom(
    'data',
    'data:',
    'data: x',
    'data:  ä',
    'event: e',
    'event',
    ': c',
    'id: 1',
    'x',
    '',
    '',
  );
  const lines = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 20 });
  fc.assert(
    fc.property(lines, fc.integer({ min: 1, max: 7 }), (made, size) => {
      const text = `${made.map((pair) => pair.join('')).join('')}\n\n`;
      const right: string[] = [];
      createParser({ onEvent: ({ event, data }) => right.push(`${event ?? ''}|${data}`) }).feed(text);
      assert.deepEqual(
        told(text, size).filter((one) => !one.startsWith('stray|')),
        right,
      );
    }),
    { numRuns: runs(500) },
  );
});

/** What an observer knows of a stream that comes in pieces. */
function known(observer: SseObserver, bytes: Buffer, size: number): unknown {
  const places: unknown[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    observer.push(Buffer.from(bytes.subarray(at, at + size)));
    places.push(observer.usageOnly, observer.openFrom);
  }
  observer.end();
  const { events, firstEventEnd, begun, terminal, finished, failed, failedFirst, use, responseId } = observer;
  return { events, firstEventEnd, begun, terminal, finished, failed, failedFirst, use, responseId, places };
}

const event = fc
  .oneof(
    fc.constantFrom(
      { choices: [{ delta: { role: 'assistant', content: '' } }] },
      { choices: [{ delta: { content: 'ä' }, finish_reason: null }], usage: null },
      { choices: [{ delta: { content: '"usage":{"prompt_tokens":1}' } }] },
      { choices: [{ delta: {}, finish_reason: 'stop' }] },
      { choices: [{ delta: {}, finish_reason: 'error' }] },
      { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } },
      { error: { message: 'M' } },
    ),
    fc.constantFrom(
      { type: 'message_start', message: { usage: { input_tokens: 4 } } },
      { type: 'ping' },
      { type: 'content_block_delta', delta: { type: 'text_delta', text: 'message_stop' } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    ),
    fc.constantFrom(
      { type: 'response.created', response: { id: 'r', usage: { input_tokens: 2, output_tokens: 0 } } },
      { type: 'response.output_text.delta', delta: 'response.completed' },
      { type: 'response.completed', response: { id: 'r', usage: { input_tokens: 2, output_tokens: 1 } } },
    ),
  )
  .map((json) => `data: ${JSON.stringify(json)}`);
const between = fc.constantFrom(
  '\n\n',
  '\n\n',
  '\r\n\r\n',
  '\n: c\n\n',
  '\nstray\n\n',
  '\nevent: error\n\n',
  '\n',
);
const mark = fc.constantFrom('data: [DONE]', ': comment');

for (const name of ['chat_completions', 'messages', 'responses'] as const) {
  test(`of a stream of ${name} is known with a listener what is known without`, () => {
    const dialect = targetDialect(name).stream!;
    const events = fc.array(fc.tuple(fc.oneof({ arbitrary: event, weight: 5 }, mark), between), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(events, fc.integer({ min: 1, max: 300 }), (made, size) => {
        const bytes = Buffer.from(made.map((pair) => pair.join('')).join(''));
        const told = sseObserver(dialect, 1, new Told());
        assert.deepEqual(known(told, bytes, size), known(sseObserver(dialect), bytes, size));
      }),
      { numRuns: runs(300) },
    );
  });
}

test('an event without its blank line counts when the stream ends', () => {
  assert.deepEqual(told('data: a\n\nevent: b\ndata: c', 4), ['|a', 'b|c']);
});

test('lines that are no field are told as they stand', () => {
  assert.deepEqual(told('data: a\n\n{\n "error": "M"\n}\n', 3), ['|a', 'stray|{\n "error": "M"\n}']);
  assert.deepEqual(told('idle: 1\nretry\ndata: a\n\n', 3), ['|a', 'stray|idle: 1']);
});

test('an event of 16 MiB is told, and one that is larger is not kept', () => {
  const listener = new Told();
  const { observer } = listener;
  const piece = Buffer.alloc(mib, 'x');
  observer.push(Buffer.from('data: '));
  for (let count = 0; count < 15; count++) observer.push(piece);
  assert.equal(listener.pendingBytes, 15 * mib + 'data: '.length);
  observer.push(Buffer.from('\n\n'));
  assert.deepEqual([listener.all[0]?.length, listener.pendingBytes], [15 * mib + 1, 0]);
  observer.push(Buffer.from('data: '));
  for (let count = 0; count < 15; count++) observer.push(piece);
  assert.equal(listener.isOverfull, false);
  for (let count = 0; count < 2; count++) observer.push(piece);
  assert.equal(listener.isOverfull, true);
  observer.push(Buffer.from('\n\ndata: [DONE]\n\n'));
  assert.deepEqual([listener.all.length, observer.events, observer.terminal], [1, 3, true]);
});

test('many small events do not add up to a large one', () => {
  const listener = new Told();
  const piece = Buffer.from(`: a comment\n\ndata: ${'x'.repeat(1000)}\n\ndata: begun`);
  for (let count = 0; count < 20_000; count++) {
    listener.observer.push(piece);
    listener.observer.push(Buffer.from('\n\n'));
  }
  assert.deepEqual([listener.all.length, listener.isOverfull, listener.pendingBytes], [40_000, false, 0]);
});

test('an event of many lines is read in a moment, whatever ends them', () => {
  for (const end of ['\n', '\r', '\r\n']) {
    const [event] = told(`data: a${end}`.repeat(200_000) + end, 64 * 1024);
    assert.equal(event?.length, 400_000);
  }
});
