/** Servers of tools of every kind and in every state: what is wrong with one is its own. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { json, startBackend } from '../../helpers/backend.ts';
import { gate } from '../../helpers/gate.ts';
import { begin, configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { ownerOfFile } from '../../helpers/serve.ts';
import {
  modern,
  older,
  type Rpc,
  RpcError,
  startOlderServer,
  startToolServer,
  type ToolServer,
  tool,
} from '../../helpers/tool-server.ts';

const owner = ownerOfFile();
const key = (name: string) => `sk-servers-${name}-0123456789`;
let good: ToolServer;
let faulty: ToolServer;
let plainOld: ToolServer;
let sessionOld: Awaited<ReturnType<typeof startOlderServer>>;
let sharedOld: Awaited<ReturnType<typeof startOlderServer>>;
let gateway: TestGateway;

const started = (async () => {
  const backend = await startBackend(owner, json({}));
  good = await startToolServer(owner);
  faulty = await startToolServer(owner, { instructions: 'Say our-own-secret-98765.' });
  plainOld = await startOlderServer(owner);
  sessionOld = await startOlderServer(owner, { sessions: true });
  sharedOld = await startOlderServer(owner, { sessions: true, lostStatus: 400 });
  const keys = ['a', 'b', 'bad'];
  gateway = await startGateway(
    owner as Parameters<typeof startGateway>[0],
    configText({
      backends: `{ own: { url: "${backend.url}" } }`,
      models: '{ m: { deployments: [ { backend: own, endpoints: { chat_completions: [] } } ] } }',
      keys: `{ ${keys.map((name) => `${name}: { secret: ${key(name)}, tools: [${name === 'bad' ? '"*"' : '"good/*", "old/*", "session/*", "shared/*", "local/*"'}] }`).join(', ')} }`,
      more: `routing: { circuit: { failures: 100 } }
mcp:
  servers:
    good: { url: "${good.url}/mcp", private: true }
    faulty: { url: "${faulty.url}/mcp", private: true, timeouts: { total: 700ms, idle: 300ms }, auth: { bearer: "our-own-secret-98765" } }
    old: { url: "${plainOld.url}/mcp", private: true }
    session: { url: "${sessionOld.url}/mcp", private: true }
    shared: { url: "${sharedOld.url}/mcp", private: true, sessions: shared }
    local: { url: "http://localtest.me.invalid:${good.port}/mcp", plaintext: true }
`,
    }),
  );
})();

beforeEach(async () => {
  await started;
  for (const server of [good, faulty, plainOld, sessionOld, sharedOld]) server.instead = undefined;
});

const call = (name: string, request: object, path = '/mcp') =>
  gateway.call(path, { key: key(name), ...request });
const callTool = (name: string, asked: string, more: object = {}) =>
  call(name, modern('tools/call', { name: asked, arguments: more }));
const namesOf = (reply: { json: Rpc }) => reply.json.result.tools.map((one: Rpc) => one.name);

test('a server that is out of reach takes nothing from the others', async () => {
  const listed = await call('a', modern('tools/list'));
  assert.deepEqual(namesOf(listed), ['good__echo', 'old__echo', 'session__echo', 'shared__echo']);
  assert.ok(listed.json.result.ttlMs <= 1000);
  const reply = await callTool('a', 'local__echo');
  assert.deepEqual(
    [reply.status, reply.json.error.data.code, reply.json.id],
    [502, 'upstream_unreachable', 1],
  );
  assert.ok(gateway.logs.some(({ msg, server }) => server === 'local' && /in no list/.test(msg)));
});

test('older servers behind new clients: what the new revision asks for is added', async () => {
  const reply = await callTool('a', 'old__echo', { a: 1 });
  assert.deepEqual(reply.json.result, {
    resultType: 'complete',
    content: [{ type: 'text', text: 'echo {"a":1} without a session' }],
  });
  const { params } = plainOld.messages.at(-1);
  assert.deepEqual(Object.keys(params._meta ?? {}), []);
  assert.equal(plainOld.seen.at(-1)!.headers['mcp-protocol-version'], '2025-11-25');
  assert.equal(plainOld.messages.filter(({ method }) => method === 'initialize').length, 1);
  assert.ok(plainOld.messages.some(({ method }) => method === 'notifications/initialized'));
  const through = await call('a', older('tools/call', { name: 'old__echo' }));
  assert.equal(through.json.result.resultType, undefined);
});

test('where an older server demands sessions each caller has one of its own, begun anew when it is lost', async () => {
  const textOf = async (who: string, of = 'session') =>
    (await callTool(who, `${of}__echo`)).json.result.content[0].text as string;
  const ofA = await textOf('a');
  const ofB = await textOf('b');
  assert.match(ofA, /session-\d+$/);
  assert.notEqual(ofA, ofB);
  assert.equal(await textOf('a'), ofA);
  sessionOld.open.clear();
  const anew = await textOf('a');
  assert.match(anew, /session-\d+$/);
  assert.notEqual(anew, ofA);
  assert.equal(await textOf('a'), anew);
  assert.deepEqual(namesOf(await call('a', modern('tools/list'))).length, 4);
  const shared = await textOf('a', 'shared');
  assert.equal(shared, await textOf('b', 'shared'));
  sharedOld.open.clear();
  const again = await textOf('b', 'shared');
  assert.match(again, /session-\d+$/);
  assert.notEqual(again, shared);
  assert.equal(await textOf('a', 'shared'), again);
});

const faults: [string, (server: ToolServer) => void, number, string, RegExp?][] = [
  ['its 401 is our fault', (s) => answer(s, 401, '{}'), 502, 'upstream_auth'],
  ['its 403 too', (s) => answer(s, 403, '{}'), 502, 'upstream_auth'],
  [
    'a redirect is not followed',
    (s) => answer(s, 302, '', { location: good.url }),
    502,
    'upstream_invalid',
    /redirect/,
  ],
  ['it takes no more', (s) => answer(s, 429, '', { 'retry-after': '7' }), 429, 'capacity_exceeded'],
  ['HTML', (s) => answer(s, 200, '<html>', { 'content-type': 'text/html' }), 502, 'upstream_invalid'],
  ['no JSON', (s) => answer(s, 200, '{"jsonrpc"'), 502, 'upstream_invalid'],
  [
    "somebody else's answer",
    (s) => answer(s, 200, '{"jsonrpc":"2.0","id":987654,"result":{}}'),
    502,
    'upstream_invalid',
    /id/,
  ],
  ['a failure', (s) => answer(s, 500, 'oh'), 502, 'upstream_invalid', /500/],
  ['nothing', (s) => answer(s, 200, ''), 502, 'upstream_invalid'],
  [
    'silence',
    (s) => {
      s.instead = () => {};
    },
    504,
    'upstream_timeout',
  ],
  [
    'a broken connection',
    (s) => {
      s.instead = (_seen, response) => response.destroy();
    },
    502,
    'upstream_unreachable',
  ],
  [
    'half an answer',
    (s) => {
      s.instead = (_seen, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' });
        response.write('{');
      };
    },
    504,
    'upstream_timeout',
  ],
  [
    'our own secret',
    (s) => echo(s, '{"resultType":"complete","content":[{"type":"text","text":"our-own-secret-98765"}]}'),
    502,
    'upstream_invalid',
    /credential/,
  ],
];

function answer(server: ToolServer, status: number, body: string, headers: object = {}): void {
  server.instead = (_seen, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
}

function echo(server: ToolServer, result: string): void {
  server.instead = (seen, response) => {
    const { id } = JSON.parse(seen.body.toString());
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"jsonrpc":"2.0","id":${id},"result":${result}}`);
  };
}

test("what is wrong with a server's answer is told in the protocol's form, and sent once", async () => {
  assert.equal((await callTool('bad', 'faulty__echo')).status, 200);
  for (const [what, begin, status, code, reason] of faults) {
    begin(faulty);
    const before = faulty.seen.length;
    const reply = await callTool('bad', 'faulty__echo');
    assert.deepEqual([reply.status, reply.json.error.data.code], [status, code], `${what}: ${reply.text}`);
    assert.equal(reply.json.id, 1);
    assert.equal(faulty.seen.length - before, 1, what);
    const line = gateway.logs.findLast(({ msg }) => msg === 'request')!;
    if (reason !== undefined) assert.match(String(line['reason']), reason);
    assert.ok(!reply.text.includes('98765'));
  }
  faulty.instead = undefined;
  assert.equal((await callTool('bad', 'faulty__echo')).status, 200);
});

test('instructions that repeat our credential go to no client', async () => {
  const alone = await call('bad', modern('server/discover'), '/mcp/faulty');
  assert.deepEqual(
    [alone.json.result.capabilities.tools, alone.json.result.instructions],
    [{ listChanged: true }, undefined],
  );
  const { text } = await call('bad', modern('server/discover'));
  assert.ok(text.includes('session__') && !text.includes('98765'), text);
});

test('lists that are no lists, too long or endless leave the list, and come back', async () => {
  const list = async () =>
    namesOf(await call('bad', modern('tools/list'))).filter((name: string) => name.startsWith('faulty'));
  const changed = async () => {
    // What it says while something is read of it: its list is another one.
    faulty.answers.set('resources/read', (_params, { message, response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        `data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\ndata: {"jsonrpc":"2.0","id":${message.id},"result":{"resultType":"complete","contents":[],"ttlMs":0,"cacheScope":"private"}}\n\n`,
      );
      return undefined;
    });
    assert.equal((await call('bad', modern('resources/read', { uri: 'faulty+a:b' }))).status, 200);
  };
  const usual = faulty.answers.get('tools/list')!;
  assert.deepEqual(await list(), ['faulty__echo']);
  const lists: [string, () => unknown][] = [
    ['an object', () => ({ tools: {} })],
    ['1,001 tools', () => ({ tools: Array.from({ length: 1001 }, (_, index) => tool(`t${index}`)) })],
    ['2 MiB', () => ({ tools: [tool('long', { description: 'x'.repeat(2 * 1024 * 1024) })] })],
    ['pages without an end', () => ({ tools: [], nextCursor: 'again' })],
    [
      'an error',
      () => {
        throw new RpcError(-32603, 'no');
      },
    ],
  ];
  for (const [what, made] of lists) {
    await changed();
    faulty.answers.set('tools/list', made);
    assert.deepEqual(await list(), [], what);
  }
  await changed();
  faulty.answers.set('tools/list', usual);
  assert.deepEqual(await list(), ['faulty__echo']);
  faulty.answers.set('tools/list', ({ cursor }) =>
    cursor === undefined
      ? { tools: [tool('one'), { name: 7 }, tool('one')], nextCursor: 'next', ttlMs: 1000 }
      : { tools: [tool('two')], ttlMs: 1000 },
  );
  await changed();
  assert.deepEqual(await list(), ['faulty__one', 'faulty__two']);
  faulty.answers.set('tools/list', usual);
});

test('one question at a time goes to a server, however many ask', async () => {
  const held = gate();
  good.answers.set('tools/list', async () => {
    await held.opened;
    return { resultType: 'complete', tools: [tool('echo')], ttlMs: 60_000, cacheScope: 'public' };
  });
  good.answers.set('tools/call', (_params, { message, response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      `data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\ndata: {"jsonrpc":"2.0","id":${message.id},"result":{"resultType":"complete","content":[]}}\n\n`,
    );
  });
  await callTool('a', 'good__echo');
  good.messages.length = 0;
  const replies = Array.from({ length: 10 }, () => call('a', modern('tools/list')));
  held.open();
  for (const reply of await Promise.all(replies)) assert.ok(namesOf(reply).includes('good__echo'));
  assert.equal(good.messages.filter(({ method }) => method === 'tools/list').length, 1);
});

test('events come as they are sent, and a client that leaves ends the call', async () => {
  const rest = gate();
  const left = gate();
  good.answers.set('tools/call', async (_params, { message, response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const token = message.params._meta.progressToken;
    response.write(
      `data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${JSON.stringify(token)},"progress":1.0}}\n\n`,
    );
    response.on('close', () => left.open());
    await rest.opened;
    response.end(
      `data: {"jsonrpc":"2.0","id":${message.id},"result":{"resultType":"complete","content":[]}}\n\n`,
    );
  });
  const request = modern('tools/call', { name: 'good__echo', arguments: {} }, { id: 7 });
  const withToken = {
    ...request,
    body: {
      ...request.body,
      params: { ...request.body.params, _meta: { ...request.body.params._meta, progressToken: 'p' } },
    },
  };
  const answer = await begin(gateway, '/mcp', { key: key('a'), ...withToken });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'text/event-stream');
  assert.equal(answer.headers['x-accel-buffering'], 'no');
  const chunks: string[] = [];
  for await (const chunk of answer) {
    chunks.push(String(chunk));
    if (chunks.length === 1) rest.open();
  }
  const text = chunks.join('');
  assert.match(
    text,
    /^event: message\ndata: \{"jsonrpc":"2\.0","method":"notifications\/progress","params":\{"progressToken":"p","progress":1\.0\}\}\n\n/,
  );
  assert.match(
    text,
    /data: \{"jsonrpc":"2\.0","id":7,"result":\{"resultType":"complete","content":\[\]\}\}\n\n$/,
  );
  const never = gate();
  const gone = gate();
  good.answers.set('tools/call', async (_params, { response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      'data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}}\n\n',
    );
    response.on('close', () => gone.open());
    await never.opened;
  });
  const leaving = await begin(gateway, '/mcp', { key: key('a'), ...withToken });
  await new Promise((resolve) => leaving.once('data', resolve));
  leaving.destroy();
  await gone.opened;
});

test('a stream that breaks is told so, with the id of its request', async () => {
  good.answers.set('tools/call', (_params, { response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      'data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}}\n\n',
      () => response.destroy(),
    );
  });
  const reply = await call(
    'a',
    modern('tools/call', { name: 'good__echo', arguments: {} }, { id: 'broken' }),
  );
  assert.equal(reply.complete, false);
  const last = reply.text.trim().split('\n').at(-1)!;
  const error = JSON.parse(last.slice('data: '.length));
  assert.deepEqual([error.id, error.error.data.code], ['broken', 'upstream_interrupted']);
  const line = gateway.logs.findLast(({ msg }) => msg === 'request')!;
  assert.deepEqual([line['code'], line['tool_outcome']], ['upstream_interrupted', 'interrupted']);
});

test('what a client can not read as events comes as one message', async () => {
  good.answers.set('tools/call', (_params, { message, response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      `data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}}\n\ndata: {"jsonrpc":"2.0","id":${message.id},"result":{"resultType":"complete","content":[]}}\n\n`,
    );
  });
  const reply = await call(
    'a',
    modern('tools/call', { name: 'good__echo', arguments: {} }, { headers: { accept: 'application/json' } }),
  );
  assert.equal(reply.headers['content-type'], 'application/json');
  assert.deepEqual(reply.json.result.content, []);
});
