import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { lineWriter, openLog } from '../../src/observe/log/log.ts';
import { requireLogFile } from '../../src/observe/log/log-output.ts';
import { accessLog, severityOf } from '../../src/pipeline/access-log.ts';
import type { Exchange } from '../../src/pipeline/exchange.ts';
import { requestEvent } from '../helpers/admin.ts';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { until } from '../helpers/gate.ts';
import { configText, type LogLine, startGateway } from '../helpers/gateway.ts';

const chat = { model: 'fast', messages: [{ role: 'user', content: 'a word that no log holds' }] };
const models =
  '{ fast: { deployments: [ { backend: main, price: { input: 1, output: 2 }, capabilities: [vision], endpoints: { chat_completions: [] } }, { backend: second, capabilities: [vision], endpoints: { chat_completions: [] }, priority: 1 } ] } }';

function requestLine(logs: readonly LogLine[]): Record<string, unknown> {
  const { time: _time, ...line } = logs.find(({ msg }) => msg === 'request')!;
  return line;
}

test('one line tells who asked for what, who answered after which attempts, and what it cost', async (t) => {
  const broken = await startBackend(t, (_seen, response) => {
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"no"}}');
  });
  const usage = { prompt_tokens: 1000, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 200 } };
  const sound = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'theirs' });
    response.end(JSON.stringify({ choices: [{ message: { content: 'also not logged' } }], usage }));
  });
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${broken.url}" }, second: { url: "${sound.url}" } }`,
      models: models.replace('backend: second,', 'backend: second, price: { input: 1, output: 2 },'),
    }),
  );
  const { status } = await gateway.call('/v1/chat/completions?not=logged', {
    body: { ...chat, tags: ['vision'] },
    headers: {
      'x-request-id': 'mine',
      'x-title': 'Line\tbreaker',
      'http-referer': 'https://app.example/a',
      'user-agent': 'Test/1\tx',
    },
  });
  assert.equal(status, 200);
  const { ms, first_byte_ms, attempts, ...line } = requestLine(gateway.logs);
  assert.deepEqual(line, {
    level: 'info',
    msg: 'request',
    id: 'mine',
    client: '127.0.0.1',
    key: 'test',
    method: 'POST',
    host: `localhost:${gateway.port}`,
    path: '/v1/chat/completions',
    user_agent: 'Test/1?x',
    endpoint: 'chat_completions',
    model: 'fast',
    deployment: 'fast/second',
    tags: ['vision'],
    status: 200,
    input_tokens: 1000,
    output_tokens: 10,
    cached_tokens: 200,
    certainty: 'measured',
    cost_usd: 0.00102,
    upstream_id: 'theirs',
    title: 'Line?breaker',
    referer: 'https://app.example/a',
  });
  assert.ok(typeof ms === 'number' && typeof first_byte_ms === 'number' && first_byte_ms <= ms);
  assert.deepEqual(
    (attempts as Record<string, unknown>[]).map(({ ms: _ms, ...attempt }) => attempt),
    [
      { deployment: 'fast/main', outcome: 'failed', status: 500 },
      { deployment: 'fast/second', outcome: 'answered', status: 200 },
    ],
  );
});

test('the line of a stream tells as much, though little is held while it lasts', async (t) => {
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'theirs' });
    response.write('data: {"choices":[{"delta":{"content":"a"}}]}\n\n');
    setTimeout(() => response.end('data: [DONE]\n\n'), 50);
  });
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" }, second: { url: "${backend.url}" } }`,
      models: models.replace('price: { input: 1, output: 2 }, ', ''),
    }),
  );
  const { status, text } = await gateway.call('/v1/chat/completions', {
    body: { ...chat, stream: true },
    headers: {
      'x-request-id': 'mine',
      'x-router-tags': 'vision',
      'x-title': 'App',
      'http-referer': 'https://app.example/a',
    },
  });
  assert.equal(status, 200);
  assert.match(text, /\[DONE\]/);
  await until(() => gateway.logs.some(({ msg }) => msg === 'request'), 'the line is written');
  const { ms: _ms, first_byte_ms: _first, attempts: _attempts, ...line } = requestLine(gateway.logs);
  assert.deepEqual(line, {
    level: 'info',
    msg: 'request',
    id: 'mine',
    client: '127.0.0.1',
    key: 'test',
    method: 'POST',
    host: `localhost:${gateway.port}`,
    path: '/v1/chat/completions',
    endpoint: 'chat_completions',
    model: 'fast',
    deployment: 'fast/main',
    tags: ['vision'],
    status: 200,
    stream: true,
    needs: ['streaming'],
    title: 'App',
    referer: 'https://app.example/a',
    input_tokens: 24,
    output_tokens: 1,
    cached_tokens: 0,
    certainty: 'estimated',
    upstream_id: 'theirs',
  });
});

