/** Sessions that clients of older revisions hold at one server, through gateways that keep nothing of them. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, test } from 'node:test';
import { json, startBackend } from '../../helpers/backend.ts';
import { until } from '../../helpers/gate.ts';
import { begin, configText, readReply } from '../../helpers/gateway.ts';
import { startGuard } from '../../helpers/guard.ts';
import { type Inside, startInside } from '../../helpers/inside.ts';
import { eventOf, type SessionServer, startSessionServer } from '../../helpers/mcp/session-server.ts';
import { ownerOfFile } from '../../helpers/serve.ts';
import { older, type Rpc, startToolServer, type ToolServer, tool } from '../../helpers/tool-server.ts';

const owner = ownerOfFile();
const key = (name: string) => `sk-sessions-${name}-0123456789`;
const credential = 'our-own-secret-98765';
let server: SessionServer;
let becomesNew: ToolServer;
/** Two workers, or two hosts, with the same file. */
let first: Inside;
let second: Inside;

const started = (async () => {
  const backend = await startBackend(owner, json({}));
  server = await startSessionServer(owner);
  becomesNew = await startToolServer(owner);
  const guard = await startGuard(owner);
  const text = configText({
    backends: `{ own: { url: "${backend.url}" } }`,
    models: '{ m: { deployments: [ { backend: own, endpoints: { chat_completions: [] } } ] } }',
    keys: `{ a: { secret: ${key('a')}, tools: ["s/echo", "s/late", "s/resource:file:///a"] }, b: { secret: ${key('b')}, tools: ["*"] }, watched: { secret: ${key('watched')}, tools: ["*"] } }`,
    more: `mcp:
  servers:
    s: { url: "${server.url}/mcp", private: true, auth: { bearer: ${credential} } }
    other: { url: "${server.url}/mcp", private: true }
    new: { url: "${becomesNew.url}/mcp", private: true }
    shared: { url: "${server.url}/mcp", private: true, sessions: shared }
guards:
  dlp: { form: agentgateway, url: "${guard.url}", unseen: refuse, remember: 0, applies_to: { keys: [watched] } }
`,
  });
  first = await startInside(owner, text);
  second = await startInside(owner, text);
})();

const usual = { call: undefined as unknown, tools: undefined as unknown };
beforeEach(async () => {
  await started;
  usual.call ??= server.call;
  usual.tools ??= server.tools;
  server.call = usual.call as SessionServer['call'];
  server.tools = usual.tools as SessionServer['tools'];
  server.instead = undefined;
});

interface Asking {
  readonly session?: string | undefined;
  readonly at?: Inside;
  readonly path?: string;
  readonly headers?: Record<string, string>;
}

/** A message in a session. */
async function send(
  who: string,
  message: Rpc,
  { session, at = first, path = '/mcp/s', headers }: Asking = {},
) {
  return readReply(await open(who, message, { session, at, path, ...(headers && { headers }) }));
}

function open(who: string, message: Rpc, { session, at = first, path = '/mcp/s', headers }: Asking = {}) {
  const request = older(message.method, message.params);
  return begin(at, path, {
    key: key(who),
    method: 'POST',
    headers: {
      ...request.headers,
      ...(session !== undefined && { 'mcp-session-id': session }),
      ...headers,
    },
    body: { jsonrpc: '2.0', ...message },
  });
}

const initialize = (capabilities: object = {}) => ({
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities,
    clientInfo: { name: 'test', version: '1' },
  },
});

async function beginSession(who: string, asking: Asking = {}, capabilities: object = {}): Promise<string> {
  const reply = await send(who, initialize(capabilities), asking);
  assert.equal(reply.status, 200, reply.text);
  const session = reply.headers['mcp-session-id'] as string;
  assert.ok(session !== undefined, reply.text);
  await send(who, { method: 'notifications/initialized' }, { ...asking, session });
  return session;
}

interface Listening {
  readonly answer: IncomingMessage;
  readonly events: Rpc[];
  readonly ids: string[];
  text: string;
}

