/** Clients of the new revision are told of changes in one long answer. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { HeldKeySets } from '../../../src/identity/held-key-sets.ts';
import { openLog } from '../../../src/observe/log/log.ts';
import { compile } from '../../../src/worker/snapshot.ts';
import { json, startBackend } from '../../helpers/backend.ts';
import { until } from '../../helpers/gate.ts';
import { begin, configText, readReply } from '../../helpers/gateway.ts';
import { type Inside, startInside } from '../../helpers/inside.ts';
import { ownerOfFile } from '../../helpers/serve.ts';
import {
  modern,
  type Rpc,
  type RpcCall,
  startToolServer,
  type ToolServer,
  tool,
} from '../../helpers/tool-server.ts';

const owner = ownerOfFile();
const key = (name: string) => `sk-listening-${name}-0123456789`;
/** The streams that the gateway has open at the server. */
const streams: RpcCall[] = [];
let server: ToolServer;
let gateway: Inside;

const started = (async () => {
  const backend = await startBackend(owner, json({}));
  server = await startToolServer(owner, { resources: [{ uri: 'file:///a', name: 'a' }] });
  const said = server.answers.get('server/discover')!;
  server.answers.set('server/discover', (params, call) => ({
    ...(said(params, call) as object),
    capabilities: { tools: { listChanged: true }, resources: { subscribe: true } },
  }));
  server.answers.set('subscriptions/listen', (params, call) => {
    streams.push(call);
    call.response.writeHead(200, { 'content-type': 'text/event-stream' });
    send(call, 'notifications/subscriptions/acknowledged', { notifications: params.notifications });
    call.response.on('close', () => streams.splice(streams.indexOf(call), 1));
    return undefined;
  });
  gateway = await startInside(
    owner,
    configText({
      backends: `{ own: { url: "${backend.url}" } }`,
      models: '{ m: { deployments: [ { backend: own, endpoints: { chat_completions: [] } } ] } }',
      keys: `{ all: { secret: ${key('all')}, tools: ["*"] }, some: { secret: ${key('some')}, tools: ["s/*", "s/resource:file:///a"] } }`,
      more: `mcp: { servers: { s: { url: "${server.url}/mcp", private: true } } }`,
    }),
  );
})();

function send({ response }: RpcCall, method: string, params: object): void {
  response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', method, params })}\n\n`);
}

interface Listening {
  readonly answer: IncomingMessage;
  readonly events: Rpc[];
}

async function listen(
  who: string,
  notifications: object,
  id: string | number = 'sub',
  path = '/mcp',
): Promise<Listening> {
  const request = modern('subscriptions/listen', { notifications }, { id });
  const answer = await begin(gateway, path, { key: key(who), ...request });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'text/event-stream');
  const events: Rpc[] = [];
  let text = '';
  answer.on('data', (chunk) => {
    text += chunk;
    const whole = text.split('\n\n');
    text = whole.pop()!;
    for (const event of whole) {
      const data = event.split('\n').find((line) => line.startsWith('data: '));
      if (data !== undefined) events.push(JSON.parse(data.slice('data: '.length)));
    }
  });
  await until(() => events.length > 0, 'it is acknowledged');
  return { answer, events };
}

test('what changes at a server is told to those who want to know, with the id of their request', async () => {
  await started;
  const first = await listen('all', {
    toolsListChanged: true,
    resourceSubscriptions: ['s+file:///a', 's+file:///b', 'x+y:z'],
  });
  assert.deepEqual(first.events[0], {
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: {
      _meta: { 'io.modelcontextprotocol/subscriptionId': 'sub' },
      notifications: { toolsListChanged: true, resourceSubscriptions: ['s+file:///a', 's+file:///b'] },
    },
  });
  const second = await listen('some', { resourceSubscriptions: ['file:///a', 'file:///b'] }, 7, '/mcp/s');
  assert.deepEqual(second.events[0].params.notifications, { resourceSubscriptions: ['file:///a'] });
  await until(() => streams.length === 1, 'one stream is open at the server');
  const asked = streams[0]!.message.params.notifications;
  assert.deepEqual(asked, { toolsListChanged: true, resourceSubscriptions: ['file:///a', 'file:///b'] });
  send(streams[0]!, 'notifications/tools/list_changed', {});
  send(streams[0]!, 'notifications/resources/updated', { uri: 'file:///a' });
  send(streams[0]!, 'notifications/resources/updated', { uri: 'file:///b' });
  send(streams[0]!, 'notifications/resources/updated', { uri: 'file:///c' });
  await until(() => first.events.length === 4, 'the first is told of three');
  assert.deepEqual(
    first.events.slice(1).map(({ method, params }) => [method, params.uri]),
    [
      ['notifications/tools/list_changed', undefined],
      ['notifications/resources/updated', 's+file:///a'],
      ['notifications/resources/updated', 's+file:///b'],
    ],
  );
  await until(() => second.events.length === 2, 'the second of one');
  assert.deepEqual(second.events[1].params, {
    _meta: { 'io.modelcontextprotocol/subscriptionId': 7 },
    uri: 'file:///a',
  });
  first.answer.destroy();
  await until(
    () => streams.at(-1)?.message.params.notifications.toolsListChanged === undefined,
    'the server is asked for less',
  );
  second.answer.destroy();
  await until(() => streams.length === 0, 'nothing is open at the server');
});