test('a refused request has its line with the code, and nothing of the body', async (t) => {
  const gateway = await startGateway(
    t,
    configText({ backends: '{ main: { simulator: {} }, second: { simulator: {} } }', models }),
  );
  await gateway.call('/v1/chat/completions', { body: { ...chat, model: 'elsewhere\n' } });
  const line = requestLine(gateway.logs);
  assert.equal(line['status'], 404);
  assert.equal(line['code'], 'model_not_found');
  assert.equal(line['model'], 'elsewhere?');
  assert.equal(line['attempts'], undefined);
  assert.ok(!JSON.stringify(gateway.logs).includes('a word that no log holds'));
});

for (const [shown, client] of [
  ['masked', '127.0.0.0'],
  ['none', undefined],
] as const) {
  test(`client_ip: ${shown} keeps the address out of the line`, async (t) => {
    const gateway = await startGateway(
      t,
      configText({
        backends: '{ main: { simulator: {} }, second: { simulator: {} } }',
        models,
        more: `log: { client_ip: ${shown} }`,
      }),
    );
    await gateway.call('/v1/chat/completions', { body: chat });
    assert.equal(requestLine(gateway.logs)['client'], client);
  });
}

test('with log.sample a share of the lines goes, but never one of a request that went wrong', () => {
  const logs: LogLine[] = [];
  const log = openLog('info', { write: (line: string) => void logs.push(JSON.parse(line)) });
  let next = 0;
  const draws = [0.05, 0.5, 0.95];
  const observe = accessLog(lineWriter(log), {
    level: 'info',
    sample: 0.1,
    exclude: [],
    admitsKeyless: () => true,
    random: () => draws[next++ % draws.length]!,
  });
  const plain = {} as Exchange;
  for (let index = 0; index < 30; index += 1) observe(requestEvent(), plain);
  assert.equal(logs.length, 10);
  assert.ok(logs.every(({ sample }) => sample === 0.1));
  const [one] = requestEvent().attempts;
  assert.ok(one);
  observe(requestEvent({ status: 502 }), plain);
  observe(requestEvent({ code: 'upstream_interrupted' }), plain);
  observe(requestEvent({ attempts: [one, one] }), plain);
  assert.equal(logs.length, 13);
  assert.ok(logs.slice(10).every(({ sample }) => sample === undefined));
});

test('log.level: warn leaves out the lines of what went well, and keeps those of what did not', async (t) => {
  const gateway = await startGateway(
    t,
    configText({
      backends: '{ main: { simulator: {} }, second: { url: "http://127.0.0.1:9" } }',
      models:
        '{ fast: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] }, dead: { deployments: [ { backend: second, endpoints: { chat_completions: [] } } ] } }',
      more: 'log: { level: warn }',
    }),
  );
  await gateway.call('/v1/chat/completions', { body: chat });
  await gateway.call('/v1/chat/completions', { body: { ...chat, model: 'absent' } });
  assert.deepEqual(gateway.logs, []);
  await gateway.call('/v1/chat/completions', { body: { ...chat, model: 'dead' } });
  const { level, status, code, reason } = requestLine(gateway.logs);
  assert.deepEqual({ level, status, code }, { level: 'error', status: 502, code: 'upstream_unreachable' });
  assert.match(String(reason), /^dead\/second: .*refused/i);
});

test('a line is an error where something failed and a warning where the gateway is full for now', () => {
  assert.equal(severityOf({ status: 200, code: undefined }), 'info');
  assert.equal(severityOf({ status: 401, code: 'invalid_api_key' }), 'info');
  assert.equal(severityOf({ status: 499, code: undefined }), 'info');
  assert.equal(severityOf({ status: 429, code: undefined }), 'info');
  assert.equal(severityOf({ status: 429, code: 'rate_limit_exceeded' }), 'warn');
  assert.equal(severityOf({ status: 503, code: '503' }), 'warn');
  assert.equal(severityOf({ status: 503, code: undefined }), 'error');
  assert.equal(severityOf({ status: 502, code: 'upstream_auth' }), 'error');
  assert.equal(severityOf({ status: 200, code: 'upstream_interrupted' }), 'error');
});

