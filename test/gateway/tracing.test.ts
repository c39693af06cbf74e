import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTraceparent, parseTraceparent } from '../../src/observe/traces/tracer.ts';
import { json, startBackend } from '../helpers/backend.ts';
import { startCollector } from '../helpers/collector.ts';
import { configText, secret, startGateway } from '../helpers/gateway.ts';
import { modern, startToolServer } from '../helpers/tool-server.ts';

const chat = { model: 'fast', messages: [{ role: 'user', content: 'hello' }], max_tokens: 20 };
const models =
  '{ fast: { deployments: [ { backend: main, model: fast-2026, endpoints: { chat_completions: [] } }, { backend: second, priority: 1, endpoints: { chat_completions: [] } } ] } }';
const usage = { prompt_tokens: 100, completion_tokens: 7 };

test('a request is a server span, and each attempt a client span below it, in the names of the conventions', async (t) => {
  const collector = await startCollector(t);
  const broken = await startBackend(t, (_seen, response) => {
    response.writeHead(503, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"busy"}}');
  });
  const sound = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [], usage }));
  });
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${broken.url}" }, second: { url: "${sound.url}" } }`,
      models,
      more: `tracing: { otlp: "${collector.url}", headers: { X-Collector-Key: let-me-in } }`,
    }),
  );
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await gateway.call('/v1/chat/completions', {
    body: chat,
    headers: {
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      tracestate: 'vendor=1',
      'x-request-id': 'traced-1',
    },
  });
  const spans = await collector.spans(3);
  const server = spans.find(({ kind }) => kind === 2)!;
  const [first, second] = spans.filter(({ kind }) => kind === 3);
  assert.ok(first && second);
  assert.equal(server.name, 'POST /v1/chat/completions');
  assert.equal(server.parentSpanId, 'b7ad6b7169203331');
  assert.deepEqual(server.resource, { 'service.name': 'gateway' });
  assert.deepEqual(server.attributes, {
    'http.request.method': 'POST',
    'url.path': '/v1/chat/completions',
    'url.scheme': 'https',
    'http.route': '/v1/chat/completions',
    'http.response.status_code': 200,
    'client.address': '127.0.0.1',
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'fast',
    'gateway.request.id': 'traced-1',
    'gateway.key.id': 'test',
    'gateway.attempts': 2,
    'gateway.deployment': 'fast/second',
    'gen_ai.usage.input_tokens': 100,
    'gen_ai.usage.output_tokens': 7,
    'gen_ai.usage.cache_read.input_tokens': 0,
    'gen_ai.usage.cache_creation.input_tokens': 0,
  });
  assert.equal(first.name, 'chat fast-2026');
  assert.equal(first.status, 2);
  assert.equal(first.attributes['error.type'], 'failed');
  assert.equal(first.attributes['server.port'], broken.port);
  assert.equal(second.name, 'chat fast');
  const { 'gen_ai.response.time_to_first_chunk': firstChunk, ...rest } = second.attributes;
  assert.ok(typeof firstChunk === 'number' && firstChunk > 0 && firstChunk < 5);
  assert.deepEqual(rest, {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'second',
    'gen_ai.request.model': 'fast',
    'gen_ai.request.stream': false,
    'gen_ai.request.max_tokens': 20,
    'server.address': '127.0.0.1',
    'server.port': sound.port,
    'gateway.deployment': 'fast/second',
    'http.response.status_code': 200,
    'gen_ai.usage.input_tokens': 100,
    'gen_ai.usage.output_tokens': 7,
    'gen_ai.usage.cache_read.input_tokens': 0,
    'gen_ai.usage.cache_creation.input_tokens': 0,
  });
  assert.ok(spans.every((span) => span.traceId === traceId));
  assert.ok([first, second].every((span) => span.parentSpanId === server.spanId));
  assert.ok(server.ms >= second.ms && second.ms > 0);
  assert.equal(broken.seen[0]?.headers['traceparent'], `00-${traceId}-${first.spanId}-01`);
  assert.equal(sound.seen[0]?.headers['traceparent'], `00-${traceId}-${second.spanId}-01`);
  assert.equal(sound.seen[0]?.headers['tracestate'], 'vendor=1');
  assert.equal(collector.headers[0]?.['x-collector-key'], 'let-me-in');
});

