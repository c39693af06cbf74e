/** What holds for requests of models holds for calls of tools. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Exchange } from '../../../src/pipeline/exchange.ts';
import { json, startBackend } from '../../helpers/backend.ts';
import { gate, until } from '../../helpers/gate.ts';
import { begin, configText, readReply } from '../../helpers/gateway.ts';
import { type Inside, startInside } from '../../helpers/inside.ts';
import { ownerOfFile } from '../../helpers/serve.ts';
import { meta, modern, type Rpc, startToolServer, type ToolServer } from '../../helpers/tool-server.ts';

const owner = ownerOfFile();
const key = (name: string) => `sk-limited-${name}-0123456789`;
let server: ToolServer;
let gateway: Inside;
let last: Exchange | undefined;

const started = (async () => {
  const backend = await startBackend(owner, json({}));
  server = await startToolServer(owner);
  gateway = await startInside(
    owner,
    configText({
      backends: `{ own: { url: "${backend.url}" } }`,
      models:
        '{ m: { deployments: [ { backend: own, endpoints: { chat_completions: [] }, price: { input: 1, output: 1 } } ] } }',
      keys: `{
  two: { secret: ${key('two')}, tools: ["*"], rate_limit: { requests: ["2/day"] } },
  one: { secret: ${key('one')}, tools: ["*"], rate_limit: { concurrency: 1 } },
  waits: { secret: ${key('waits')}, tools: ["*"], rate_limit: { concurrency: 1, wait: 20s } },
  paid: { secret: ${key('paid')}, tools: ["*"], rate_limit: { budget: "1 USD/month" } },
  free: { secret: ${key('free')}, tools: ["*"] } }`,
      more: `mcp:
  servers:
    s: { url: "${server.url}/mcp", private: true, price: { per_request: 0 } }
    dear: { url: "${server.url}/mcp?dear", private: true, price: { per_request: 0.1, per_tool_call: { echo: 0.3 } } }
    few: { url: "${server.url}/mcp?few", private: true, price: { per_request: 0 }, rate_limit: { requests: [2/min], concurrency: 1 } }
`,
    }),
    [
      (exchange, next) => {
        last = exchange;
        return next(exchange);
      },
    ],
  );
})();

beforeEach(async () => {
  await started;
  server.instead = undefined;
  (server.seen as unknown[]).length = 0;
});

const call = async (name: string, request: object, path = '/mcp') =>
  readReply(await begin(gateway, path, { key: key(name), ...request }));
const echo = (id = 1) => modern('tools/call', { name: 's__echo', arguments: {} }, { id });

/** Answers calls when the gate is opened. */
function held() {
  const opened = gate();
  server.answers.set('tools/call', async () => {
    await opened.opened;
    return { resultType: 'complete', content: [] };
  });
  return opened;
}

test('calls count as requests of the key, lists do not, and what is refused goes nowhere', async () => {
  for (let round = 0; round < 3; round += 1)
    assert.equal((await call('two', modern('tools/list'))).status, 200);
  assert.equal((await call('two', echo())).status, 200);
  const second = await call('two', echo());
  assert.equal(second.status, 200);
  assert.equal(second.headers['x-ratelimit-remaining-requests'], '0');
  const calls = server.seen.length;
  const third = await call('two', echo(9));
  assert.equal(third.status, 429);
  assert.deepEqual([third.json.id, third.json.error.data.code], [9, 'rate_limit_exceeded']);
  assert.ok(third.headers['retry-after']);
  assert.equal(server.seen.length, calls);
  assert.equal((await call('two', modern('tools/list'))).status, 200);
  const unknown = await call('free', modern('tools/call', { name: 's__x__y', arguments: {} }));
  assert.equal(unknown.status, 200);
});

test('what a call costs counts against the budget of its key, and what is refused costs nothing', async () => {
  assert.equal((await call('paid', echo())).status, 200);
  const dear = modern('tools/call', { name: 'dear__echo', arguments: {} });
  assert.equal((await call('paid', dear)).status, 200);
  assert.equal((await call('paid', dear)).status, 200);
  const third = await call('paid', dear);
  assert.equal(third.status, 200);
  const fourth = await call('paid', dear);
  assert.deepEqual([fourth.status, fourth.json.error.data.code], [429, 'budget_exceeded']);
});

