import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completion, delta, json, startBackend } from '../helpers/backend.ts';
import { gate, until } from '../helpers/gate.ts';
import { begin, configText, readReply, secret, startGateway } from '../helpers/gateway.ts';

const oneModel = (
  endpoints = '{ chat_completions: [streaming], messages: [], responses: [], completions: [] }',
) => `{ fast: { deployments: [ { backend: main, model: upstream-name, endpoints: ${endpoints} } ] } }`;
const chat = { model: 'fast', messages: [{ role: 'user', content: 'hello' }] };

test('a request reaches the backend with its model renamed and every other byte as it was sent', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const gateway = await startGateway(
    t,
    configText({ backends: `{ main: { url: "${backend.url}" } }`, models: oneModel() }),
  );
  const body =
    '{ "big": 12345678901234567890,\n  "model" : "fast", "tags":[], "seed": 1.0, "messages":[{"role":"user","content":null}] }';
  const reply = await gateway.call('/v1/chat/completions?x=1', { body });
  assert.equal(reply.status, 200);
  assert.equal(reply.json.choices[0].message.content, 'hi');
  assert.equal(backend.seen[0]?.url, '/v1/chat/completions?x=1');
  assert.equal(
    backend.seen[0]?.body.toString(),
    '{ "big": 12345678901234567890,\n  "model" : "upstream-name", "seed": 1.0, "messages":[{"role":"user","content":null}] }',
  );
});

test('headers that say who called, or that only concern one hop, do not reach the backend', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}", auth: { header: api-key, value: "backend-credential" }, headers: { x-fixed: ours }, default_headers: { x-default: ours, anthropic-version: "2023-06-01" } } }`,
      models: oneModel(),
    }),
  );
  const reply = await gateway.call('/v1/chat/completions', {
    body: chat,
    headers: {
      'api-key': 'stolen',
      cookie: 'a=b',
      connection: 'x-secret-hop, keep-alive',
      'x-secret-hop': '1',
      'x-forwarded-for': '1.2.3.4',
      x_forwarded_for: '1.2.3.4',
      forwarded: 'for=1.2.3.4',
      via: '1.1 x',
      'proxy-authorization': 'Basic x',
      'accept-encoding': 'gzip',
      'x-router-tags': '',
      'http-referer': 'https://app.example',
      'x-title': 'App',
      'x-openrouter-title': 'App',
      'x-fixed': 'theirs',
      'anthropic-version': '2024-01-01',
      'anthropic-beta': 'tools',
      'openai-organization': 'org',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    },
  });
  assert.equal(reply.status, 200);
  const { 'x-request-id': id, host, 'content-length': length, ...headers } = backend.seen[0]!.headers;
  assert.equal(id, reply.headers['x-request-id']);
  assert.equal(host, `127.0.0.1:${backend.port}`);
  assert.ok(Number(length) > 0);
  assert.deepEqual(headers, {
    'accept-encoding': 'identity',
    'anthropic-beta': 'tools',
    'anthropic-version': '2024-01-01',
    'api-key': 'backend-credential',
    connection: 'keep-alive',
    'content-type': 'application/json',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'x-default': 'ours',
    'x-fixed': 'ours',
    'x-gateway-hops': '1',
  });
});

test('application headers go only to a backend that asks for them', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}", forward_app_headers: true } }`,
      models: oneModel(),
    }),
  );
  await gateway.call('/v1/chat/completions', {
    body: chat,
    headers: { 'http-referer': 'https://app.example', 'x-title': 'App', 'x-openrouter-title': 'The App' },
  });
  assert.equal(backend.seen[0]?.headers['http-referer'], 'https://app.example');
  assert.equal(backend.seen[0]?.headers['x-title'], 'App');
  assert.equal(backend.seen[0]?.headers['x-openrouter-title'], 'The App');
  const line = gateway.logs.find((one) => one.msg === 'request');
  assert.equal(line?.['title'], 'The App');
});