test('a request whose tags nobody has is told by one code in answer, log and metrics, with its tags and why', async (t) => {
  const gateway = await startGateway(
    t,
    configText({
      backends: '{ main: { simulator: {} }, second: { simulator: {} } }',
      models,
      more: 'admin: { address: "127.0.0.1:0", token: admin-token-0123456789 }',
    }),
  );
  const { json } = await gateway.call('/v1/chat/completions', {
    body: { ...chat, models: ['fast', 'other', 'fast'], tags: ['web_search'], tools: [{ type: 'function' }] },
  });
  assert.equal(json.error.code, '503');
  const { level, code, reason, tags, chain, needs } = requestLine(gateway.logs);
  assert.deepEqual(
    { level, code, reason, tags, chain, needs },
    {
      level: 'warn',
      code: '503',
      reason: json.error.message,
      tags: ['web_search'],
      chain: ['fast', 'other'],
      needs: ['function_calling'],
    },
  );
  const { host, port } = gateway.gateway.adminAddress!;
  const metrics = await fetch(`http://${host}:${port}/metrics`, {
    headers: { authorization: 'Bearer admin-token-0123456789' },
  });
  assert.match(await metrics.text(), /gateway_errors_total\{endpoint="chat_completions",code="503"\} 1/);
});

test('where every deployment is out the line says of each why, and circuits that open and close have lines', async (t) => {
  let isWell = false;
  const backend = await startBackend(t, (_seen, response) => {
    if (isWell) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"choices":[{"message":{"content":"a"}}]}');
    } else response.destroy();
  });
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" } }`,
      models: '{ fast: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] } }',
      more: 'routing: { circuit: { failures: 1, open: 300ms, max_open: 300ms } }',
    }),
  );
  const call = async () => (await gateway.call('/v1/chat/completions', { body: chat })).json.error?.code;
  const ofCode = (code: string) => gateway.logs.find((line) => line['code'] === code);
  // The first opens it, the second is the last resort of that second.
  while ((await call()) !== 'no_healthy_deployment');
  const reason = String(ofCode('no_healthy_deployment')!['reason']);
  assert.match(
    reason,
    /^Every deployment that could answer is out: fast\/main: its circuit is (open for another [\d.]+ s|half open: one request finds out)\.$/,
  );
  const { level, deployment, outcome, open_ms } = gateway.logs.find(({ msg }) => msg === 'a circuit opened')!;
  assert.deepEqual({ level, deployment, open_ms }, { level: 'warn', deployment: 'fast/main', open_ms: 300 });
  assert.ok(typeof outcome === 'string');
  isWell = true;
  while ((await call()) !== undefined);
  assert.ok(gateway.logs.some(({ msg, deployment: of }) => msg === 'a circuit closed' && of === 'fast/main'));
});

test('the line of a refused key says why and how the secret ends; the answer does not', async (t) => {
  const gateway = await startGateway(
    t,
    configText({
      backends: '{ main: { simulator: {} }, second: { simulator: {} } }',
      models,
      keys: '{ old: { secret: sk-old-0123456789abcdef, expires: 2020-01-01 }, off: { secret: sk-off-0123456789abcdef, disabled: true } }',
    }),
  );
  const refused = async (headers: Record<string, string>, path = '/v1/chat/completions') => {
    const from = gateway.logs.length;
    const { status, text } = await gateway.call(path, { key: null, body: chat, headers });
    assert.equal(status, 401);
    const reason = String(requestLine(gateway.logs.slice(from))['reason']);
    assert.ok(!text.includes(reason));
    return reason;
  };
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
  assert.equal(await refused({}), 'No credential came.');
  assert.match(await refused({ 'x-api-key': 'sk-0123456789abcdef' }), /^x-api-key came, which counts on/);
  assert.equal(
    await refused({ authorization: 'Basic abc' }),
    'Authorization came and is not of the form "Bearer SECRET".',
  );
  assert.equal(
    await refused({ ...bearer('sk-0123456789abcdef'), 'x-api-key': 'sk-another' }, '/v1/messages'),
    'Authorization and x-api-key came with two different secrets.',
  );
  assert.equal(
    await refused(bearer('sk-old-0123456789abcdef')),
    'The key "old" expired at 2020-01-01T00:00:00.000Z.',
  );
  assert.equal(await refused(bearer('sk-off-0123456789abcdef')), 'The key "off" is disabled.');
  assert.equal(
    await refused(bearer('sk-none-0123456789abwxyz')),
    'No key has the secret that ends in "wxyz" that came.',
  );
  assert.equal(await refused(bearer('short')), 'No key has the secret that came.');
});

test('what comes without a key has no title and referer, and beyond a number of lines one that counts', async (t) => {
  const gateway = await startGateway(
    t,
    configText({ backends: '{ main: { simulator: {} }, second: { simulator: {} } }', models }),
  );
  const headers = { 'x-title': 'made up', 'http-referer': 'https://made.up/' };
  const calls = Array.from({ length: 180 }, () => gateway.call('/v1/models', { key: null, headers }));
  await Promise.all(calls);
  await gateway.call('/v1/models');
  const lines = gateway.logs.filter(({ msg }) => msg === 'request');
  const keyless = lines.filter(({ key }) => key === undefined);
  assert.ok(keyless.length >= 100 && keyless.length < 180, `${keyless.length} lines`);
  assert.ok(keyless.every(({ title, referer }) => title === undefined && referer === undefined));
  assert.equal(lines.length, keyless.length + 1); // the one with a key has its line
  await gateway.gateway.stop();
  const told = gateway.logs.filter(({ msg }) => msg === 'requests without a valid key: lines were left out');
  assert.equal(told.length, 1);
  assert.equal(Number(told[0]!['requests']) + keyless.length, 180);
});