test('a server takes no more than its rate_limit from all keys together', async () => {
  const few = modern('tools/call', { name: 'few__echo', arguments: {} });
  assert.equal((await call('free', few)).status, 200);
  assert.equal((await call('one', few)).status, 200);
  const third = await call('free', few);
  assert.deepEqual([third.status, third.json.error.data.code], [429, 'capacity_exceeded']);
  assert.match(third.json.error.message, /The server few has reached its rate_limit/);
  assert.equal((await call('free', echo())).status, 200);
});

test('slots of a key are held as long as a call takes, and given back', async () => {
  const opened = held();
  const first = call('one', echo());
  await until(() => server.seen.length === 1, 'the first is under way');
  const second = await call('one', echo());
  assert.deepEqual([second.status, second.json.error.data.code], [429, 'rate_limit_exceeded']);
  opened.open();
  assert.equal((await first).status, 200);
  assert.equal((await call('one', echo())).status, 200);
});

test('a call waits for a slot of its key where its rule says so', async () => {
  const opened = held();
  const first = call('waits', echo());
  await until(() => server.seen.length === 1, 'the first is under way');
  const second = call('waits', echo());
  await until(() => gateway.keep.waiting.size === 1, 'the second waits');
  opened.open();
  assert.deepEqual([(await first).status, (await second).status], [200, 200]);
  assert.equal(server.seen.length, 2);
});

test('a gateway that stops tells a client whose answer has begun, and one whose has not', async () => {
  const never = gate();
  server.answers.set('tools/call', async (_params, { response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      'data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}}\n\n',
    );
    await never.opened;
  });
  const answer = await begin(gateway, '/mcp', { key: key('free'), ...echo(5) });
  let text = '';
  let isEnded = false;
  answer.on('data', (chunk) => {
    text += chunk;
    if (!isEnded) last!.interrupt();
    isEnded = true;
  });
  await new Promise<void>((resolve) => answer.on('close', resolve).on('error', () => {}));
  const error: Rpc = JSON.parse(text.trim().split('\n').at(-1)!.slice('data: '.length));
  assert.deepEqual([error.id, error.error.data.code], [5, 'upstream_interrupted']);
  assert.match(error.error.message, /stopping/);
  await until(() => server.aborted > 0, 'the call has ended at the server, too');
  held();
  const waiting = call('free', echo(6));
  await until(() => server.seen.length === 2, 'it is under way');
  last!.interrupt();
  const reply = await waiting;
  assert.deepEqual([reply.status, reply.json.id, reply.json.error.data.code], [503, 6, 'overloaded']);
});

test('a slow client holds the server back, and nothing is left when it leaves', async () => {
  const line = `data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1,"message":"${'x'.repeat(60_000)}"}}\n\n`;
  let written = 0;
  let isDrained = true;
  server.answers.set('tools/call', (_params, { response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const more = () => {
      isDrained = true;
      while (isDrained && written < 400) {
        written += 1;
        isDrained = response.write(line);
      }
      if (written < 400) response.once('drain', more);
    };
    more();
    return undefined;
  });
  const answer = await begin(gateway, '/mcp', { key: key('free'), ...echo() });
  await new Promise((resolve) => answer.once('readable', resolve));
  await until(() => !isDrained, 'the server waits');
  const before = written;
  assert.ok(before < 400, `${before} of 400 were taken by nobody`);
  answer.destroy();
  await until(async () => (await gateway.counters()).buffered === 0, 'nothing is held');
  await until(() => server.server.listening && last!.gone, 'it has gone');
});

test('a message of more than 4 MiB is refused', async () => {
  const large = await call('free', {
    ...echo(),
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 's__echo', _meta: meta, arguments: { a: 'x'.repeat(4 * 1024 * 1024) } },
    },
  });
  assert.deepEqual([large.status, large.json.error.data.code], [413, 'body_too_large']);
});