test('what a client decided not to sample is continued and not recorded; what is no trace begins a new one', async (t) => {
  const collector = await startCollector(t);
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"choices":[]}');
  });
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" }, second: { url: "${backend.url}" } }`,
      models,
      more: `tracing: { otlp: "${collector.url}/v1/traces" }`,
    }),
  );
  const call = (traceparent: string) =>
    gateway.call('/v1/chat/completions', { body: chat, headers: { traceparent, tracestate: 'vendor=1' } });
  await call('00-11111111111111111111111111111111-2222222222222222-00');
  await call('00-nonsense-01');
  const spans = await collector.spans(2);
  assert.ok(spans.every(({ traceId }) => traceId !== '11111111111111111111111111111111'));
  const [continued, begun] = backend.seen.map(({ headers }) => headers);
  assert.match(String(continued?.['traceparent']), /^00-1{32}-(?!2{16})[0-9a-f]{16}-00$/);
  assert.equal(continued?.['tracestate'], 'vendor=1');
  assert.match(String(begun?.['traceparent']), /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  assert.equal(begun?.['tracestate'], undefined);
});

test('a collector that is not there costs spans and one line in the log, not requests', async (t) => {
  const collector = await startCollector(t);
  const { port } = new URL(collector.url);
  const gateway = await startGateway(
    t,
    configText({
      backends: '{ main: { simulator: {} }, second: { simulator: {} } }',
      models,
      more: `tracing: { otlp: "http://127.0.0.1:1/", headers: { X-Collector-Key: "canary-${port}" } }`,
    }),
  );
  assert.equal((await gateway.call('/v1/chat/completions', { body: chat })).status, 200);
  await gateway.gateway.stop();
  const lines = gateway.logs.filter(({ level }) => level === 'warn').map(({ msg }) => msg);
  assert.deepEqual(lines, [
    'traces can not be delivered: see whether the collector at `tracing.otlp` takes them',
  ]);
  assert.ok(!JSON.stringify(gateway.logs).includes('canary'));
});

test('without tracing the client’s headers go on as they came', async (t) => {
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"choices":[]}');
  });
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" }, second: { url: "${backend.url}" } }`,
      models,
    }),
  );
  await gateway.call('/v1/chat/completions', { body: chat, headers: { traceparent: 'whatever' } });
  assert.equal(backend.seen[0]?.headers['traceparent'], 'whatever');
});

test('traceparent is read as the standard has it', () => {
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const span = 'b7ad6b7169203331';
  assert.deepEqual(parseTraceparent(`00-${trace}-${span}-01`), { traceId: trace, spanId: span, flags: 1 });
  assert.equal(parseTraceparent(`cc-${trace}-${span}-09-what-comes-later`)?.flags, 9);
  for (const wrong of [
    undefined,
    '',
    `00-${trace}-${span}-01-more`,
    `ff-${trace}-${span}-01`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${trace}-${span}`,
    `00-${trace}-${span}-01, 00-${trace}-${span}-01`,
  ]) {
    assert.equal(parseTraceparent(wrong), undefined, wrong);
  }
  assert.equal(formatTraceparent({ traceId: trace, spanId: span, flags: 9 }), `00-${trace}-${span}-01`);
});

test('a call of a tool is a client span below that of its request, in the names of the conventions', async (t) => {
  const collector = await startCollector(t);
  const backend = await startBackend(t, json({}));
  const server = await startToolServer(t);
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" } }`,
      models: '{ m: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] } }',
      keys: `{ test: { secret: ${secret}, tools: ["*"] } }`,
      more: `tracing: { otlp: "${collector.url}" }
mcp: { servers: { s: { url: "${server.url}/mcp", private: true } } }`,
    }),
  );
  await gateway.call('/mcp', modern('tools/call', { name: 's__echo', arguments: { a: 1 } }));
  const spans = await collector.spans(2);
  const request = spans.find(({ kind }) => kind === 2)!;
  const call = spans.find(({ kind }) => kind === 3)!;
  assert.equal(request.name, 'POST /mcp');
  assert.equal(request.attributes['mcp.method.name'], 'tools/call');
  assert.equal(call.name, 'tools/call echo');
  assert.equal(call.parentSpanId, request.spanId);
  assert.deepEqual(call.attributes, {
    'mcp.method.name': 'tools/call',
    'mcp.protocol.version': '2026-07-28',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'echo',
    'server.address': '127.0.0.1',
    'server.port': server.port,
    'gateway.mcp.server': 's',
  });
  const sent = server.seen.at(-1)!.headers['traceparent'];
  assert.equal(sent, `00-${call.traceId}-${call.spanId}-01`);
});