test('a list that is another one than before is a change, whoever noticed it', async () => {
  const usual = server.answers.get('tools/list')!;
  const list = async () =>
    readReply(await begin(gateway, '/mcp', { key: key('all'), ...modern('tools/list') }));
  server.answers.set('tools/list', () => ({
    resultType: 'complete',
    tools: [tool('echo')],
    ttlMs: 0,
    cacheScope: 'public',
  }));
  const listening = await listen('all', { toolsListChanged: true });
  await until(() => streams.length === 1, 'the stream is open');
  send(streams[0]!, 'notifications/tools/list_changed', {});
  await until(() => listening.events.length === 2, 'it is told');
  await list();
  await list();
  assert.equal(listening.events.length, 2);
  server.answers.set('tools/list', () => ({
    resultType: 'complete',
    tools: [tool('other')],
    ttlMs: 0,
    cacheScope: 'public',
  }));
  await list();
  await until(() => listening.events.length === 3, 'it is told once more');
  listening.answer.destroy();
  server.answers.set('tools/list', usual);
});

test('a server whose stream ends is asked once more, and all may have changed', async () => {
  const listening = await listen('all', { toolsListChanged: true });
  await until(() => streams.length === 1, 'the stream is open');
  streams[0]!.response.destroy();
  await until(() => listening.events.length === 2, 'it is told of a change');
  await until(() => streams.length === 1, 'the stream is open again');
  listening.answer.destroy();
  await until(() => streams.length === 0, 'nothing is open at the server');
});

test('a key listens eight times at once, and each answer ends as the protocol has it when the file changes', async () => {
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, id) => listen('all', { toolsListChanged: true }, id)),
  );
  const ninth = await readReply(
    await begin(gateway, '/mcp', {
      key: key('all'),
      ...modern('subscriptions/listen', { notifications: {} }),
    }),
  );
  assert.deepEqual([ninth.status, ninth.json.error.data.code], [429, 'rate_limit_exceeded']);
  gateway.keep.mcpServers!.retain(gateway.config.mcp);
  for (const [id, { answer, events }] of all.entries()) {
    await new Promise((resolve) => (answer.readableEnded ? resolve(undefined) : answer.on('end', resolve)));
    assert.equal(answer.complete, true);
    assert.deepEqual(events.at(-1), {
      jsonrpc: '2.0',
      id,
      result: { resultType: 'complete', _meta: { 'io.modelcontextprotocol/subscriptionId': id } },
    });
  }
  const again = await listen('all', { toolsListChanged: true });
  again.answer.destroy();
});

test('what is no filter is refused', async () => {
  const bad = [{ notifications: 1 }, {}, { notifications: { resourceSubscriptions: 'a' } }];
  for (const params of bad) {
    const reply = await readReply(
      await begin(gateway, '/mcp', { key: key('all'), ...modern('subscriptions/listen', params) }),
    );
    assert.deepEqual([reply.status, reply.json.error.code], [400, -32602]);
  }
});

test('what is known of a server outlives an edit that is about something else', async () => {
  const list = async (at: Inside) =>
    readReply(await begin(at, '/mcp', { key: key('all'), ...modern('tools/list') }));
  assert.equal((await list(gateway)).status, 200);
  const { keep, config } = gateway;
  const lists = server.messages.filter(({ method }) => method === 'tools/list').length;
  const moved = new Map(
    [...config.mcp!.servers].map(([name, one]) => [
      name,
      { ...one, at: { ...one.at, line: one.at.line + 1 } },
    ]),
  );
  const parts = { log: openLog('silent', { write: () => {} }), resources: keep, keySets: new HeldKeySets() };
  const no = () => false;
  const edited = { ...config, mcp: { ...config.mcp!, servers: moved } };
  const snapshot = await compile(edited, { ...parts, isCrowded: no, isLeaving: no, isDraining: no });
  snapshot.activate();
  assert.equal((await list(gateway)).status, 200);
  assert.equal(server.messages.filter(({ method }) => method === 'tools/list').length, lists);
  await snapshot.close();
});
