/** What other gateways for tools got wrong, by their issues: each line of it is a test. */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { startAdmin, token } from '../../helpers/admin.ts';
import { json, type Seen, startBackend } from '../../helpers/backend.ts';
import { gate } from '../../helpers/gate.ts';
import { begin, configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { clientKinds, connectClient, textOf, trustingFetch } from '../../helpers/mcp/clients.ts';
import { ownerOfFile } from '../../helpers/serve.ts';
import {
  modern,
  older,
  type Rpc,
  startOlderServer,
  startToolServer,
  type ToolServer,
  tool,
} from '../../helpers/tool-server.ts';

const owner = ownerOfFile();
const key = (name: string) => `sk-peers-${name}-0123456789`;
const credential = 'credential-of-a-server-0123456789';

/** Keys with what they may use. */
const keys: Readonly<Record<string, string>> = {
  all: '"*"',
  reads: '"one/get_*"',
  onlyTwo: '"two/*"',
  exact: '"one/get_a", "two/delete_a"',
  anyServer: '"*/get_b"',
  noTool: '"one/prompt:*", "two/resource:*"',
  wide: '"one/*_a", "held/*"',
  none: '',
};

let one: ToolServer;
let two: ToolServer;
let held: Awaited<ReturnType<typeof startOlderServer>>;
let fileText: string;
let gateway: TestGateway;

const servers = () => [one, two, held];

before(async () => {
  const backend = await startBackend(owner, json({}));
  one = await startToolServer(owner, {
    tools: [
      tool('get_a', { annotations: { readOnlyHint: false, destructiveHint: false } }),
      tool('get_b'),
      tool('delete_a'),
    ],
  });
  two = await startToolServer(owner, { tools: [tool('get_a'), tool('get_b'), tool('delete_a')] });
  held = await startOlderServer(owner, { sessions: true });
  fileText = configText({
    backends: `{ own: { url: "${backend.url}" } }`,
    models: '{ m: { deployments: [ { backend: own, endpoints: { chat_completions: [] } } ] } }',
    keys: `{ ${Object.entries(keys)
      .map(
        ([name, tools]) =>
          `${name}: { secret: ${key(name)}, tools: [${tools}]${name === 'wide' ? ', group: held' : ''} }`,
      )
      .join(', ')} }`,
    more: `groups: { held: { tools: ["one/*", "held/ec*"] } }
routing: { circuit: { failures: 100 } }
mcp:
  servers:
    one: { url: "${one.url}/mcp", private: true, auth: { bearer: ${credential} }, timeouts: { total: 5s } }
    two: { url: "${two.url}/mcp", private: true, auth: { bearer: ${credential} }, timeouts: { total: 5s } }
    held: { url: "${held.url}/mcp", private: true }
`,
  });
  gateway = await startGateway(owner as Parameters<typeof startGateway>[0], fileText);
  // Lists are kept from here on, but where a test says other things.
  await call('all', modern('tools/list'));
});

const normal = new Map<ToolServer, ToolServer['answers']>();

beforeEach(() => {
  for (const server of servers()) {
    if (!normal.has(server)) normal.set(server, new Map(server.answers));
    server.answers.clear();
    for (const [method, answer] of normal.get(server)!) server.answers.set(method, answer);
    server.instead = undefined;
    server.messages.length = 0;
    (server.seen as unknown[]).length = 0;
  }
});

const call = (name: string, request: object, path = '/mcp') =>
  gateway.call(path, { key: key(name), ...request });
const callTool = (name: string, asked: string, more: object = {}) =>
  call(name, modern('tools/call', { name: asked, arguments: more }));
const namesOf = (reply: { json: Rpc }): string[] => reply.json.result.tools.map((each: Rpc) => each.name);
const everything = ['one', 'two'].flatMap((server) =>
  ['get_a', 'get_b', 'delete_a'].map((name) => `${server}__${name}`),
);

test("one server's failing stream lists nobody's tools again", async () => {
  one.answers.set('tools/call', (_params, { response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': begun\n\n', () => response.destroy());
  });
  for (let count = 0; count < 3; count += 1) await callTool('all', 'one__get_a');
  assert.deepEqual(namesOf(await call('all', modern('tools/list'))), [...everything, 'held__echo']);
  const asked = servers().flatMap(({ messages }) => messages.map(({ method }) => method as string));
  assert.deepEqual(asked, ['tools/call', 'tools/call', 'tools/call']);
});

test('no GET is insisted on: none is sent to a server, and a client that sends none has everything', async (t) => {
  const methods: (string | undefined)[] = [];
  const trusting = trustingFetch(t, gateway.ca);
  for (const kind of clientKinds) {
    const client = await connectClient(t, kind, `${gateway.url}/mcp`, {
      headers: { authorization: `Bearer ${key('all')}` },
      fetch: (input, init) => {
        methods.push(init?.method);
        // As where no way leads for it.
        return init?.method === 'GET' ? Promise.reject(new TypeError('no GET')) : trusting(input, init);
      },
    });
    assert.equal((await client.listTools()).tools.length, 7);
    assert.match(textOf(await client.callTool({ name: 'held__echo', arguments: {} })), /^echo/);
  }
  assert.ok(methods.includes('POST'));
  for (const server of servers()) assert.ok(server.seen.every(({ method }) => method !== 'GET'));
});

test('no session id is demanded of clients that do not return it, and none is given', async () => {
  for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) {
    const begun = await call(
      'all',
      older('initialize', {
        protocolVersion: version,
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      }),
    );
    assert.equal(begun.json.result.protocolVersion, version);
    assert.equal(begun.headers['mcp-session-id'], undefined);
    const listed = await call('all', older('tools/list', undefined, { version }));
    assert.equal(namesOf(listed).length, 7);
    const request = older('tools/call', { name: 'held__echo', arguments: {} }, { version });
    const answered = await call('all', {
      ...request,
      headers: { ...request.headers, 'mcp-session-id': 'of somebody' },
    });
    assert.match(answered.json.result.content[0].text, /session-\d+$/);
  }
});