test('requests to a path of log.exclude have no line', async (t) => {
  const gateway = await startGateway(
    t,
    configText({
      listen: '{ address: "127.0.0.1:0", tls: { self_signed: true }, health_path: /health }',
      backends: '{ main: { simulator: {} }, second: { simulator: {} } }',
      models,
      more: 'log: { exclude: [/health] }',
    }),
  );
  assert.equal((await gateway.call('/health', { key: null })).status, 200);
  assert.equal((await gateway.call('/health?from=balancer', { key: null })).status, 200);
  await gateway.call('/healthy', { key: null });
  const lines = gateway.logs.filter(({ msg }) => msg === 'request');
  assert.deepEqual(
    lines.map((line) => line['path']),
    ['/healthy'],
  );
});

test('log.level: debug shows where a request may go and each attempt', async (t) => {
  const broken = await startBackend(t, (_seen, response) => {
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"no"}}');
  });
  const text = (level: string) =>
    configText({
      backends: `{ main: { url: "${broken.url}" }, second: { simulator: {} } }`,
      models: models.replace('price: { input: 1, output: 2 }, ', ''),
      more: `log: { level: ${level} }`,
    });
  const quiet = await startGateway(t, text('info'));
  await quiet.call('/v1/chat/completions', { body: chat });
  assert.ok(quiet.logs.every(({ level }) => level !== 'debug'));
  const gateway = await startGateway(t, text('debug'));
  await gateway.call('/v1/chat/completions', {
    body: { ...chat, tags: ['vision'] },
    headers: { 'x-request-id': 'mine' },
  });
  const lines = gateway.logs.filter(({ level, id }) => level === 'debug' && id === 'mine');
  assert.deepEqual(
    lines.map(({ msg, order, deployment, outcome }) => ({ msg, order, deployment, outcome })),
    [
      { msg: 'routed', order: ['fast/main', 'fast/second'], deployment: undefined, outcome: undefined },
      { msg: 'an attempt ended', order: undefined, deployment: 'fast/main', outcome: 'failed' },
      { msg: 'an attempt ended', order: undefined, deployment: 'fast/second', outcome: 'answered' },
    ],
  );
});

test('a log file that can not be written to is refused with its name and the reason', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-log-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  assert.throws(() => requireLogFile(dir), /^Error: log\.file: .* can't be written to \(EISDIR\)$/);
  assert.throws(() => requireLogFile(join(dir, 'no', 'folder')), /ENOENT/);
  requireLogFile(join(dir, 'gateway.log'));
  requireLogFile(undefined);
  writeFileSync(join(dir, 'kept'), 'before\n');
  requireLogFile(join(dir, 'kept'));
  assert.equal(readFileSync(join(dir, 'kept'), 'utf8'), 'before\n');
});

test('the line says which session, agent and kind of request it is of, where a key says so', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const deployments = 'deployments: [ { backend: main, endpoints: { chat_completions: [] } } ]';
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" } }`,
      models: `{ fast: { ${deployments} }, own: { session_from: [X-Conversation], ${deployments} } }`,
    }),
  );
  const headers = {
    'x-claude-code-session-id': 'b54a0a3e-6a6f-4b02',
    'x-claude-code-agent-id': 'agent\t1',
    'x-claude-code-request-class': 'subagent',
    'x-conversation': 'x'.repeat(200),
  };
  const linesOf = async (body: object, key?: null) => {
    await gateway.call('/v1/chat/completions', { body, headers, ...(key === null && { key }) });
    await until(() => gateway.logs.some(({ msg }) => msg === 'request'), 'the line is written');
    const { session, agent, request_class } = gateway.logs.findLast(({ msg }) => msg === 'request')!;
    return { session, agent, request_class };
  };
  const claudeCode = { agent: 'agent?1', request_class: 'subagent' };
  assert.deepEqual(await linesOf(chat), { session: 'b54a0a3e-6a6f-4b02', ...claudeCode });
  // They go on as they came.
  assert.equal(backend.seen[0]?.headers['x-claude-code-session-id'], 'b54a0a3e-6a6f-4b02');
  assert.equal(backend.seen[0]?.headers['x-claude-code-request-class'], 'subagent');
  assert.deepEqual(await linesOf({ ...chat, model: 'own' }), { session: 'x'.repeat(128), ...claudeCode });
});