/** Reads the events of an answer as they come. */
function listening(answer: IncomingMessage): Listening {
  const heard: Listening = { answer, events: [], ids: [], text: '' };
  let rest = '';
  answer.on('data', (chunk) => {
    heard.text += chunk;
    rest += chunk;
    const whole = rest.split('\n\n');
    rest = whole.pop()!;
    for (const event of whole) {
      const lines = event.split('\n');
      const id = lines.find((line) => line.startsWith('id: '))?.slice(4);
      if (id !== undefined) heard.ids.push(id);
      const data = lines.find((line) => line.startsWith('data: '))?.slice(6);
      if (data) heard.events.push(JSON.parse(data));
    }
  });
  answer.on('error', () => {});
  return heard;
}

async function get(who: string, session: string, { at = first, path = '/mcp/s', headers }: Asking = {}) {
  return begin(at, path, {
    key: key(who),
    method: 'GET',
    headers: {
      accept: 'text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      'mcp-session-id': session,
      ...headers,
    },
  });
}

async function listen(who: string, session: string, asking: Asking = {}): Promise<Listening> {
  const answer = await get(who, session, asking);
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'text/event-stream');
  return listening(answer);
}

const ended = (answer: IncomingMessage) =>
  new Promise<void>((resolve) => {
    if (answer.readableEnded) resolve();
    else answer.on('end', resolve).on('close', resolve);
  });

const codeOf = ({ status, json: { error } }: { status: number; json: Rpc }) => [status, error.data.code];
const lastTo = (method: string) => server.messages.findLast(({ message }) => message.method === method)!;

test('a session is between client and server: its id is sealed, and the capabilities of the client reach the server', async () => {
  const capabilities = { sampling: {}, elicitation: { form: {} }, roots: { listChanged: true } };
  const reply = await send('a', initialize(capabilities));
  const session = reply.headers['mcp-session-id'] as string;
  assert.doesNotMatch(reply.text + JSON.stringify(reply.headers), /their-session/);
  assert.doesNotMatch(Buffer.from(session, 'base64url').toString('latin1'), /their-session/);
  assert.deepEqual(lastTo('initialize').message.params.capabilities, capabilities);
  assert.deepEqual(lastTo('initialize').message.params.clientInfo, { name: 'test', version: '1' });
  assert.deepEqual(reply.json.result.capabilities, {
    tools: { listChanged: true },
    resources: { subscribe: true },
    logging: {},
  });
  assert.equal(reply.json.result.serverInfo.name, 'gateway');
  const accepted = await send('a', { method: 'notifications/initialized' }, { session });
  assert.deepEqual([accepted.status, accepted.text], [202, '']);
  const { session: theirs } = lastTo('notifications/initialized');
  assert.match(theirs!, /^their-session-/);
  const called = await send('a', { id: 'x-1', method: 'tools/call', params: { name: 'echo' } }, { session });
  assert.deepEqual(called.json, {
    jsonrpc: '2.0',
    id: 'x-1',
    result: { content: [{ type: 'text', text: 'echo' }] },
  });
  assert.deepEqual(
    [lastTo('tools/call').session, lastTo('tools/call').message.id],
    [theirs, 'x-1'],
    'the id of the client is that of the server',
  );
  for (const [method, params] of [
    ['ping', {}],
    ['logging/setLevel', { level: 'info' }],
    ['resources/subscribe', { uri: 'file:///a' }],
    ['resources/unsubscribe', { uri: 'file:///a' }],
  ] as const) {
    const told = await send('a', { id: 2, method, params }, { session });
    assert.deepEqual(told.json, { jsonrpc: '2.0', id: 2, result: {} }, method);
    assert.deepEqual([lastTo(method).session, lastTo(method).message.params], [theirs, params]);
  }
  const hidden = await send(
    'a',
    { id: 3, method: 'resources/subscribe', params: { uri: 'file:///b' } },
    { session },
  );
  assert.deepEqual(codeOf(hidden), [200, 'unknown_tool']);
  const tasks = await send('a', { id: 4, method: 'tasks/list', params: {} }, { session });
  assert.equal(tasks.json.error.code, -32601);
});