test('what a backend says about itself or its operator does not reach the client', async (t) => {
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      server: 'secret/1.0',
      'set-cookie': 'a=b',
      'x-ratelimit-limit-requests': '5',
      'anthropic-ratelimit-requests-limit': '5',
      'openai-organization': 'org',
      'access-control-allow-origin': '*',
      'x-request-id': 'theirs',
      'strict-transport-security': 'max-age=1',
      'clear-site-data': '"*"',
      refresh: '0;url=https://elsewhere.example',
      location: 'https://elsewhere.example',
      'content-location': '/elsewhere',
      link: '</x>; rel=preload',
      'set-cookie2': 'a=b',
      nel: '{"report_to":"x","max_age":1}',
      'report-to': '{"group":"x"}',
      'reporting-endpoints': 'x="https://elsewhere.example"',
      'www-authenticate': 'Basic',
      'cross-origin-opener-policy': 'unsafe-none',
      'x-accel-redirect': '/internal',
      connection: 'keep-alive, x-hop',
      'x-hop': '1',
      'openai-processing-ms': '12',
    });
    response.end(JSON.stringify(completion('hi')));
  });
  const gateway = await startGateway(
    t,
    configText({ backends: `{ main: { url: "${backend.url}" } }`, models: oneModel() }),
  );
  const { headers } = await gateway.call('/v1/chat/completions', {
    body: chat,
    headers: { 'x-request-id': 'mine-1' },
  });
  const { date: _, 'content-length': __, ...rest } = headers;
  assert.deepEqual(rest, {
    connection: 'close',
    'content-type': 'application/json',
    'openai-processing-ms': '12',
    'x-gateway-attempts': '1',
    'x-gateway-deployment': 'main',
    'x-gateway-model': 'fast',
    'x-request-id': 'mine-1',
  });
  const line = gateway.logs.find((one) => one.msg === 'request');
  assert.equal(line?.['upstream_id'], 'theirs');
});

test('the first event reaches the client before the backend has finished', async (t) => {
  const rest = gate();
  const backend = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(delta('one'));
    await rest.opened;
    response.write(delta('two', 'stop'));
    response.end('data: [DONE]\n\n');
  });
  const gateway = await startGateway(
    t,
    configText({ backends: `{ main: { url: "${backend.url}" } }`, models: oneModel() }),
  );
  const response = await begin(gateway, '/v1/chat/completions', { body: { ...chat, stream: true } });
  assert.equal(response.headers['cache-control'], 'no-store');
  assert.equal(response.headers['x-accel-buffering'], 'no');
  const first = await new Promise<Buffer>((resolve) => response.once('data', resolve));
  assert.equal(first.toString(), delta('one'));
  rest.open();
  const { text, complete } = await readReply(response);
  assert.equal(text, `${delta('two', 'stop')}data: [DONE]\n\n`);
  assert.equal(complete, true);
});

test('a client that leaves ends the request to the backend', async (t) => {
  const started = gate();
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(delta('one'));
    started.open();
  });
  const gateway = await startGateway(
    t,
    configText({ backends: `{ main: { url: "${backend.url}" } }`, models: oneModel() }),
  );
  const response = await begin(gateway, '/v1/chat/completions', { body: { ...chat, stream: true } });
  await started.opened;
  response.destroy();
  await until(() => backend.aborted === 1, 'the backend sees its request end', 100);
});

test('a whole answer that breaks off is a 502, not a client that waits', async (t) => {
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"id":');
    setImmediate(() => response.destroy());
  });
  const gateway = await startGateway(
    t,
    configText({ backends: `{ main: { url: "${backend.url}" } }`, models: oneModel() }),
  );
  const reply = await gateway.call('/v1/chat/completions', { body: chat });
  assert.equal(reply.status, 502);
  assert.equal(reply.json.error.code, 'upstream_invalid');
});

test('a large answer that breaks off after its beginning was passed on ends as a broken connection', async (t) => {
  const backend = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(`{"id":"${'x'.repeat(3_000_000)}`, () => response.destroy());
  });
  const gateway = await startGateway(
    t,
    configText({ backends: `{ main: { url: "${backend.url}" } }`, models: oneModel() }),
  );
  const reply = await gateway.call('/v1/chat/completions', { body: chat });
  assert.equal(reply.status, 200);
  assert.equal(reply.complete, false);
});

