import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { headerValue } from '../../../src/http/flat-headers.ts';
import { type Head, HeaderPolicy, readHead, releaseHead } from '../../../src/http/server/request-head.ts';

const policy = new HeaderPolicy(['api-key', 'x-goog-api-key']);

/** The head of a request with these names and values in turn. */
function headOf(...rawHeaders: string[]): Head {
  return readHead({ rawHeaders } as unknown as IncomingMessage, policy);
}

test('what the gateway reads is taken in any case, and does not go on', () => {
  const head = headOf(
    ...['HOST', 'h', 'authorization', 'Bearer a', 'X-API-KEY', 'k', 'x-router-tags', 'vision'],
    ...[
      'X-Request-Id',
      'r',
      'http-referer',
      'u',
      'x-title',
      't',
      'Content-Length',
      '2',
      'expect',
      '100-continue',
    ],
  );
  const { forward, ...read } = head;
  assert.deepEqual(forward, []);
  assert.equal(read.host, 'h');
  assert.equal(read.authorization, 'Bearer a');
  assert.equal(read.apiKey, 'k');
  assert.equal(read.tags, 'vision');
  assert.equal(read.requestId, 'r');
  assert.equal(read.referer, 'u');
  assert.equal(read.title, 't');
  assert.equal(read.contentLength, '2');
  assert.equal(read.expect, '100-continue');
});

test('of a request that was sent there is left what is told of it, and no secret', () => {
  const rawHeaders = [
    ...['host', 'h', 'authorization', 'Bearer secret', 'x-api-key', 'secret', 'x-title', 't'],
    ...['http-referer', 'u', 'x-forwarded-for', '10.0.0.1', 'accept', 'text/event-stream'],
  ];
  const request = { rawHeaders } as unknown as IncomingMessage;
  const head = readHead(request, policy);
  releaseHead(request, head);
  assert.equal(head.title, 't');
  assert.equal(head.referer, 'u');
  assert.doesNotMatch(JSON.stringify([head, request]), /secret|10\.0\.0\.1|event-stream/);
});

test('names of headers are remembered, but for long ones, which anybody may invent', () => {
  const own = new HeaderPolicy();
  const isRemembered = (name: string) => {
    const before = own.lookUp(name);
    return own.lookUp(name) === before;
  };
  assert.equal(isRemembered('X-Short'), true);
  assert.equal(isRemembered('x'.repeat(64)), true);
  assert.equal(isRemembered('x'.repeat(65)), false);
  for (let made = 0; made < 3000; made += 1) own.lookUp(`x-${made}`);
  assert.equal(isRemembered('x-2999'), false);
  assert.equal(isRemembered('X-Short'), true);
});

test('an application is called by either header, and by the newer one where both came', () => {
  const title = (...raw: string[]) => headOf(...raw).title;
  assert.equal(title('X-OpenRouter-Title', 'new'), 'new');
  assert.equal(title('X-Title', 'old'), 'old');
  assert.equal(title('X-Title', 'old', 'X-OpenRouter-Title', 'new'), 'new');
  assert.equal(title('X-OpenRouter-Title', 'new', 'X-Title', 'old'), 'new');
  assert.deepEqual(headOf('x-openrouter-title', 'a', 'X-Title', 'b', 'X-TITLE', 'c').app, [
    ...['x-openrouter-title', 'a', 'x-title', 'c'],
  ]);
});

test('repeated fields are counted or joined, never chosen among', () => {
  const head = headOf(
    ...['Host', 'a', 'host', 'b', 'Authorization', 'Bearer a', 'authorization', 'Bearer b'],
    ...['x-api-key', 'a', 'x-api-key', 'a', 'x-request-id', '1', 'x-request-id', '2'],
    ...[
      'transfer-encoding',
      'chunked',
      'transfer-encoding',
      'chunked',
      'expect',
      '100-continue',
      'expect',
      'x',
    ],
    ...['content-type', 'application/json', 'content-type', 'text/plain'],
    ...['content-encoding', 'gzip', 'content-encoding', 'identity'],
    ...['x-router-tags', 'a', 'x-router-tags', 'b', 'x-forwarded-for', '1', 'x-forwarded-for', '2'],
    ...['anthropic-beta', 'a', 'Anthropic-Beta', 'b'],
  );
  assert.equal(head.hostCount, 2);
  assert.equal(head.authorizationCount, 2);
  assert.equal(head.apiKey, 'a,a');
  assert.equal(head.requestIdCount, 2);
  assert.equal(head.transferEncoding, 'chunked, chunked');
  assert.equal(head.expect, '100-continue, x');
  assert.equal(head.contentType, 'application/json, text/plain');
  assert.equal(head.contentEncoding, 'gzip, identity');
  assert.equal(head.tags, 'a,b');
  assert.equal(head.forwardedFor, '1,2');
  assert.equal(headerValue(head.forward, 'anthropic-beta'), 'a, b');
});

