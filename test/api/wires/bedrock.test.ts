import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amazonFrame, answerEvents, bedrockChunk, bedrockException } from '../../helpers/amazon-frames.ts';
import { encoded, wireContract, wireFrom } from './wire.contract.ts';

wireContract('bedrock', {
  backend: 'wire: bedrock',
  paths: { whole: '/model/a@1:b%2Fc/invoke', stream: '/model/a@1:b%2Fc/invoke-with-response-stream' },
  removed: ['model', 'stream'],
  added: { anthropic_version: 'bedrock-2023-05-31', anthropic_beta: ['one', 'two'] },
  withheld: ['anthropic-version', 'anthropic-beta'],
});

const body = '{"model":"m","stream":true,"messages":[{"role":"user"}]}';
const rest = '"messages":[{"role":"user"}]}';

test('the betas of the header go into the body, those alone that the file names', async () => {
  const all = await wireFrom('wire: bedrock');
  const betas = (value: string) => encoded(all, body, { 'anthropic-beta': value });
  const version = '"anthropic_version":"bedrock-2023-05-31"';
  assert.equal(encoded(all, body, {}), `{${version},${rest}`);
  assert.equal(betas(' b , a,b,, '), `{${version},"anthropic_beta":["b","a"],${rest}`);
  assert.equal(betas(' , '), `{${version},${rest}`);
  const some = await wireFrom('wire: { bedrock: { anthropic_version: later, betas: [a, c] } }');
  for (const [value, put] of [
    ['b,a,c', '"anthropic_beta":["a","c"],'],
    ['b', ''],
  ] as const) {
    const out = encoded(some, body, { 'anthropic-beta': value });
    assert.equal(out, `{"anthropic_version":"later",${put}${rest}`);
  }
});

test('a member that stands twice is one, and the last of it counts', async () => {
  const wire = await wireFrom('wire: bedrock');
  const twice = (first: string, last: string) =>
    encoded(
      wire,
      `{"model":"m","anthropic_version":${first},${rest.slice(0, -1)},"anthropic_version":${last}}`,
      {},
    );
  assert.equal(twice('1', '"x"'), `{"anthropic_version":1,${rest.slice(0, -1)},"anthropic_version":"x"}`);
  assert.equal(
    twice('1', 'null'),
    `{"anthropic_version":1,${rest.slice(0, -1)},"anthropic_version":"bedrock-2023-05-31"}`,
  );
});

async function events(...frames: readonly Buffer[]): Promise<{ text: string; fault: string | undefined }> {
  const { frames: framed } = await wireFrom('wire: bedrock');
  const decoder = framed!.decoder();
  const text = decoder.push(Buffer.concat(frames)).toString();
  assert.equal(decoder.isMidFrame, false);
  return { text, fault: decoder.fault };
}

test('what a chunk holds is passed on byte for byte, but for line ends between its tokens', async () => {
  const odd = '{"type":"ping",\r\n "big":12345678901234567890, "b":1.0,"a":"\\n ü"}';
  assert.deepEqual(await events(bedrockChunk(odd)), {
    text: 'event: ping\ndata: {"type":"ping",   "big":12345678901234567890, "b":1.0,"a":"\\n ü"}\n\n',
    fault: undefined,
  });
  const all = answerEvents('hello');
  const expected = all.map((event) => {
    const { type } = event as { type: string };
    return `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`;
  });
  assert.equal((await events(...all.map(bedrockChunk))).text, expected.join(''));
});

test('what is no event of messages is passed over, and a chunk without bytes is a fault', async () => {
  const headers = (type: string) => ({
    ':message-type': { type: 'string', value: 'event' } as const,
    ':event-type': { type: 'string', value: type } as const,
  });
  const passed = await events(
    amazonFrame(headers('initial-response'), '{}'),
    amazonFrame({}, '{}'),
    bedrockChunk('{"type":5}'),
    bedrockChunk('{}'),
    bedrockChunk('no json'),
    bedrockChunk('{"type":"a\\ndata: b"}'),
    bedrockChunk('{"type":"ping"}'),
  );
  assert.deepEqual(passed, { text: 'event: ping\ndata: {"type":"ping"}\n\n', fault: undefined });
  for (const payload of ['', '{}', '{"bytes":5}', 'x']) {
    const { text, fault } = await events(
      bedrockChunk('{"type":"ping"}'),
      amazonFrame(headers('chunk'), payload),
    );
    assert.equal(text, 'event: ping\ndata: {"type":"ping"}\n\n');
    assert.equal(fault, 'a chunk without bytes');
  }
});

test('each exception is the error event that clients of messages know what to do with', async () => {
  for (const [exception, type] of [
    ['throttlingException', 'rate_limit_error'],
    ['ThrottlingException', 'rate_limit_error'],
    ['serviceUnavailableException', 'overloaded_error'],
    ['modelTimeoutException', 'timeout_error'],
    ['validationException', 'invalid_request_error'],
    ['internalServerException', 'api_error'],
    ['modelStreamErrorException', 'api_error'],
    ['whatever', 'api_error'],
  ] as const) {
    const { text } = await events(bedrockException(exception, '{"message":"too \\"much\\"\\n"}'));
    const error = { type: 'error', error: { type, message: 'too "much"\n' } };
    assert.equal(text, `event: error\ndata: ${JSON.stringify(error)}\n\n`);
  }
  const bare = await events(bedrockException('internalServerException', ''));
  assert.match(bare.text, /"message":"internalServerException"/);
  const unmodelled = await events(
    amazonFrame({
      ':message-type': { type: 'string', value: 'error' },
      ':error-code': { type: 'string', value: 'InternalError' },
      ':error-message': { type: 'string', value: 'it broke' },
    }),
  );
  assert.equal(
    unmodelled.text,
    'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"it broke"}}\n\n',
  );
});

test("an error of a whole answer goes by Amazon's word for it, else by its status", async () => {
  const { errorBody, judgedStatus } = await wireFrom('wire: bedrock');
  for (const [status, errorType, type] of [
    [
      400,
      'ValidationException:http://internal.amazon.com/coral/com.amazon.bedrock/',
      'invalid_request_error',
    ],
    [429, 'ThrottlingException', 'rate_limit_error'],
    [503, 'ServiceUnavailableException', 'overloaded_error'],
    [408, 'ModelTimeoutException', 'timeout_error'],
    [403, 'AccessDeniedException', 'permission_error'],
    [404, 'ResourceNotFoundException', 'not_found_error'],
    [429, 'ModelNotReadyException', 'rate_limit_error'],
    [424, 'ModelErrorException', 'api_error'],
    [500, undefined, 'api_error'],
    [507, undefined, 'api_error'],
    [400, undefined, 'invalid_request_error'],
    [400, 'ServiceQuotaExceededException', 'rate_limit_error'],
  ] as const) {
    const came = Buffer.from('{"message":"Malformed input request"}');
    const read = JSON.parse(errorBody!({ status, errorType, requestId: 'r' }, came)!.toString()) as unknown;
    const error = { type, message: 'Malformed input request' };
    assert.deepEqual(read, { type: 'error', error, request_id: 'r' }, errorType);
  }
  assert.equal(judgedStatus(424), 500);
  assert.equal(judgedStatus(400), 400);
  assert.equal(judgedStatus(400, 'ServiceQuotaExceededException:http://internal.amazon.com/'), 429);
  assert.equal(judgedStatus(400, 'ValidationException'), 400);
});