test('a session that a server has forgotten is begun anew, and no tool is dead', async () => {
  const said = async () => (await callTool('all', 'held__echo')).json.result.content[0].text as string;
  const first = await said();
  for (let round = 0; round < 3; round += 1) {
    held.open.clear();
    assert.match(await said(), /session-\d+$/);
    assert.notEqual(await said(), first);
    assert.equal(namesOf(await call('all', modern('tools/list'))).length, 7);
  }
});

/** Another gateway, whose lists nobody has asked for, with a second server or without. */
async function gatewayWith(t: Parameters<typeof startGateway>[0], second?: string): Promise<TestGateway> {
  const servers = `    one: { url: "${one.url}/mcp", private: true }\n${second ?? ''}`;
  const [before] = fileText.split('    one: {');
  return startGateway(t, `${before}${servers}`);
}

test('a second server empties no list, whatever becomes of it', async (t) => {
  const states: [string, ToolServer['instead']][] = [
    ['it breaks off', (_seen, response) => response.destroy()],
    ['it has no words', (_seen, response) => response.writeHead(500).end()],
    ['it is something else', (_seen, response) => response.end('<html>')],
    ['it wants a token', (_seen, response) => response.writeHead(401).end()],
    [
      'it lists nonsense',
      (seen, response) => answer(seen, response, { tools: 'none', supportedVersions: ['2026-07-28'] }),
    ],
    [
      'its tools are hostile',
      (seen, response) =>
        answer(seen, response, {
          tools: [null, { name: 7 }, { name: 'x', inputSchema: { type: 'string' } }],
          supportedVersions: ['2026-07-28'],
        }),
    ],
  ];
  for (const [what, instead] of states) {
    two.instead = instead;
    const other = await gatewayWith(t, `    two: { url: "${two.url}/mcp", private: true }\n`);
    const listed = await other.call('/mcp', { key: key('all'), ...modern('tools/list') });
    assert.deepEqual(namesOf(listed), everything.slice(0, 3), what);
    const called = await other.call('/mcp', {
      key: key('all'),
      ...modern('tools/call', { name: 'one__get_a' }),
    });
    assert.equal(called.status, 200, what);
  }
});

function answer(
  seen: Seen,
  response: Parameters<NonNullable<ToolServer['instead']>>[1],
  result: object,
): void {
  const { id } = JSON.parse(seen.body.toString() || '{}');
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      jsonrpc: '2.0',
      id,
      result: {
        resultType: 'complete',
        ttlMs: 0,
        cacheScope: 'public',
        capabilities: { tools: {} },
        ...result,
      },
    }),
  );
}

