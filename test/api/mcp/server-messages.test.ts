import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AnswerEvents } from '../../../src/api/mcp/server-events.ts';
import {
  maxMessageBytes,
  readAnswer,
  readServerMessages,
  ServerFault,
  type ServerMessage,
} from '../../../src/api/mcp/server-messages.ts';
import { examples, sdkFault } from '../../helpers/mcp/judges.ts';

const ok = '{"jsonrpc":"2.0","id":7,"result":{"n":1.0}}';
const progress =
  '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1.0,"progressToken":1}}';
const event = (data: string, type = 'message') => `event: ${type}\ndata: ${data}\n\n`;

/** What a stream tells, in order, pushed in pieces. */
function heard(pieces: readonly (string | Buffer)[], maxBytes?: number) {
  const told: (ServerMessage | string)[] = [];
  const tell = (message: ServerMessage) => told.push(message);
  const events = new AnswerEvents(
    7,
    { notification: tell, request: tell, response: tell, fault: ({ message }) => told.push(message) },
    maxBytes,
  );
  for (const piece of pieces) events.push(Buffer.from(piece));
  events.end();
  assert.ok(events.isOver);
  return told.map((one) =>
    typeof one === 'string' ? one : one.kind === 'response' ? one.resultText : one.method,
  );
}

test('every response of the specification is read, and what the SDKs refuse is refused', () => {
  for (const [type, named] of Object.entries(examples)) {
    if (!type.endsWith('ResultResponse')) continue;
    for (const example of Object.values(named)) {
      const [message] = readServerMessages(JSON.stringify(example));
      assert.equal(message!.kind, 'response');
      assert.deepEqual((message as { result?: unknown }).result, example['result'], type);
    }
  }
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom('2.0', {}, 1, { code: 1, message: 'x' }),
  );
  const response = fc.record(
    { jsonrpc: fc.constant('2.0'), id: odd, result: odd, error: odd },
    { requiredKeys: ['jsonrpc', 'id'] },
  );
  fc.assert(
    fc.property(response, (value) => {
      if (sdkFault('modern', 'JSONRPCMessage', value) === undefined) return;
      // A null or a float is no id; it is held against ours later.
      if (value.id === null || typeof value.id === 'number') return;
      // The result of a message with an error, too, is an object of its own in their schemas.
      if (value.result !== undefined && value.error !== undefined) return;
      assert.throws(() => readServerMessages(JSON.stringify(value)), ServerFault);
    }),
    { numRuns: 500 },
  );
});

test('an answer is the response to our request, with its text as it was written', () => {
  const answer = readAnswer(Buffer.from(` ${ok}\n`), 7);
  assert.equal(answer.resultText, '{"n":1.0}');
  assert.equal(readAnswer(Buffer.from(`[${progress},${ok}]`), 7).resultText, '{"n":1.0}');
  const error = readAnswer(
    Buffer.from('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m","data":2.0}}'),
    7,
  );
  assert.deepEqual(error.error, {
    code: -32700,
    message: 'm',
    data: 2,
    text: '{"code":-32700,"message":"m","data":2.0}',
  });
});

test("what is no answer to our request is its server's fault, and is not repeated", () => {
  for (const text of [
    '',
    '<html>secret</html>',
    'null',
    '[]',
    '{"jsonrpc":"2.0","id":8,"result":{"secret":1}}',
    '{"jsonrpc":"2.0","id":"7","result":{}}',
    '{"jsonrpc":"2.0","id":7.5,"result":{}}',
    '{"jsonrpc":"2.0","result":{}}',
    '{"jsonrpc":"2.0","id":8,"error":{"code":1,"message":"secret"}}',
    '{"jsonrpc":"2.0","id":7,"result":"secret"}',
    '{"jsonrpc":"2.0","id":7,"result":{},"error":{"code":1,"message":"secret"}}',
    '{"jsonrpc":"2.0","id":7,"error":{"code":"secret","message":"x"}}',
    '{"jsonrpc":"2.0","id":7,"error":{"code":1}}',
    '{"jsonrpc":"2.0","id":{},"result":{}}',
    '{"jsonrpc":"1.0","id":7,"result":{}}',
    `[${ok},${ok}]`,
    progress,
    '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage"}',
    `{"jsonrpc":"2.0","id":7,"result":{"a":${'['.repeat(300)}${']'.repeat(300)}}}`,
  ]) {
    assert.throws(
      () => readAnswer(Buffer.from(text), 7),
      (error) => error instanceof ServerFault && !error.message.includes('secret'),
      text,
    );
  }
  assert.throws(() => readAnswer(Buffer.from([0xff]), 7), ServerFault);
  assert.throws(() => readAnswer(Buffer.alloc(maxMessageBytes + 1, 0x20), 7), ServerFault);
});

test('a stream is told in order, wherever it is cut', () => {
  const request = '{"jsonrpc":"2.0","id":"s1","method":"elicitation/create","params":{}}';
  const stream = `: hello\n\nid: 1\ndata:\n\n${event(progress)}id: 2\nretry: 5\n${event(request)}${event('{"x":1}', 'other')}data: ${ok.slice(0, 16)}\r\ndata: ${ok.slice(16)}\r\n\r\n${event(ok)}`;
  const expected = ['notifications/progress', 'elicitation/create', '{"n":1.0}'];
  for (let at = 0; at <= stream.length; at += 1)
    assert.deepEqual(heard([stream.slice(0, at), stream.slice(at)]), expected);
  assert.deepEqual(heard([...stream]), expected);
});

test('a stream without events names, ids or a last blank line is read, and one without its response is a fault', () => {
  assert.deepEqual(heard([`data: ${ok}`]), ['{"n":1.0}']);
  assert.deepEqual(heard([`data:[${progress},${ok}]\n\n`]), ['notifications/progress', '{"n":1.0}']);
  assert.deepEqual(heard([event(progress)]), [
    'notifications/progress',
    'its stream ended without the response',
  ]);
  assert.deepEqual(heard([]), ['its stream ended without the response']);
  const other = ok.replace('7', '8');
  assert.deepEqual(heard([event(other), event(ok)]), [
    "it answered with the id of a request that isn't this one",
  ]);
  assert.deepEqual(heard([event('<html>'), event(ok)]), ['it sent what is not JSON']);
});

test('a stream that never ends and an event that never ends are held to their bounds', () => {
  assert.deepEqual(heard([event(progress), event(progress), event(ok)], 150).slice(1), [
    'its answer has more than 150 bytes',
  ]);
  const endless = Array.from({ length: 18 }, () => Buffer.alloc(1024 * 1024, 'x'));
  assert.deepEqual(heard(['data: ', ...endless]), [`it sent an event of more than ${maxMessageBytes} bytes`]);
});
