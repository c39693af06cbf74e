/** Clients of the Model Context Protocol get the tools of all servers at one path. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { json, startBackend, type TestBackend } from '../../helpers/backend.ts';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { ownerOfFile } from '../../helpers/serve.ts';
import {
  modern,
  older,
  type Rpc,
  RpcError,
  startToolServer,
  type ToolServer,
  tool,
} from '../../helpers/tool-server.ts';

const owner = ownerOfFile();
const key = (name: string) => `sk-tools-${name}-0123456789`;
let backend: TestBackend;
let first: ToolServer;
let second: ToolServer;
let gateway: TestGateway;

const started = (async () => {
  backend = await startBackend(owner, json({}));
  first = await startToolServer(owner, {
    tools: [tool('get_a'), tool('get_b'), tool('delete_a'), tool('hidden'), tool('with.dots')],
    prompts: [{ name: 'hello' }, { name: 'secret' }],
    resources: [{ uri: 'file:///a', name: 'a' }],
    templates: [{ uriTemplate: 'file:///{name}', name: 'files' }],
    instructions: 'Ask first.',
  });
  second = await startToolServer(owner, { tools: [tool('get_a')] });
  gateway = await startGateway(
    owner as Parameters<typeof startGateway>[0],
    configText({
      backends: `{ own: { url: "${backend.url}" } }`,
      models: '{ m: { deployments: [ { backend: own, endpoints: { chat_completions: [] } } ] } }',
      keys: `{
  all: { secret: ${key('all')}, tools: ["*"] },
  some: { secret: ${key('some')}, tools: ["first/get_*", "first/prompt:hello"] },
  other: { secret: ${key('other')}, tools: ["second/*"] },
  none: { secret: ${key('none')} } }`,
      more: `routing: { circuit: { failures: 100 } }
mcp:
  servers:
    first: { url: "${first.url}/mcp?tenant=1", private: true, tools: ["get_*", "delete_*", "with.dots"], auth: { bearer: "token-of-ours-123456" } }
    second: { url: "${second.url}/mcp", private: true }
`,
    }),
  );
})();

beforeEach(async () => {
  await started;
  for (const server of [first, second]) {
    server.messages.length = 0;
    server.instead = undefined;
    (server.seen as unknown[]).length = 0;
  }
});

const call = (name: string, request: object, path = '/mcp') =>
  gateway.call(path, { key: key(name), ...request });
const namesOf = (reply: { json: Rpc }, what = 'tools', by = 'name') =>
  reply.json.result[what].map((one: Rpc) => one[by]);

test('tools of all servers are listed under their names, as far as the key may use them', async () => {
  const all = await call('all', modern('tools/list'));
  assert.equal(all.status, 200);
  const names = namesOf(all);
  assert.deepEqual(names.slice(0, 3), ['first__get_a', 'first__get_b', 'first__delete_a']);
  assert.match(names[3], /^first__with_dots-[0-9a-f]{10}$/);
  assert.equal(names[4], 'second__get_a');
  assert.equal(all.json.id, 1);
  assert.equal(all.json.result.cacheScope, 'private');
  assert.equal(all.json.result.resultType, 'complete');
  assert.deepEqual(namesOf(await call('some', modern('tools/list'))), ['first__get_a', 'first__get_b']);
  assert.deepEqual(namesOf(await call('other', modern('tools/list'))), ['second__get_a']);
  assert.deepEqual(namesOf(await call('none', modern('tools/list'))), []);
  assert.deepEqual(namesOf(await call('all', modern('tools/list'), '/mcp/first')), [
    'get_a',
    'get_b',
    'delete_a',
    'with.dots',
  ]);
});

test('a call goes to its server under its own name, with our credential and nothing of the client', async () => {
  const reply = await call(
    'some',
    modern(
      'tools/call',
      { name: 'first__get_a', arguments: { big: 1 } },
      { id: 'x-1', headers: { cookie: 'a=b', 'x-other': '1', 'mcp-param-region': 'eu' } },
    ),
  );
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.json.id, 'x-1');
  assert.equal(reply.json.result.content[0].text, 'get_a {"big":1}');
  const { headers, url } = first.seen.at(-1)!;
  assert.equal(url, '/mcp?tenant=1');
  assert.equal(headers['mcp-name'], 'get_a');
  assert.equal(headers['mcp-method'], 'tools/call');
  assert.equal(headers['mcp-protocol-version'], '2026-07-28');
  assert.equal(headers['authorization'], 'Bearer token-of-ours-123456');
  assert.equal(headers['mcp-param-region'], 'eu');
  assert.equal(headers['cookie'], undefined);
  assert.equal(headers['x-other'], undefined);
  const { message } = { message: first.messages.at(-1) };
  assert.equal(typeof message.id, 'number');
  assert.equal(message.params._meta['io.modelcontextprotocol/clientInfo'].name, 'test');
  const line = gateway.logs.findLast(({ msg }) => msg === 'request')!;
  assert.deepEqual(
    [line['endpoint'], line['mcp_method'], line['tool'], line['tool_outcome'], line['status'], line['key']],
    ['mcp', 'tools/call', 'first/get_a', 'answered', 200, 'some'],
  );
  assert.ok(!JSON.stringify(gateway.logs).includes('"big"'));
});

test('what a key may not use is answered in the words of what is not there', async () => {
  const said: unknown[] = [];
  for (const name of [
    'first__delete_a',
    'first__nothing',
    'second__get_a',
    'third__get_a',
    'get_a',
    'first__hidden',
  ]) {
    const reply = await call('some', modern('tools/call', { name, arguments: {} }));
    assert.equal(reply.status, 200);
    assert.equal(reply.json.error.code, -32602, name);
    assert.equal(reply.json.error.data.code, 'unknown_tool');
    assert.equal(reply.json.id, 1);
    said.push(reply.json.error);
  }
  assert.equal(new Set(said.map((one) => JSON.stringify(one))).size, 1);
  assert.ok(first.messages.every(({ method }) => method !== 'tools/call'));
  const paths = await Promise.all(
    ['/mcp/second', '/mcp/third', '/mcp/'].map((path) => call('some', modern('tools/list'), path)),
  );
  for (const reply of paths) {
    assert.equal(reply.status, 404);
    assert.equal(reply.json.error.data.code, 'unknown_path');
  }
});

test('a list never shows what may not be called, and all that it shows may be', async () => {
  for (const who of ['all', 'some', 'other', 'none']) {
    const listed = namesOf(await call(who, modern('tools/list')));
    for (const name of namesOf(await call('all', modern('tools/list')))) {
      const reply = await call(who, modern('tools/call', { name, arguments: {} }));
      assert.equal(reply.json.error === undefined, listed.includes(name), `${who} ${name}`);
    }
  }
});

test('a short form of a name is called by itself alone', async () => {
  const short = namesOf(await call('all', modern('tools/list')))[3];
  const reply = await call('all', modern('tools/call', { name: short, arguments: {} }));
  assert.equal(reply.json.result.content[0].text, 'with.dots {}');
  const plain = await call('all', modern('tools/call', { name: 'first__with.dots', arguments: {} }));
  assert.equal(plain.json.error.code, -32602);
});

test('numbers go to their last digit, both ways', async () => {
  first.answers.set('tools/call', (_params, { response, message }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      `{"jsonrpc":"2.0","id":${message.id},"result":{"resultType":"complete","content":[],"structuredContent":{"n":12345678901234567890,"f":1.0,"no":false}}}`,
    );
    return undefined;
  });
  try {
    const request = modern('tools/call', { name: 'first__get_a' });
    const body = JSON.stringify(request.body).replace(
      '"name"',
      '"arguments":{"n":1.0,"m":98765432109876543210},"name"',
    );
    const reply = await call('all', { ...request, body });
    assert.match(reply.text, /"n":12345678901234567890,"f":1\.0,"no":false/);
    assert.match(first.seen.at(-1)!.body.toString(), /"arguments":\{"n":1\.0,"m":98765432109876543210\}/);
  } finally {
    first.answers.set('tools/call', ({ name, arguments: args }) => ({
      resultType: 'complete',
      content: [{ type: 'text', text: `${name} ${JSON.stringify(args ?? {})}` }],
    }));
  }
});

test('prompts, resources and templates are listed and asked for as tools are', async () => {
  assert.deepEqual(namesOf(await call('some', modern('prompts/list')), 'prompts'), ['first__hello']);
  assert.deepEqual(namesOf(await call('all', modern('resources/list')), 'resources', 'uri'), [
    'first+file:///a',
  ]);
  assert.deepEqual(namesOf(await call('some', modern('resources/list')), 'resources', 'uri'), []);
  const templates = await call('all', modern('resources/templates/list'));
  assert.deepEqual(namesOf(templates, 'resourceTemplates', 'uriTemplate'), ['first+file:///{name}']);
  first.answers.set('prompts/get', ({ name }) => ({
    resultType: 'complete',
    messages: [],
    description: name,
  }));
  first.answers.set('resources/read', ({ uri }) => ({
    resultType: 'complete',
    contents: [{ uri, text: 'hi' }],
    ttlMs: 0,
    cacheScope: 'private',
  }));
  first.answers.set('completion/complete', ({ ref }) => ({
    resultType: 'complete',
    completion: { values: [ref.name ?? ref.uri] },
  }));
  const prompt = await call('some', modern('prompts/get', { name: 'first__hello' }));
  assert.equal(prompt.json.result.description, 'hello');
  const refused = await call('some', modern('prompts/get', { name: 'first__secret' }));
  assert.equal(refused.json.error.code, -32602);
  const read = await call('all', modern('resources/read', { uri: 'first+file:///a' }));
  assert.equal(read.json.result.contents[0].uri, 'first+file:///a');
  assert.equal(first.messages.at(-1).params.uri, 'file:///a');
  const completed = await call(
    'all',
    modern('completion/complete', {
      ref: { type: 'ref/resource', uri: 'first+file:///{name}' },
      argument: { name: 'name', value: '' },
    }),
  );
  assert.deepEqual(completed.json.result.completion.values, ['file:///{name}']);
});

test('discovery says what the servers say, of which the key may use something', async () => {
  const all = await call('all', modern('server/discover'));
  assert.deepEqual(Object.keys(all.json.result.capabilities).sort(), [
    'completions',
    'prompts',
    'resources',
    'tools',
  ]);
  assert.match(all.json.result.instructions, /first__:\nAsk first\./);
  assert.ok(all.json.result.supportedVersions.includes('2026-07-28'));
  const other = await call('other', modern('server/discover'));
  assert.deepEqual(Object.keys(other.json.result.capabilities), ['tools']);
  assert.equal(other.json.result.instructions, undefined);
});

test('clients of older revisions are served without a session', async () => {
  const begun = await call(
    'all',
    older('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
    }),
  );
  assert.equal(begun.status, 200);
  assert.equal(begun.json.result.protocolVersion, '2025-06-18');
  assert.equal(begun.headers['mcp-session-id'], undefined);
  const told = await gateway.call('/mcp', {
    key: key('all'),
    method: 'POST',
    headers: { 'content-type': 'application/json', 'mcp-protocol-version': '2025-06-18' },
    body: { jsonrpc: '2.0', method: 'notifications/initialized' },
  });
  assert.deepEqual([told.status, told.text], [202, '']);
  assert.deepEqual((await call('all', older('ping'))).json.result, {});
  const listed = await call('all', older('tools/list'));
  assert.equal(namesOf(listed).length, 5);
  assert.equal(listed.json.result.resultType, undefined);
  const reply = await call('all', older('tools/call', { name: 'first__get_b', arguments: { a: 1 } }));
  assert.equal(reply.json.result.content[0].text, 'get_b {"a":1}');
  assert.equal(first.messages.at(-1).params._meta['io.modelcontextprotocol/protocolVersion'], '2026-07-28');
});

test('an array of a client of 2025-03-26 is answered message by message', async () => {
  const array = (body: unknown, version: string | undefined = '2025-03-26') =>
    call('some', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(version && { 'mcp-protocol-version': version }) },
      body,
    });
  const message = (id: number, method: string, params: object = {}) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  });
  const reply = await array([
    message(1, 'tools/call', { name: 'first__get_a', arguments: { n: 1 } }),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    message(2, 'tools/call', { name: 'second__get_a', arguments: {} }),
    message(3, 'tools/list'),
    message(4, 'initialize', { protocolVersion: '2025-03-26' }),
  ]);
  assert.equal(reply.status, 200, reply.text);
  const [first_, refused, list, begun] = reply.json;
  assert.deepEqual([first_.id, first_.result.content[0].text], [1, 'get_a {"n":1}']);
  assert.deepEqual([refused.id, refused.error.code], [2, -32602]);
  assert.deepEqual([list.id, list.result.tools.length], [3, 2]);
  assert.deepEqual([begun.id, begun.error.code], [4, -32600]);
  const lines = gateway.logs.filter(({ msg, mcp_method }) => msg === 'request' && mcp_method !== undefined);
  assert.ok(lines.some(({ tool }) => tool === 'first/get_a'));
  const quiet = await array([{ jsonrpc: '2.0', method: 'notifications/initialized' }]);
  assert.deepEqual([quiet.status, quiet.text], [202, '']);
  const many = Array.from({ length: 33 }, (_, id) => message(id, 'ping'));
  assert.deepEqual([(await array(many)).status, (await array(many)).json.error.code], [400, -32600]);
  const later = await array([message(1, 'ping')], '2025-06-18');
  assert.deepEqual([later.status, later.json.error.code], [400, -32600]);
});

test('what is no message of the protocol is refused with its code', async () => {
  const cases: [string, object, number, number][] = [
    ['no JSON', { ...modern('tools/list'), body: '{' }, 400, -32700],
    ['an array', { ...modern('tools/list'), body: '[]' }, 400, -32600],
    [
      'an id of null',
      { ...modern('tools/list'), body: { jsonrpc: '2.0', id: null, method: 'ping' } },
      400,
      -32600,
    ],
    [
      'another method in its head',
      modern('tools/list', {}, { headers: { 'mcp-method': 'tools/call' } }),
      400,
      -32020,
    ],
    [
      'another name in its head',
      modern('tools/call', { name: 'first__get_a' }, { headers: { 'mcp-name': 'first__get_b' } }),
      400,
      -32020,
    ],
    [
      'a revision that nobody knows',
      modern(
        'tools/list',
        {
          _meta: {
            ...{
              'io.modelcontextprotocol/protocolVersion': '2031-01-01',
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        },
        { headers: { 'mcp-protocol-version': '2031-01-01' } },
      ),
      400,
      -32022,
    ],
    ['an unknown method', modern('tools/destroy'), 404, -32601],
    ['an unknown method of an older client', older('logging/setLevel', { level: 'info' }), 200, -32601],
    ['a cursor of somebody else', modern('tools/list', { cursor: 'abc' }), 200, -32602],
  ];
  for (const [what, request, status, code] of cases) {
    const reply = await call('all', request);
    assert.deepEqual([reply.status, reply.json.error.code], [status, code], `${what}: ${reply.text}`);
    assert.equal(typeof reply.json.error.data.code, 'string');
  }
  assert.equal(first.seen.length, 0);
});

test('GET and DELETE are no methods here, no key is 401, a page of another site 403', async () => {
  for (const method of ['GET', 'DELETE', 'OPTIONS']) {
    const reply = await gateway.call('/mcp', { method, key: key('all') });
    assert.deepEqual([reply.status, reply.headers['allow']], [405, 'POST']);
    assert.equal(reply.json.error.data.code, 'method_not_allowed');
  }
  const nobody = await gateway.call('/mcp', { ...modern('tools/list'), key: null });
  assert.equal(nobody.status, 401);
  assert.equal(nobody.json.error.data.code, 'missing_api_key');
  assert.match(String(nobody.headers['www-authenticate']), /^Bearer/);
  const page = await call('all', modern('tools/list', {}, { headers: { origin: 'https://evil.example' } }));
  assert.deepEqual([page.status, page.json.error.data.code], [403, 'origin_not_allowed']);
});

test("a server's own errors are the client's, with their status and the client's id", async () => {
  first.answers.set('tools/call', () => {
    throw new RpcError(-32021, 'It needs sampling.', 400, { requiredCapabilities: { sampling: {} } });
  });
  const reply = await call('all', modern('tools/call', { name: 'first__get_a', arguments: {} }, { id: 'q' }));
  assert.equal(reply.status, 400);
  assert.deepEqual(reply.json, {
    jsonrpc: '2.0',
    id: 'q',
    error: { code: -32021, message: 'It needs sampling.', data: { requiredCapabilities: { sampling: {} } } },
  });
  first.answers.set('tools/call', () => {
    throw new RpcError(-32602, 'Unknown tool', 200);
  });
  const unknown = await call('all', modern('tools/call', { name: 'first__get_a', arguments: {} }));
  assert.deepEqual([unknown.status, unknown.json.error.code], [200, -32602]);
});