test('names are the same with a second server and without', async (t) => {
  const alone = await gatewayWith(t);
  const listed = await alone.call('/mcp', { key: key('all'), ...modern('tools/list') });
  const together = namesOf(await call('all', modern('tools/list')));
  assert.deepEqual(
    namesOf(listed),
    together.filter((name) => name.startsWith('one__')),
  );
});

test('a 401 is not bare: it says how to come in, in a header and in the words of the protocol', async () => {
  for (const request of [
    modern('tools/list'),
    modern('tools/call', { name: 'one__get_a' }),
    older('initialize'),
    older('ping'),
  ]) {
    for (const secret of [null, 'sk-wrong-0123456789']) {
      const reply = await gateway.call('/mcp', { ...request, key: secret });
      assert.equal(reply.status, 401);
      assert.match(String(reply.headers['www-authenticate']), /^Bearer/);
      assert.equal(reply.json.jsonrpc, '2.0');
      assert.match(reply.json.error.data.code, /^(?:missing|invalid)_api_key$/);
    }
  }
});

test("a server's own 401 and what it says of its resource reach no client", async () => {
  two.instead = (_seen, response) => {
    const metadata = `${two.url}/.well-known/oauth-protected-resource`;
    response.writeHead(401, {
      'www-authenticate': `Bearer resource_metadata="${metadata}"`,
      'content-type': 'application/json',
    });
    response.end(JSON.stringify({ resource: two.url }));
  };
  const reply = await callTool('all', 'two__get_a');
  assert.equal(reply.status, 502);
  assert.equal(reply.headers['www-authenticate'], undefined);
  assert.ok(!JSON.stringify([reply.headers, reply.text]).includes(two.url));
  for (const path of ['', '/mcp', '/mcp/two']) {
    const told = await gateway.call(`/.well-known/oauth-protected-resource${path}`, { key: null });
    assert.ok(!told.text.includes(two.url), told.text);
  }
});

test('who has no key is 401, never 500, however odd the request is', async () => {
  const bodies = ['{', [], {}, { jsonrpc: '2.0' }, null, 'x'.repeat(100_000)];
  const requests = [
    ...bodies.map((body) => ({ method: 'POST', body })),
    ...['POST', 'GET', 'DELETE'].map((method) => ({ method })),
  ];
  for (const request of requests) {
    const reply = await gateway.call('/mcp', { ...request, key: null });
    assert.equal(reply.status, 401, JSON.stringify(request).slice(0, 50));
  }
});

test('grants are for each tool, and what is granted is shown: a list holds what may be called and nothing else', async () => {
  const unknown = (await callTool('all', 'nobody__unknown')).json.error;
  for (const name of Object.keys(keys)) {
    const listed = namesOf(await call(name, modern('tools/list')));
    assert.deepEqual(namesOf(await call(name, older('tools/list'))), listed);
    for (const asked of [...everything, 'held__echo']) {
      const reply = await callTool(name, asked);
      const server = asked.startsWith('one') ? one : asked.startsWith('two') ? two : held;
      if (listed.includes(asked)) {
        assert.equal(reply.json.error, undefined, `${name} ${asked}`);
        assert.equal(server.messages.at(-1).params.name, asked.split('__')[1]);
      } else {
        assert.ok(reply.json.error !== undefined, `${name} ${asked} ${reply.text}`);
        assert.deepEqual(
          [reply.status, reply.json.error.code, reply.json.error.data.code],
          [200, -32602, unknown.data.code],
        );
        assert.equal(reply.json.error.message, unknown.message);
      }
      server.messages.length = 0;
    }
  }
  assert.deepEqual(namesOf(await call('reads', modern('tools/list'))), ['one__get_a', 'one__get_b']);
  assert.deepEqual(namesOf(await call('exact', modern('tools/list'))), ['one__get_a', 'two__delete_a']);
  assert.deepEqual(namesOf(await call('anyServer', modern('tools/list'))), ['one__get_b', 'two__get_b']);
  assert.deepEqual(namesOf(await call('wide', modern('tools/list'))), [
    'one__get_a',
    'one__delete_a',
    'held__echo',
  ]);
  for (const name of ['noTool', 'none'])
    assert.deepEqual(namesOf(await call(name, modern('tools/list'))), []);
});