for (const name of [
  'accept-encoding',
  'Api-Key',
  'X-Goog-Api-Key',
  'api_key',
  'x.goog.api.key',
  'Proxy',
  'X-HTTP-Method-Override',
  'X-HTTP-Method',
  'X-Method-Override',
  'x_http_method_override',
  'X-Original-URL',
  'X-Original-Host',
  'X-Rewrite-URL',
  'X-Host',
  'X-Envoy-Original-Path',
  'X-Goog-User-Project',
  'X-Goog-IAM-Authorization-Token',
  'Ocp-Apim-Subscription-Key',
  'X-Amz-Security-Token',
  'CF-Connecting-IP',
  'True-Client-IP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'X-Forwarded',
  'Remote-User',
  'REMOTE_USER',
  'X-Remote-User',
  'X-OpenRouter-Title',
  'X-Forwarded-Whatever',
  'x_forwarded_whatever',
  'If-Match',
  'if_match',
  'Proxy-Anything',
  'proxy.anything',
  'Cookie',
  '__proto__',
  'x_api_key',
  'Content_Type',
  'CONTENT.LENGTH',
]) {
  test(`${name} is dropped`, () => assert.deepEqual(headOf(name, 'x').forward, []));
}

for (const name of ['Api-Key', 'X-Goog-Api-Key', 'api_key']) {
  test(`${name} is dropped where no backend is called with it too`, () => {
    const request = { rawHeaders: [name, 'x'] } as unknown as IncomingMessage;
    assert.deepEqual(readHead(request, new HeaderPolicy()).forward, []);
  });
}

for (const name of [
  'x-client-request-id',
  'x-amzn-bedrock-guardrailidentifier',
  'x-session-id',
  'x-custom',
  'x_custom',
  'x.custom',
  'traceparent',
  'openai-beta',
  'constructor',
  'accept',
]) {
  test(`${name} goes on`, () => assert.deepEqual(headOf(name, 'x').forward, [name, 'x']));
}

test('aliases of what the gateway reads are not read', () => {
  const head = headOf(
    'x_router_tags',
    'a',
    'X.Request.ID',
    'b',
    'x_api_key',
    'c',
    'x_forwarded_proto',
    'https',
  );
  assert.deepEqual(
    [head.tags, head.requestId, head.apiKey, head.forwardedProto],
    [undefined, undefined, undefined, undefined],
  );
});

test('Connection names what is for this hop only, in any case and wherever it stands', () => {
  const head = headOf(
    'X-After',
    '1',
    'Connection',
    ' x-AFTER , X-before',
    'connection',
    'X-Other',
    'x-before',
    '2',
    'x-other',
    '3',
    'x-kept',
    '4',
  );
  assert.deepEqual(head.forward, ['x-kept', '4']);
});

test('Connection takes nothing away that the gateway reads', () => {
  const head = headOf(
    'Connection',
    'authorization, x-request-id, host',
    'Authorization',
    'Bearer a',
    'X-Request-ID',
    'r',
    'Host',
    'h',
  );
  assert.equal(head.authorization, 'Bearer a');
  assert.equal(head.requestId, 'r');
  assert.equal(head.host, 'h');
});

test('of very many fields those that are repeated are joined all the same', () => {
  const many = Array.from({ length: 500 }, (_, index) => [`x-${index % 250}`, String(index)]).flat();
  const { forward, contentType } = headOf('content-type', 'application/json', ...many);
  assert.equal(forward.length, 2 * 251);
  assert.equal(headerValue(forward, 'x-7'), '7, 257');
  assert.equal(headerValue(forward, 'content-type'), contentType);
});

test('a great many invented names leave the answers right', () => {
  for (let index = 0; index < 5000; index += 1) {
    assert.deepEqual(headOf(`X-Invented-${index}`, 'v').forward, [`x-invented-${index}`, 'v']);
  }
  assert.equal(headOf('X-Router-Tags', 'vision').tags, 'vision');
});