test('any worker and any host with the same file serves a session', async () => {
  const session = await beginSession('a');
  const called = await send(
    'a',
    { id: 1, method: 'tools/call', params: { name: 'echo' } },
    { session, at: second },
  );
  assert.equal(called.json.result.content[0].text, 'echo');
  const theirs = lastTo('tools/call').session;
  const stream = await listen('a', session, { at: second });
  await until(() => server.streams.length === 1, 'the stream is open at the server');
  assert.equal(server.streams[0]!.seen.headers['mcp-session-id'], theirs);
  stream.answer.destroy();
  await until(() => server.streams.length === 0, 'the stream has ended at the server');
  const over = await begin(second, '/mcp/s', {
    key: key('a'),
    method: 'DELETE',
    headers: { 'mcp-session-id': session },
  });
  assert.equal((await readReply(over)).status, 200);
  assert.equal(server.open.has(theirs!), false);
  const lost = await send('a', { id: 2, method: 'tools/call', params: { name: 'echo' } }, { session });
  assert.deepEqual(codeOf(lost), [404, 'unknown_session']);
  assert.deepEqual(codeOf(await send('a', { id: 2, method: 'tools/list' }, { session })), [
    404,
    'unknown_session',
  ]);
  assert.deepEqual(codeOf(await readReply(await get('a', session))), [404, 'unknown_session']);
});

test('the session of another key, of another server or of nobody is not there', async () => {
  const session = await beginSession('a');
  const before = server.seen.length;
  const call = { id: 1, method: 'tools/call', params: { name: 'echo' } };
  const altered = `${session.slice(0, -2)}${session.endsWith('AA') ? 'BB' : 'AA'}`;
  const foreign: [string, Asking][] = [
    ['b', { session }],
    ['a', { session: altered }],
    ['a', { session: 'their-session-1' }],
    ['a', { session: '' }],
    ['a', { session: 'A'.repeat(5000) }],
    ['b', { session, path: '/mcp/other' }],
  ];
  for (const [who, asking] of foreign) {
    assert.deepEqual(codeOf(await send(who, call, asking)), [404, 'unknown_session'], JSON.stringify(asking));
    const answer = await get(who, asking.session!, asking);
    assert.deepEqual(codeOf(await readReply(answer)), [404, 'unknown_session']);
  }
  assert.equal(server.seen.length, before, 'the server hears nothing of it');
  const unknown = await begin(first, '/mcp/s', {
    key: key('b'),
    method: 'DELETE',
    headers: { 'mcp-session-id': session },
  });
  assert.equal(unknown.statusCode, 404);
  await readReply(unknown);
});

test('a client that does not return the id is served without it, and so is one where all are together', async () => {
  await beginSession('a');
  const called = await send('a', { id: 1, method: 'tools/call', params: { name: 'echo' } });
  assert.equal(called.json.result.content[0].text, 'echo');
  const listed = await send('a', { id: 1, method: 'tools/list' });
  assert.deepEqual(
    listed.json.result.tools.map(({ name }: Rpc) => name),
    ['echo'],
  );
  for (const [method, path] of [
    ['GET', '/mcp'],
    ['DELETE', '/mcp'],
    ['GET', '/mcp/s'],
    ['DELETE', '/mcp/s'],
  ] as const) {
    const reply = await readReply(
      await begin(first, path, { key: key('a'), method, headers: { accept: 'text/event-stream' } }),
    );
    assert.deepEqual([...codeOf(reply), reply.headers.allow], [405, 'method_not_allowed', 'POST']);
  }
  const together = await send('a', initialize(), { path: '/mcp' });
  assert.equal(together.headers['mcp-session-id'], undefined);
  const session = await beginSession('a');
  const ignored = await get('a', session, { path: '/mcp' });
  assert.equal((await readReply(ignored)).status, 405);
  const shared = await send('b', initialize(), { path: '/mcp/shared' });
  assert.equal(shared.headers['mcp-session-id'], undefined);
  const modern = await send('b', initialize(), { path: '/mcp/new' });
  assert.equal(modern.headers['mcp-session-id'], undefined);
});

