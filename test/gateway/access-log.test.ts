import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { lineWriter, openLog } from '../../src/observe/log/log.ts';
import { requireLogFile } from '../../src/observe/log/log-output.ts';
import { accessLog } from '../../src/pipeline/access-log.ts';
import type { Exchange } from '../../src/pipeline/exchange.ts';
import { requestEvent } from '../helpers/admin.ts';
import { startBackend } from '../helpers/backend.ts';
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
    headers: { 'x-request-id': 'mine', 'x-title': 'Line\tbreaker', 'http-referer': 'https://app.example/a' },
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
    endpoint: 'chat_completions',
    model: 'fast',
    deployment: 'fast/second',
    tags: ['vision'],
    status: 200,
    input_tokens: 1000,
    output_tokens: 10,
    cached_tokens: 200,
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
    endpoint: 'chat_completions',
    model: 'fast',
    deployment: 'fast/main',
    tags: ['vision'],
    status: 200,
    stream: true,
    title: 'App',
    referer: 'https://app.example/a',
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
  const observe = accessLog(lineWriter(log), { sample: 0.1 }, () => draws[next++ % draws.length]!);
  const plain = {} as Exchange;
  for (let index = 0; index < 30; index += 1) observe(requestEvent(), plain);
  assert.equal(logs.length, 10);
  const [one] = requestEvent().attempts;
  assert.ok(one);
  observe(requestEvent({ status: 502 }), plain);
  observe(requestEvent({ code: 'upstream_interrupted' }), plain);
  observe(requestEvent({ attempts: [one, one] }), plain);
  assert.equal(logs.length, 13);
});

test('log.level: warn leaves out the line, and the stage that makes it', async (t) => {
  const gateway = await startGateway(
    t,
    configText({
      backends: '{ main: { simulator: {} }, second: { simulator: {} } }',
      models,
      more: 'log: { level: warn }',
    }),
  );
  await gateway.call('/v1/chat/completions', { body: chat });
  assert.deepEqual(gateway.logs, []);
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
