import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatStream, contextOf, StreamOfBytes } from './translating.ts';

const context = contextOf('chat_completions', 'messages');
const begun = chatStream([{ content: 'A' }], { finish: null, isDone: false });
const mib = 1024 * 1024;

test('an event of more than 16 MiB is a fault: what came before it is handed on, and nothing else', () => {
  const stream = new StreamOfBytes(context);
  assert.match(stream.push(Buffer.from(`${begun}data: `)).toString(), /"text":"A"/);
  for (let count = 0; count < 16; count += 1) {
    assert.equal(stream.fault, undefined);
    assert.equal(stream.push(Buffer.alloc(mib, 'x')).length, 0);
  }
  assert.equal(stream.fault, 'an event of the stream is larger than 16 MiB');
  const rest = Buffer.from(`\n\n${chatStream([{ content: 'B' }])}`);
  assert.deepEqual([stream.push(rest).length, stream.flush().length, stream.isOver], [0, 0, false]);
});

test('what was said before a fault is handed on though both came in one piece', () => {
  const stream = new StreamOfBytes(context);
  const text = stream.push(Buffer.from(`${begun}data: {"choices":[{]}\n\n${begun}`)).toString();
  assert.match(stream.fault ?? '', /no JSON/);
  assert.equal(text.match(/"text":"A"/g)?.length, 1);
});

test('what stands behind the last blank line is told when the stream ends, once', () => {
  const stream = new StreamOfBytes(context);
  const all = chatStream([{ content: 'A' }]);
  const before = stream.push(Buffer.from(all.slice(0, -'\n\n'.length))).toString();
  assert.deepEqual([stream.isOver, before.includes('message_stop')], [false, false]);
  assert.equal(
    stream
      .flush()
      .toString()
      .match(/event: message_stop/g)?.length,
    1,
  );
  assert.deepEqual([stream.isOver, stream.fault, stream.flush().length], [true, undefined, 0]);
});