test('what a server asks in the middle of a call is answered by its client', async () => {
  let asking: ServerResponse | undefined;
  server.call = (message, response) => {
    asking = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      eventOf({
        jsonrpc: '2.0',
        id: 'ask-1',
        method: 'elicitation/create',
        params: { message: 'Who? ä', mode: 'form' },
      }),
    );
    response.write(eventOf({ jsonrpc: '2.0', id: message.id, result: { content: [] } }).slice(0, 10));
    return undefined;
  };
  const session = await beginSession('a', {}, { elicitation: {} });
  const call = await open('a', { id: 7, method: 'tools/call', params: { name: 'echo' } }, { session });
  const heard = listening(call);
  await until(() => heard.events.length === 1, 'the client is asked');
  assert.deepEqual(heard.events[0], {
    jsonrpc: '2.0',
    id: 'ask-1',
    method: 'elicitation/create',
    params: { message: 'Who? ä', mode: 'form' },
  });
  const result = { action: 'accept', content: { name: 'Ada', number: '12345678901234567890' } };
  const taken = await send('a', { id: 'ask-1', result }, { session, at: second });
  assert.deepEqual([taken.status, taken.text], [202, '']);
  const { message, session: theirs } = server.messages.at(-1)!;
  assert.deepEqual(
    [message, theirs],
    [{ jsonrpc: '2.0', id: 'ask-1', result }, lastTo('tools/call').session],
  );
  const progress = { progressToken: 1, progress: 2 };
  await send('a', { method: 'notifications/progress', params: progress }, { session });
  assert.deepEqual(lastTo('notifications/progress').message.params, progress);
  await send('a', { method: 'notifications/cancelled', params: { requestId: 7 } }, { session });
  assert.deepEqual(lastTo('notifications/cancelled').message.params, { requestId: 7 });
  const count = server.messages.length;
  assert.equal((await send('a', { method: 'notifications/unheard/of' }, { session })).status, 202);
  assert.equal(server.messages.length, count, 'what no server knows stays here');
  asking!.write(eventOf({ jsonrpc: '2.0', id: 7, result: { content: [] } }).slice(10));
  asking!.end();
  await ended(call);
  assert.deepEqual(heard.events.at(-1), { jsonrpc: '2.0', id: 7, result: { content: [] } });
});

test('the stream of a session brings what the key may see, and nothing of the credential', async () => {
  const session = await beginSession('a');
  const stream = await listen('a', session);
  await until(() => server.streams.length === 1, 'the stream is open at the server');
  const { response, seen } = server.streams[0]!;
  assert.equal(seen.headers.accept, 'text/event-stream');
  const tell = (message: object) => response.write(eventOf({ jsonrpc: '2.0', ...message }));
  tell({ method: 'notifications/resources/updated', params: { uri: 'file:///b' } });
  tell({ method: 'notifications/resources/updated', params: { uri: 'file:///a' } });
  tell({ method: 'notifications/unheard/of' });
  tell({ id: 5, result: { tools: [tool('secret')] } });
  tell({ id: 'r', method: 'roots/list' });
  tell({ id: 'r', method: 'roots/list' });
  tell({ method: 'notifications/message', params: { level: 'info', data: 'a' } });
  response.write(': only a comment\n\nevent: other\ndata: {}\n\n');
  tell({ method: 'notifications/tools/list_changed' });
  await until(() => stream.events.length === 5, 'five messages came');
  assert.deepEqual(
    stream.events.map(({ method, params }) => [method, params?.uri]),
    [
      ['notifications/resources/updated', 'file:///a'],
      ['roots/list', undefined],
      ['roots/list', undefined],
      ['notifications/message', undefined],
      ['notifications/tools/list_changed', undefined],
    ],
  );
  tell({ method: 'notifications/message', params: { level: 'info', data: `Bearer ${credential}` } });
  await ended(stream.answer);
  assert.equal(stream.answer.complete, true);
  assert.doesNotMatch(stream.text, /secret/);
});