test('a stream that is cut ends in one error event and a broken connection', async (t) => {
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(delta('one'), () => setImmediate(() => response.destroy()));
  });
  const gateway = await startGateway(
    t,
    configText({ backends: `{ main: { url: "${backend.url}" } }`, models: oneModel() }),
  );
  const reply = await gateway.call('/v1/chat/completions', { body: { ...chat, stream: true } });
  assert.equal(reply.complete, false);
  const events = reply.text.split('\n\n').filter((event) => event !== '');
  assert.equal(`${events[0]}\n\n`, delta('one'));
  assert.equal(events.length, 2);
  const { error } = JSON.parse(events[1]!.slice('data: '.length));
  assert.equal(error.code, 'upstream_interrupted');
  assert.equal(error.type, 'upstream_error');
});

test('a backend URL with or without /v1 is called under /v1 once, and a configured path replaces it', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  for (const [settings, expected] of [
    [`url: "${backend.url}/v1"`, '/v1/chat/completions'],
    [`url: "${backend.url}/openai/"`, '/openai/v1/chat/completions'],
    [
      `url: "${backend.url}", paths: { chat_completions: /v1beta/openai/chat/completions }`,
      '/v1beta/openai/chat/completions',
    ],
  ] as const) {
    const gateway = await startGateway(
      t,
      configText({ backends: `{ main: { ${settings} } }`, models: oneModel() }),
    );
    assert.equal((await gateway.call('/v1/chat/completions', { body: chat })).status, 200);
    assert.equal(backend.seen.at(-1)?.url, expected);
  }
});

test('clients are told of the account what the file says, and of their own limits by the gateway', async (t) => {
  const account = {
    'anthropic-ratelimit-unified-status': 'allowed',
    'anthropic-ratelimit-unified-5h-reset': '1790000000',
    'anthropic-ratelimit-requests-limit': '5000',
    'anthropic-ratelimit-tokens-limit': '90000',
    'anthropic-organization-id': 'org',
    'x-should-retry': 'false',
  };
  const message = { role: 'assistant', content: [{ type: 'text', text: 'hi' }], stop_reason: 'end_turn' };
  const body = JSON.stringify({
    id: 'msg_1',
    type: 'message',
    model: 'm',
    usage: { input_tokens: 1, output_tokens: 1 },
    ...message,
  });
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...account });
    response.end(body);
  });
  const forward =
    'forward_answer_headers: [x-should-retry, "Anthropic-RateLimit-Unified-*", "anthropic-ratelimit-requests-*"]';
  const deployment = (backend: string) =>
    `{ deployments: [ { backend: ${backend}, endpoints: { messages: [], chat_completions: { via: messages } }, translation: { max_tokens: 64 } } ] }`;
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ open: { url: "${backend.url}", ${forward} }, shut: { url: "${backend.url}" } }`,
      models: `{ open: ${deployment('open')}, shut: ${deployment('shut')} }`,
      more: 'rate_limits: { some: { requests: 100/min } }',
      keys: `{ test: { secret: ${secret}, rate_limit: some } }`,
    }),
  );
  const told = async (path: string, model: string) => {
    const { headers, status } = await gateway.call(path, {
      body: { model, max_tokens: 9, messages: [{ role: 'user', content: 'hello' }] },
    });
    assert.equal(status, 200);
    return Object.fromEntries(Object.keys(account).map((name) => [name, headers[name]]));
  };
  const unified = {
    'anthropic-ratelimit-unified-status': 'allowed',
    'anthropic-ratelimit-unified-5h-reset': '1790000000',
    'anthropic-ratelimit-tokens-limit': undefined,
    'anthropic-organization-id': undefined,
    'x-should-retry': 'false',
  };
  // The key's own limit stands once, as the gateway counts it.
  assert.deepEqual(await told('/v1/messages', 'open'), {
    ...unified,
    'anthropic-ratelimit-requests-limit': '100',
  });
  assert.deepEqual(await told('/v1/chat/completions', 'open'), {
    ...unified,
    'anthropic-ratelimit-requests-limit': '5000',
  });
  assert.deepEqual(await told('/v1/messages', 'shut'), {
    ...unified,
    'anthropic-ratelimit-unified-status': undefined,
    'anthropic-ratelimit-unified-5h-reset': undefined,
    'anthropic-ratelimit-requests-limit': '100',
  });
});
