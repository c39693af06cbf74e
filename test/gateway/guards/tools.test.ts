/** What tools are called with, and what they answer, guards see as they see what is said to models. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { json, startBackend } from '../../helpers/backend.ts';
import { until } from '../../helpers/gate.ts';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { startGuard, type TestGuard } from '../../helpers/guard.ts';
import { ownerOfFile } from '../../helpers/serve.ts';
import { modern, type Rpc, startToolServer, type ToolServer } from '../../helpers/tool-server.ts';

const owner = ownerOfFile();
let server: ToolServer;
let guard: TestGuard;
let gateway: TestGateway;
/** What the tool says. */
let said: Rpc[] = [];

const key = (name: string) => `sk-guarded-${name}-0123456789`;
const complete = { resultType: 'complete' };

const started = (async () => {
  const backend = await startBackend(owner, json({}));
  server = await startToolServer(owner);
  server.answers.set('tools/call', () => ({ ...complete, content: said }));
  guard = await startGuard(owner);
  const names = ['plain', 'limited', 'free', 'masks', 'stops'];
  const on = (name: string, more = '') =>
    `{ form: agentgateway, url: "${guard.url}", unseen: refuse, remember: 0, hold: { bytes: 40, overlap: 12, wait: 100ms }, applies_to: { keys: [${name}] }${more} }`;
  gateway = await startGateway(
    owner as Parameters<typeof startGateway>[0],
    configText({
      backends: `{ own: { url: "${backend.url}" } }`,
      models: '{ m: { deployments: [ { backend: own, endpoints: { chat_completions: [] } } ] } }',
      keys: `{ ${names.map((name) => `${name}: { secret: ${key(name)}, tools: ["*"]${name === 'limited' ? ', rate_limit: { requests: ["1/day"] }' : ''} }`).join(', ')} }`,
      more: `mcp: { servers: { s: { url: "${server.url}/mcp", private: true } } }
routing: { circuit: { failures: 100 } }
guards:
  dlp: ${on('plain')}
  counted: ${on('limited')}
  masking: ${on('masks', ', on_mask: apply')}
  stopping: ${on('stops', ', refusal: { as: stop }')}
`,
    }),
  );
})();

beforeEach(async () => {
  await started;
  said = [{ type: 'text', text: 'a fine answer' }];
  guard.instead = undefined;
  server.instead = undefined;
  guard.asked.length = 0;
  server.messages.length = 0;
});

const call = (name: string, args: object, id = 1) =>
  gateway.call('/mcp', {
    key: key(name),
    ...modern('tools/call', { name: 's__echo', arguments: args }, { id }),
  });
const calls = () => server.messages.filter(({ method }) => method === 'tools/call').length;

test('what a tool is called with is looked at before it gets it', async () => {
  const fine = await call('plain', { query: 'a fine question', ids: [1, 2, 3] });
  assert.equal(fine.json.result.content[0].text, 'a fine answer');
  for (const text of ['s__echo', 'a fine question', 'a fine answer'])
    assert.ok(guard.asked.flat().includes(text), text);
  const before = calls();
  for (const args of [{ query: 'this is forbidden' }, { deep: [{ 'forbidden name': 1 }] }]) {
    const refused = await call('plain', args, 7);
    assert.deepEqual(
      [refused.status, refused.json.id, refused.json.error.data.code],
      [400, 7, 'guard_refused'],
    );
  }
  assert.equal((await call('stops', { query: 'forbidden' })).json.error.data.code, 'guard_refused');
  assert.equal((await call('masks', { query: 'maskme' })).json.error.data.code, 'guard_refused');
  guard.instead = (_seen, response) => void response.writeHead(500).end();
  const down = await call('plain', { query: 'x' });
  assert.deepEqual([down.status, down.json.error.data.code], [503, 'guard_unavailable']);
  assert.equal(calls(), before);
  assert.equal((await call('free', { query: 'forbidden' })).status, 200);
});

test('a refused call counts as a request', async () => {
  assert.equal((await call('limited', { query: 'forbidden' })).status, 400);
  assert.equal((await call('limited', { query: 'forbidden' })).status, 429);
});

test('what a tool answers is looked at before the client gets it', async () => {
  for (const content of [
    [{ type: 'text', text: 'this is forbidden' }],
    [{ type: 'resource', resource: { uri: 'a://b', text: 'forbidden' } }],
    [{ type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' }],
    [
      { type: 'text', text: 'for' },
      { type: 'text', text: 'bidden' },
    ],
  ]) {
    said = content;
    const reply = await call('plain', {}, 3);
    assert.deepEqual(
      [reply.status, reply.json.id, reply.json.error?.data.code],
      [400, 3, 'guard_refused'],
      reply.text,
    );
  }
  const line = gateway.logs.findLast(({ msg }) => msg === 'request')!;
  assert.equal(line['code'], 'guard_refused');
});

test('events of a call are looked at window by window, and what is refused ends them', async () => {
  const progress = (message: string) =>
    `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 1, message } })}\n\n`;
  const result = (id: unknown, text: string) =>
    `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result: { ...complete, content: [{ type: 'text', text }] } })}\n\n`;
  const tells = (first: string, last: string) => {
    server.instead = (seen, response) => {
      const { id, method } = JSON.parse(seen.body.toString());
      if (method !== 'tools/call') return void response.writeHead(202).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(progress(first) + progress('and on it goes, for a good while longer'));
      void until(() => guard.asked.flat().some((text) => text.includes(first)), 'a first look').then(() =>
        response.end(result(id, last)),
      );
    };
  };
  const ask = (name: string) =>
    gateway.call('/mcp', {
      key: key(name),
      ...modern('tools/call', {
        name: 's__echo',
        arguments: {},
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
          progressToken: 1,
        },
      }),
    });
  tells('halfway there', 'all is done');
  const fine = await ask('plain');
  assert.ok(fine.text.includes('halfway there') && fine.text.includes('all is done'), fine.text);
  guard.asked.length = 0;
  tells('halfway there', 'this is forbidden');
  const cut = await ask('plain');
  assert.ok(cut.text.includes('halfway there') && !cut.text.includes('forbidden'), cut.text);
  const last = JSON.parse(/data: (.*)\n\n$/.exec(cut.text)![1]!);
  assert.deepEqual([last.id, last.error.data.code], [1, 'guard_refused']);
});