test('lists and calls are those of the session, by the grants of the key', async () => {
  const session = await beginSession('a');
  const names = async (at = first) =>
    (await send('a', { id: 1, method: 'tools/list' }, { session, at })).json.result.tools.map(
      ({ name }: Rpc) => name,
    );
  assert.deepEqual(await names(), ['echo']);
  const theirs = server.messages.at(-1)!.session;
  server.tools = (of) => [tool('echo'), tool('secret'), ...(of === theirs ? [tool('late')] : [])];
  assert.deepEqual(await names(), ['echo', 'late'], 'the list is asked for anew');
  assert.deepEqual(await names(second), ['echo', 'late']);
  const call = (name: string, asking: Asking) =>
    send('a', { id: 1, method: 'tools/call', params: { name } }, asking);
  assert.equal((await call('late', { session })).json.result.content[0].text, 'late');
  assert.deepEqual(codeOf(await call('secret', { session })), [200, 'unknown_tool']);
  assert.deepEqual(codeOf(await call('late', {})), [200, 'unknown_tool'], 'another session has no such tool');
  server.call = ({ id }, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(eventOf({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: credential }] } }));
    return undefined;
  };
  assert.deepEqual(codeOf(await call('echo', { session })), [502, 'upstream_invalid']);
});

test('an answer that broke off goes on in a stream of the session, at any worker', async () => {
  server.call = ({ id }, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('id: place-1\nretry: 20\ndata: \n\n');
    response.write(
      eventOf(
        { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: id, progress: 1 } },
        'place-2',
      ),
    );
    response.end();
    return undefined;
  };
  const session = await beginSession('a');
  const call = await open('a', { id: 'c', method: 'tools/call', params: { name: 'echo' } }, { session });
  const heard = listening(call);
  await ended(call);
  assert.equal(call.complete, true);
  assert.deepEqual(
    heard.events.map(({ method }) => method),
    ['notifications/progress'],
  );
  assert.match(heard.text, /^id: [\w-]+\nretry: 20\ndata: \n\n/);
  assert.doesNotMatch(heard.text, /place-/);
  const stream = await listen('a', session, { at: second, headers: { 'last-event-id': heard.ids[1]! } });
  await until(() => server.streams.length === 1, 'the stream is open at the server');
  const { response, seen } = server.streams[0]!;
  assert.equal(seen.headers['last-event-id'], 'place-2');
  response.write(eventOf({ jsonrpc: '2.0', id: 'd', result: { content: [] } }, 'place-3'));
  response.write(eventOf({ jsonrpc: '2.0', id: 'c', result: { content: [], n: 1 } }, 'place-4'));
  response.end();
  await ended(stream.answer);
  assert.deepEqual(stream.events, [{ jsonrpc: '2.0', id: 'c', result: { content: [], n: 1 } }]);
  const other = await beginSession('a');
  const strangers: [string, string][] = [
    [session, 'place-2'],
    [session, 'A'.repeat(3000)],
    [other, heard.ids[1]!],
    [session, session],
    [session, `${heard.ids[1]}\t`.repeat(2)],
    [session, 'é'],
  ];
  for (const [of, place] of strangers) {
    const reply = await readReply(await get('a', of, { headers: { 'last-event-id': place } }));
    assert.deepEqual(codeOf(reply), [400, 'invalid_request']);
  }
  assert.equal(server.streams.length, 0);
});

test('a client that leaves a call does not end it, and one without a place to go on from gets an error', async () => {
  let call: ServerResponse | undefined;
  server.call = (_message, response) => {
    call = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      eventOf({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } }),
    );
    return undefined;
  };
  const session = await beginSession('a');
  const asked = { id: 1, method: 'tools/call', params: { name: 'echo' } };
  const left = listening(await open('a', asked, { session }));
  await until(() => left.events.length === 1, 'the answer has begun');
  const before = server.messages.length;
  left.answer.destroy();
  await until(() => call!.closed, 'the call ends at the server');
  const broken = listening(await open('a', asked, { session }));
  await until(() => broken.events.length === 1, 'the answer has begun');
  call!.end();
  await ended(broken.answer);
  assert.equal(broken.events.at(-1).error.data.code, 'upstream_interrupted');
  assert.deepEqual(
    server.messages.slice(before).map(({ message: { method } }) => method),
    ['tools/call'],
    'nobody said that the call is cancelled',
  );
});

