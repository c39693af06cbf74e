import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventStreamCodec } from '@smithy/eventstream-codec';
import fc from 'fast-check';
import {
  amazonCount,
  amazonError,
  amazonPing,
  BedrockEvents,
} from '../../../src/api/clouds/bedrock-answer-encoding.ts';
import { answerEvents } from '../../helpers/amazon-frames.ts';
import { runs } from '../../helpers/full.ts';

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString('utf8'),
  (text) => new Uint8Array(Buffer.from(text)),
);

interface Read {
  readonly type: string;
  readonly said: unknown;
}

/** What Amazon's own code reads of frames. */
function readFrames(bytes: Buffer): readonly Read[] {
  const read: Read[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const { headers, body } = codec.decode(new Uint8Array(bytes.subarray(at, at + length)));
    const json = JSON.parse(Buffer.from(body).toString());
    const kind = headers[':message-type']?.value;
    const said = kind === 'event' ? JSON.parse(Buffer.from(json.bytes, 'base64').toString()) : json;
    read.push({ type: String(headers[kind === 'event' ? ':event-type' : ':exception-type']?.value), said });
    at += length;
  }
  return read;
}

function sse(event: object, lineEnd = '\n'): string {
  const { type } = event as { type: string };
  return `event: ${type}${lineEnd}data: ${JSON.stringify(event)}${lineEnd}${lineEnd}`;
}

const chunks = (events: readonly object[]): readonly Read[] =>
  events.map((said) => ({ type: 'chunk', said }));
const failed = (type: string, message: string) => ({ type: 'error', error: { type, message } });

test('events of messages are chunks, wherever their bytes are cut', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\r\n', '\u2028', '"\\', '😀'));
  const events = fc.array(text, { minLength: 1, maxLength: 8 }).map((words) => [
    ...answerEvents('one two').slice(0, 2),
    ...words.map((word) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: word },
    })),
    ...answerEvents('one two').slice(-3),
  ]);
  const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(events, sizes, fc.constantFrom('\n', '\r\n'), (sent, pieces, lineEnd) => {
      const all = Buffer.from(sent.map((event) => sse(event, lineEnd)).join(': a comment\n\n'));
      const writer = new BedrockEvents();
      const out: Buffer[] = [];
      for (let at = 0, turn = 0; at < all.length; turn += 1) {
        const size = pieces[turn % pieces.length]!;
        out.push(writer.push(all.subarray(at, at + size)));
        at += size;
      }
      out.push(writer.end());
      assert.deepEqual(readFrames(Buffer.concat(out)), chunks(sent));
    }),
    { numRuns: runs(1000) },
  );
});

test("an error within a stream is Amazon's exception, and nothing is behind it", () => {
  const names = {
    rate_limit_error: 'throttlingException',
    overloaded_error: 'serviceUnavailableException',
    timeout_error: 'modelTimeoutException',
    invalid_request_error: 'validationException',
    api_error: 'internalServerException',
    made_up: 'internalServerException',
  };
  const [start] = answerEvents('one');
  for (const [type, name] of Object.entries(names)) {
    const writer = new BedrockEvents();
    const frames = writer.push(Buffer.from(sse(start!) + sse(failed(type, 'why')) + sse(start!)));
    assert.deepEqual(readFrames(frames), [...chunks([start!]), { type: name, said: { message: 'why' } }]);
    assert.equal(writer.push(Buffer.from(sse(start!))).length, 0);
    assert.equal(writer.cut(Buffer.from(sse(failed('api_error', 'cut')))).length, 0);
    assert.equal(writer.end().length, 0);
  }
});

test('a cut in the middle of an event leaves nothing of it', () => {
  const [start, block] = answerEvents('one');
  const writer = new BedrockEvents();
  const before = writer.push(Buffer.from(sse(start!) + sse(block!).slice(0, 30)));
  // Where a client holds half an event a blank line ends it first.
  const after = writer.cut(Buffer.from(`\n\n${sse(failed('api_error', 'it broke off'))}`));
  assert.deepEqual(readFrames(Buffer.concat([before, after])), [
    ...chunks([start!]),
    { type: 'internalServerException', said: { message: 'it broke off' } },
  ]);
});

test('an event that no frame can hold is an exception', () => {
  const writer = new BedrockEvents();
  const long = Buffer.from(`event: content_block_delta\ndata: "${'x'.repeat(17 * 1024 * 1024)}`);
  const [only] = readFrames(writer.push(long));
  assert.equal(only?.type, 'internalServerException');
  assert.match(JSON.stringify(only?.said), /16 MiB/);
  assert.equal(writer.push(Buffer.from('"\n\n')).length, 0);
});

test('whole answers are said as Amazon says them, and what is none of ours stays', () => {
  const said = (bytes: Buffer | undefined) => bytes && JSON.parse(bytes.toString());
  assert.deepEqual(said(amazonError(Buffer.from(JSON.stringify(failed('x', 'why'))))), { message: 'why' });
  assert.deepEqual(said(amazonError(Buffer.from('{"error":"why"}'))), { message: 'why' });
  for (const other of ['', '<html>', '{}', '{"error":{"code":1}}', '[1]'])
    assert.equal(amazonError(Buffer.from(other)), undefined);
  assert.deepEqual(said(amazonCount(Buffer.from('{"input_tokens":7}'))), { inputTokens: 7 });
  for (const other of ['', '{}', '{"input_tokens":"7"}'])
    assert.equal(amazonCount(Buffer.from(other)), undefined);
  assert.deepEqual(readFrames(amazonPing), chunks([{ type: 'ping' }]));
});