test('a tool that its server does not list can not be called, whatever a pattern covers', async () => {
  const unknown = (await callTool('all', 'nobody__unknown')).json.error;
  const reply = await callTool('all', 'one__unknown');
  assert.deepEqual(reply.json.error, unknown);
  assert.ok(one.messages.every(({ method }) => method !== 'tools/call'));
});

test('events pass as they come, not when the answer is over', async () => {
  const rest = gate();
  one.answers.set('tools/call', async (_params, { message, response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}\n\n',
    );
    await rest.opened;
    response.end(
      `data: {"jsonrpc":"2.0","id":${message.id},"result":{"resultType":"complete","content":[]}}\n\n`,
    );
  });
  const reply = await begin(gateway, '/mcp', {
    key: key('all'),
    ...modern('tools/call', { name: 'one__get_a' }),
  });
  const pieces: string[] = [];
  for await (const piece of reply) {
    pieces.push(String(piece));
    // The server goes on only now.
    rest.open();
  }
  assert.match(pieces[0]!, /notifications\/progress/);
  assert.match(pieces.join(''), /"content":\[\]/);
});

test('numbers and false hints come as they were written, both ways', async () => {
  const numbers = '{"a":1.0,"b":12345678901234567890,"c":1e400,"d":-0,"e":0.10}';
  const result = `{"resultType":"complete","content":[],"structuredContent":${numbers},"isError":false}`;
  two.instead = (seen, response) => {
    const { id } = JSON.parse(seen.body.toString());
    response.setHeader('content-type', 'application/json');
    response.end(`{"jsonrpc":"2.0","id":${id},"result":${result}}`);
  };
  const request = modern('tools/call', { name: 'two__get_a', arguments: 'HERE' });
  const body = Buffer.from(JSON.stringify(request.body).replace('"HERE"', numbers));
  const reply = await call('all', { ...request, body });
  assert.ok(reply.text.includes(result), reply.text);
  assert.ok(two.seen.at(-1)!.body.toString().includes(`"arguments":${numbers}`));
  for (const listed of [await call('all', modern('tools/list')), await call('all', older('tools/list'))]) {
    assert.deepEqual(listed.json.result.tools[0].annotations, {
      readOnlyHint: false,
      destructiveHint: false,
    });
  }
});

test("neither a server's credential nor a client's key stands in the clear anywhere", async (t) => {
  await callTool('all', 'two__get_a');
  two.instead = (_seen, response) => response.writeHead(401).end(credential);
  const refused = await callTool('all', 'two__get_a');
  const admin = await startAdmin(t, fileText);
  const pages = await Promise.all(
    ['/status', '/metrics', '/api/gateway', '/api/config', '/api/overview', '/api/keys'].map(async (path) => {
      const page = await admin.call(path, { headers: { authorization: `Bearer ${token}` } });
      assert.equal(page.status, 200, path);
      return page.text();
    }),
  );
  for (const text of [JSON.stringify(gateway.logs), refused.text, ...pages]) {
    assert.ok(!text.includes(credential));
    assert.ok(!text.includes(key('all')));
  }
  for (const server of servers()) {
    for (const { headers, body } of server.seen) {
      assert.ok(!JSON.stringify(headers).includes(key('all')) && !body.includes(key('all')));
    }
  }
});

test("a server's 400 is the client's, as it came, since clients fall back by it", async () => {
  const error = '{"code":-32021,"message":"m","data":{"requiredCapabilities":{"sampling":{}}}}';
  two.instead = (seen, response) => {
    const { id } = JSON.parse(seen.body.toString());
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(`{"jsonrpc":"2.0","id":${id},"error":${error}}`);
  };
  const reply = await call('all', modern('tools/call', { name: 'two__get_a' }, { id: 'mine' }));
  assert.equal(reply.status, 400);
  assert.equal(reply.text, `{"jsonrpc":"2.0","id":"mine","error":${error}}`);
});

test('no session is shared: each caller has one of its own', async () => {
  const said = async (name: string) =>
    (await callTool(name, 'held__echo')).json.result.content[0].text as string;
  const [ofAll, ofWide] = [await said('all'), await said('wide')];
  assert.match(ofAll, /session-\d+$/);
  assert.match(ofWide, /session-\d+$/);
  assert.notEqual(ofAll, ofWide);
  assert.deepEqual([await said('all'), await said('wide')], [ofAll, ofWide]);
});