test('a server that opens no stream says why in its own way', async () => {
  const session = await beginSession('a');
  const refused = async (status: number, headers: Record<string, string> = {}) => {
    server.instead = (_seen, response) => void response.writeHead(status).end();
    const reply = await readReply(await get('a', session, { headers }));
    return codeOf(reply);
  };
  assert.deepEqual(await refused(405), [405, 'method_not_allowed']);
  assert.deepEqual(await refused(404), [404, 'unknown_session']);
  assert.deepEqual(await refused(400), [404, 'unknown_session']);
  assert.deepEqual(await refused(409), [502, 'upstream_invalid']);
  assert.deepEqual(await refused(401), [502, 'upstream_auth']);
  server.instead = (_seen, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
  assert.deepEqual(codeOf(await readReply(await get('a', session))), [502, 'upstream_invalid']);
  server.instead = undefined;
  const unaccepted = await get('a', session, { headers: { accept: 'application/json' } });
  assert.deepEqual(codeOf(await readReply(unaccepted)), [400, 'invalid_request']);
  const unknown = await get('a', session, { headers: { 'mcp-protocol-version': '1999-01-01' } });
  assert.deepEqual(codeOf(await readReply(unknown)), [400, 'unsupported_protocol_version']);
  const foreign = await get('a', session, { headers: { origin: 'https://evil.example' } });
  assert.deepEqual(codeOf(await readReply(foreign)), [403, 'origin_not_allowed']);
});

test('a key has eight streams open, and all end when the file changes', async () => {
  const session = await beginSession('a');
  const all = await Promise.all(Array.from({ length: 8 }, () => listen('a', session)));
  const ninth = await readReply(await get('a', session));
  assert.deepEqual(codeOf(ninth), [429, 'rate_limit_exceeded']);
  const own = await beginSession('b');
  const ofB = await listen('b', own);
  first.keep.mcpServers!.retain(first.config.mcp);
  for (const { answer } of [...all, ofB]) {
    await ended(answer);
    assert.equal(answer.complete, true);
  }
  await until(() => server.streams.length === 0, 'nothing is open at the server');
  const again = await listen('a', session);
  again.answer.destroy();
});

test('a client that takes nothing holds its server up, and nobody else', async () => {
  const session = await beginSession('a');
  const stream = await get('a', session);
  await until(() => server.streams.length === 1, 'the stream is open at the server');
  const { response } = server.streams[0]!;
  const large = eventOf({
    jsonrpc: '2.0',
    method: 'notifications/message',
    params: { level: 'info', data: 'x'.repeat(100_000) },
  });
  let written = 0;
  await until(() => {
    for (let n = 0; n < 20 && response.writableLength < 1_000_000; n += 1) {
      response.write(large);
      written += 1;
    }
    return response.writableLength >= 1_000_000;
  }, 'the server is held up');
  assert.ok(written < 1000, String(written));
  const { buffered } = await first.counters();
  assert.ok(buffered < 4_000_000, String(buffered));
  const called = await send('a', { id: 1, method: 'tools/call', params: { name: 'echo' } }, { session });
  assert.equal(called.status, 200);
  const heard = listening(stream);
  await until(() => heard.events.length === written, 'all of it comes');
  stream.destroy();
});

test('guards see what a client answers to a server, and nothing comes past those that look at answers', async () => {
  let asking: ServerResponse | undefined;
  server.call = ({ id, params }, response) => {
    asking = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('id: place-1\ndata: \n\n');
    const { name } = params;
    response.write(
      eventOf(
        { jsonrpc: '2.0', id: 1, method: 'elicitation/create', params: { message: `a ${name}?` } },
        'p2',
      ),
    );
    if (name === 'echo') return undefined;
    response.end(eventOf({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'forbidden' }] } }));
    return undefined;
  };
  const session = await beginSession('watched', {}, { elicitation: {} });
  const call = (name: string) =>
    open('watched', { id: 1, method: 'tools/call', params: { name } }, { session });
  const heard = listening(await call('echo'));
  await until(() => heard.events.length === 1, 'the client is asked');
  assert.equal(heard.events[0].params.message, 'a echo?');
  const answer = (text: string) =>
    send('watched', { id: 1, result: { action: 'accept', content: { text } } }, { session });
  assert.deepEqual(codeOf(await answer('this is forbidden')), [400, 'guard_refused']);
  assert.equal(server.messages.at(-1)!.message.error.code, -32600);
  assert.equal((await answer('fine')).status, 202);
  assert.equal(server.messages.at(-1)!.message.result.content.text, 'fine');
  asking!.end(eventOf({ jsonrpc: '2.0', id: 1, result: { content: [] } }));
  await ended(heard.answer);
  assert.deepEqual(heard.ids, [], 'there is no place to go on from');
  const refused = await readReply(await call('secret'));
  assert.match(refused.text, /guard_refused/);
  assert.doesNotMatch(refused.text, /"forbidden"/);
  assert.deepEqual(codeOf(await readReply(await get('watched', session))), [405, 'method_not_allowed']);
});

