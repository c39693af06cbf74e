import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dialectOf } from '../../../src/api/dialects/index.ts';
import { familyOfPath } from '../../../src/api/endpoints/index.ts';
import { cutEvent, renderError } from '../../../src/api/families/render-error.ts';
import { catalog, type ErrorCode, GatewayError, publicCode } from '../../../src/errors.ts';

const codes = Object.keys(catalog) as ErrorCode[];

test('an error of the OpenAI family is message, type and code', () => {
  const { status, headers, body } = renderError(
    new GatewayError('model_not_found', 'No model.'),
    'openai',
    'r-1',
  );
  assert.equal(status, 404);
  assert.equal(
    body.toString(),
    '{"error":{"message":"No model.","type":"invalid_request_error","code":"model_not_found"}}',
  );
  assert.deepEqual(headers, {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'x-request-id': 'r-1',
    'x-gateway-error': 'model_not_found',
    'x-should-retry': 'false',
  });
});

test('on the messages endpoint the same error has that family around it', () => {
  const error = new GatewayError('invalid_value', 'Faulty.', { param: 'stream' });
  const { headers, body } = renderError(error, 'anthropic', 'r-1');
  assert.equal(
    body.toString(),
    '{"type":"error","error":{"message":"Faulty.","type":"invalid_request_error","code":"invalid_value","param":"stream"},"request_id":"r-1"}',
  );
  assert.equal(headers['request-id'], 'r-1');
});

test('the tag 503 is the same three fields for everybody', () => {
  const error = new GatewayError('routing_requirements_not_met', 'No available.', { param: 'tags' });
  const exact = { message: 'No available.', type: 'None', code: '503' };
  for (const family of ['openai', 'anthropic'] as const) {
    const { status, headers, body } = renderError(error, family, 'r');
    assert.equal(status, 503);
    assert.deepEqual(JSON.parse(body.toString()).error, exact);
    assert.equal(headers['x-should-retry'], 'false');
    assert.equal(headers['x-gateway-error'], '503');
  }
});

test('every error has the words of its family and tells whether to try again', () => {
  const words: Record<number, string> = {
    401: 'authentication_error',
    403: 'permission_error',
    404: 'not_found_error',
    413: 'request_too_large',
    429: 'rate_limit_error',
    500: 'api_error',
    502: 'api_error',
    503: 'overloaded_error',
    504: 'timeout_error',
  };
  for (const code of codes) {
    const { status, type, retry } = catalog[code];
    for (const family of ['openai', 'anthropic'] as const) {
      const { headers, body } = renderError(new GatewayError(code, 'm'), family, 'r');
      const { error } = JSON.parse(body.toString());
      const word = type === 'None' || family === 'openai' ? type : (words[status] ?? 'invalid_request_error');
      assert.deepEqual(error, { message: 'm', type: word, code: publicCode(code) });
      assert.equal(headers['www-authenticate'], status === 401 ? 'Bearer' : undefined);
      assert.equal(headers['x-should-retry'], retry === 'never' ? 'false' : undefined);
      assert.equal(headers['retry-after'], retry === 'never' ? undefined : '1');
      assert.equal(headers['retry-after-ms'], retry === 'never' ? undefined : '1000');
    }
  }
});

test('the time to wait is whole seconds, at least one, and exact in milliseconds', () => {
  for (const [retryAfterMs, seconds, ms] of [
    [0, '1', '1'],
    [120.4, '1', '121'],
    [1500, '2', '1500'],
    [30_000, '30', '30000'],
  ] as const) {
    const { headers } = renderError(new GatewayError('overloaded', 'm', { retryAfterMs }), 'openai', 'r');
    assert.deepEqual([headers['retry-after'], headers['retry-after-ms']], [seconds, ms]);
  }
});

test('headers of the error itself are added', () => {
  const error = new GatewayError('method_not_allowed', 'm', { headers: { allow: 'POST' } });
  assert.equal(renderError(error, 'openai', 'r').headers['allow'], 'POST');
});

test('paths at and below the messages endpoint are of its family', () => {
  for (const path of [
    '/v1/messages',
    '/v1/messages/',
    '/v1/messages/count_tokens',
    '/v1/messages?beta=true',
  ]) {
    assert.equal(familyOfPath(path), 'anthropic', path);
  }
  for (const path of ['/v1/messagesx', '/v1/chat/completions', '/', '', '/v1/message', '//v1/messages']) {
    assert.equal(familyOfPath(path), 'openai', path);
  }
});

test('a cut stream ends in one event of the endpoint', () => {
  const border = { midEvent: false, responseId: undefined };
  const openai = 'data: {"error":{"message":"M","type":"upstream_error","code":"upstream_interrupted"}}\n\n';
  assert.equal(cutEvent(dialectOf.chat_completions.stream!, 'M', 'R', border).toString(), openai);
  assert.equal(cutEvent(dialectOf.completions.stream!, 'M', 'R', border).toString(), openai);
  assert.equal(
    cutEvent(dialectOf.messages.stream!, 'M', 'R', border).toString(),
    'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"M","code":"upstream_interrupted"},"request_id":"R"}\n\n',
  );
  assert.equal(
    cutEvent(dialectOf.responses.stream!, 'M', 'R', { midEvent: false, responseId: 'resp_1' }).toString(),
    'event: response.failed\ndata: {"type":"response.failed","response":{"id":"resp_1","object":"response","status":"failed","error":{"code":"upstream_interrupted","message":"M"}}}\n\n',
  );
  assert.equal(
    cutEvent(dialectOf.chat_completions.stream!, 'M', 'R', {
      midEvent: true,
      responseId: undefined,
    }).toString(),
    `\n\n${openai}`,
  );
});

test('a wait of more than a minute is told, and that trying again is of no use until then', () => {
  const headersOf = (retryAfterMs: number) =>
    renderError(new GatewayError('rate_limit_exceeded', 'm', { retryAfterMs }), 'openai', 'r').headers;
  assert.equal(headersOf(60_000)['x-should-retry'], undefined);
  assert.equal(headersOf(60_001)['x-should-retry'], 'false');
  assert.equal(headersOf(60_001)['retry-after'], '61');
});

test('clients of tools get an error of JSON-RPC with the id of their request, as it was written, and our code in its data', () => {
  const limited = new GatewayError('rate_limit_exceeded', 'Too many.', { retryAfterMs: 1500 });
  const { status, headers, body } = renderError(limited, 'mcp', 'r', '"a\\u0062"');
  assert.equal(status, 429);
  assert.equal(headers['retry-after-ms'], '1500');
  assert.equal(
    body.toString(),
    '{"jsonrpc":"2.0","id":"a\\u0062","error":{"code":-32600,"message":"Too many.","data":{"code":"rate_limit_exceeded"}}}',
  );
  const codeOf = (code: ErrorCode) =>
    JSON.parse(renderError(new GatewayError(code, 'm'), 'mcp', 'r').body.toString());
  assert.deepEqual(codeOf('invalid_json').error.code, -32700);
  assert.deepEqual(codeOf('unknown_tool').error.code, -32602);
  assert.deepEqual(codeOf('upstream_timeout').error.code, -32603);
  assert.equal('id' in codeOf('upstream_timeout'), false);
});