test('messages of an array are each in the session', async () => {
  const session = await beginSession('a');
  const body = [
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo' } },
    { jsonrpc: '2.0', id: 2, method: 'ping' },
    { jsonrpc: '2.0', method: 'notifications/roots/list_changed' },
    { jsonrpc: '2.0', id: 'asked', result: { roots: [] } },
  ];
  const request = { key: key('a'), headers: { 'mcp-session-id': session }, body };
  const reply = await readReply(await begin(first, '/mcp/s', request));
  assert.deepEqual(
    reply.json.map(({ id }: Rpc) => id),
    [1, 2],
    reply.text,
  );
  const last = server.messages.slice(-4);
  assert.equal(new Set(last.map(({ session: of }) => of)).size, 1);
  assert.deepEqual(last.map(({ message: { method = 'response' } }) => method).sort(), [
    'notifications/roots/list_changed',
    'ping',
    'response',
    'tools/call',
  ]);
});

test('an event without an end ends the stream, and is not kept', async () => {
  const session = await beginSession('a');
  const stream = await listen('a', session);
  await until(() => server.streams.length === 1, 'the stream is open at the server');
  const { response } = server.streams[0]!;
  const mebibyte = Buffer.alloc(1024 * 1024, 'x');
  response.write('data: "');
  let written = 0;
  const more = () => {
    while (!response.destroyed && written < 64 && response.write(mebibyte)) written += 1;
  };
  response.on('drain', more);
  more();
  await ended(stream.answer);
  assert.deepEqual([stream.answer.complete, stream.events], [true, []]);
  await until(() => server.streams.length === 0, 'the stream has ended at the server');
  assert.ok(written < 64, String(written));
  const again = await listen('a', session);
  again.answer.destroy();
});

test('an answer reaches a server that gets no more calls, since a call waits for it', async () => {
  const session = await beginSession('a', {}, { elicitation: {} });
  const usualCall = server.call;
  server.call = ({ id }, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(eventOf({ jsonrpc: '2.0', id: `of-${id}`, method: 'elicitation/create', params: {} }));
    return undefined;
  };
  const call = { id: 9, method: 'tools/call', params: { name: 'echo' } };
  const heard = listening(await open('a', call, { session, at: second }));
  await until(() => heard.events.length === 1, 'the client is asked');
  server.call = (_message, response) => void response.writeHead(500).end();
  let status = 0;
  for (let n = 0; n < 20 && status !== 503; n += 1)
    status = (await send('a', call, { session, at: second })).status;
  assert.equal(status, 503);
  const answer = { id: 'of-9', result: { action: 'decline' } };
  assert.equal((await send('a', answer, { session, at: second })).status, 202);
  assert.deepEqual(server.messages.at(-1)!.message.result, { action: 'decline' });
  assert.equal((await send('a', { id: 1, method: 'ping' }, { session, at: second })).status, 503);
  heard.answer.destroy();
  server.call = usualCall;
});
