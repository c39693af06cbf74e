/** Servers that get the token of each caller, exchanged at their issuer (RFC 8693): they see who calls, and nobody else's token. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { json, startBackend } from '../../helpers/backend.ts';
import { until } from '../../helpers/gate.ts';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { audience, TestIssuer } from '../../helpers/issuer.ts';
import {
  type ExchangeIssuer,
  exchangeClient,
  startExchangeIssuer,
} from '../../helpers/mcp/exchange-issuer.ts';
import { type SessionServer, startSessionServer } from '../../helpers/mcp/session-server.ts';
import { ownerOfFile } from '../../helpers/serve.ts';
import {
  modern,
  older,
  type Rpc,
  startToolServer,
  type ToolServer,
  tool,
} from '../../helpers/tool-server.ts';

const owner = ownerOfFile();
const secret = 'sk-exchange-0123456789abcdef';
let callers: TestIssuer;
let issuer: ExchangeIssuer;
let server: ToolServer;
let held: SessionServer;
let gateway: TestGateway;

/** The subject that a server gets with a request; undefined for a token that its issuer has not given. */
const subjectOf = (authorization: unknown) => issuer.given.get(String(authorization).replace(/^Bearer /, ''));

const started = (async () => {
  callers = await TestIssuer.start(owner);
  issuer = await startExchangeIssuer(owner, callers);
  const backend = await startBackend(owner, json({}));
  server = await startToolServer(owner);
  held = await startSessionServer(owner);
  const auth = `{ oauth2: { grant: token_exchange, subject: caller, token_url: "${issuer.tokenUrl}", client_id: ${exchangeClient.id}, client_secret: "${exchangeClient.secret}", audience: "https://tools.example.com", scope: "tools.use" } }`;
  gateway = await startGateway(
    owner,
    configText({
      backends: `{ main: { url: "${backend.url}" } }`,
      models: '{ fast: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] } }',
      keys: `{ people: { tools: ["*"] }, one: { secret: ${secret}, tools: ["*"] } }`,
      more: `mcp:
  servers:
    own: { url: "${server.url}/mcp", private: true, auth: ${auth} }
    held: { url: "${held.url}/mcp", private: true, auth: ${auth} }
    sim: { simulator: true }
routing: { circuit: { failures: 2 } }
identity:
  issuers:
    main: { issuer: "${callers.url}", audience: ["${audience}"], rules: [ { when: {}, key: people } ] }`,
    }),
  );
})();

beforeEach(async () => {
  await started;
  issuer.status = 0;
  issuer.lifeS = 600;
  server.instead = (seen, response) => {
    const subject = subjectOf(seen.headers.authorization);
    if (subject === undefined) return void response.writeHead(401).end();
    const { id, method, params } = JSON.parse(seen.body.toString());
    const results: Readonly<Record<string, () => object>> = {
      'server/discover': () => ({
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {} },
        ttlMs: 60_000,
      }),
      'tools/list': () => ({
        tools: [tool('who'), tool(`of-${subject}`)],
        ttlMs: 60_000,
        cacheScope: 'private',
      }),
      'tools/call': () => ({
        content: [{ type: 'text', text: params.name === 'who' ? subject : seen.headers.authorization! }],
      }),
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...results[method]!() } }),
    );
  };
});

const call = (key: string, request: object, path = '/mcp') => gateway.call(path, { key, ...request });
const names = async (key: string, path = '/mcp') =>
  ((await call(key, modern('tools/list'), path)).json.result.tools as Rpc[]).map(({ name }) => name);
const codeOf = ({ status, json: { error } }: { status: number; json: Rpc }) => [status, error.data.code];
const simulated = ['sim__echo', 'sim__slow', 'sim__failing', 'sim__ask'];

test('a server sees who calls, and each caller has the lists of his own', async () => {
  const [ada, bob] = await Promise.all([callers.token({ sub: 'ada' }), callers.token({ sub: 'bob' })]);
  assert.deepEqual(await names(ada), ['own__who', 'own__of-ada', 'held__echo', 'held__secret', ...simulated]);
  assert.deepEqual(await names(bob, '/mcp/own'), ['who', 'of-bob']);
  const who = async (key: string) =>
    (await call(key, modern('tools/call', { name: 'own__who', arguments: {} }))).json.result.content[0].text;
  assert.deepEqual([await who(ada), await who(bob), await who(ada)], ['ada', 'bob', 'ada']);
  const foreign = await call(bob, modern('tools/call', { name: 'own__of-ada', arguments: {} }));
  assert.deepEqual(codeOf(foreign), [200, 'unknown_tool']);
  // Once a caller and server, however much is asked.
  const ofAda = issuer.asked.filter(({ subject_token: subject }) => subject === ada);
  assert.equal(ofAda.length, 2);
  const told = Object.entries(ofAda[0]!).filter(([, value]) => value !== undefined);
  assert.deepEqual(Object.fromEntries(told), {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: ada,
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    audience: 'https://tools.example.com',
    scope: 'tools.use',
  });
  for (const { headers, body } of [...server.seen, ...held.seen]) {
    const said = JSON.stringify(headers) + body.toString();
    for (const token of [ada, bob]) assert.ok(!said.includes(token), said);
  }
});

test('who comes with a key is told that the server needs a token, and has the others', async () => {
  const before = server.seen.length;
  assert.deepEqual(await names(secret), simulated);
  const called = await call(secret, modern('tools/call', { name: 'own__who', arguments: {} }));
  assert.deepEqual(codeOf(called), [403, 'token_required']);
  assert.match(called.json.error.message, /own has to know who is calling: come with a token/);
  for (const method of ['tools/list', 'server/discover'])
    assert.deepEqual(codeOf(await call(secret, modern(method), '/mcp/own')), [403, 'token_required']);
  assert.deepEqual(codeOf(await call(secret, older('tools/list'), '/mcp/held')), [403, 'token_required']);
  assert.equal(server.seen.length, before);
});

test('a token is exchanged anew before its end, and for another token of the same subject', async () => {
  issuer.lifeS = 1;
  const eve = await callers.token({ sub: 'eve' });
  const asked = (token: string) => issuer.asked.filter(({ subject_token: one }) => one === token).length;
  const who = () => call(eve, modern('tools/call', { name: 'who', arguments: {} }), '/mcp/own');
  await until(async () => {
    assert.equal((await who()).json.result.content[0].text, 'eve');
    return asked(eve) > 1;
  }, 'it is exchanged once more');
  issuer.lifeS = 600;
  const again = await callers.token({ sub: 'eve', scope: 'less' });
  await call(again, modern('tools/list'), '/mcp/own');
  assert.equal(asked(again), 1);
});

test('what goes wrong at the issuer or the server is said, with no token, and is the fault of no other caller', async () => {
  const [ada, banned, late] = await Promise.all([
    callers.token({ sub: 'ada', n: 2 }),
    callers.token({ sub: 'banned' }),
    callers.token({ sub: 'late' }),
  ]);
  const who = (key: string) => call(key, modern('tools/call', { name: 'own__who', arguments: {} }));
  for (let n = 0; n < 3; n += 1) {
    const refused = await who(banned);
    assert.deepEqual(codeOf(refused), [403, 'token_not_exchanged']);
    assert.match(
      refused.json.error.message,
      /not open to you: its issuer gives no token for yours \(invalid_grant\)/,
    );
  }
  assert.deepEqual(await names(banned), simulated);
  issuer.status = 500;
  assert.deepEqual(codeOf(await who(late)), [502, 'upstream_auth']);
  issuer.status = 0;
  assert.equal((await who(ada)).json.result.content[0].text, 'ada');
  const usual = server.instead!;
  server.instead = (_seen, response) => void response.writeHead(401).end();
  for (let n = 0; n < 3; n += 1) {
    const refused = await who(ada);
    assert.deepEqual(codeOf(refused), [502, 'upstream_auth']);
    assert.match(refused.json.error.message, /does not take the token that its issuer gave for yours/);
  }
  server.instead = usual;
  assert.equal((await who(ada)).json.result.content[0].text, 'ada', 'no circuit has opened');
  const repeated = await call(ada, modern('tools/call', { name: 'own__of-ada', arguments: {} }));
  assert.deepEqual(codeOf(repeated), [502, 'upstream_invalid']);
  const logs = JSON.stringify(gateway.logs);
  assert.match(logs, /own: the token of the caller is not exchanged: [^"]*invalid_grant/);
  for (const token of [ada, banned, late, exchangeClient.secret, ...issuer.given.keys()])
    assert.ok(!logs.includes(token));
});

test('a session that a client holds is with the token of its caller, and no other subject has it', async () => {
  const [ada, bob] = await Promise.all([callers.token({ sub: 'ada' }), callers.token({ sub: 'bob' })]);
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
  const begun = await call(ada, older('initialize', params), '/mcp/held');
  const session = begun.headers['mcp-session-id'] as string;
  const inSession = (key: string) => {
    const request = older('tools/call', { name: 'echo' }) as { headers: object };
    return call(key, { ...request, headers: { ...request.headers, 'mcp-session-id': session } }, '/mcp/held');
  };
  assert.equal((await inSession(ada)).json.result.content[0].text, 'echo');
  assert.equal(subjectOf(held.seen.at(-1)!.headers.authorization), 'ada');
  assert.deepEqual(codeOf(await inSession(bob)), [404, 'unknown_session']);
  // Subjects that are longer than a log has them.
  const [one, two] = await Promise.all(
    ['1', '2'].map((end) => callers.token({ sub: `${'x'.repeat(300)}${end}` })),
  );
  const long = await call(one!, older('initialize', params), '/mcp/held');
  const request = older('ping') as { headers: object };
  const headers = { ...request.headers, 'mcp-session-id': long.headers['mcp-session-id'] as string };
  assert.equal((await call(one!, { ...request, headers }, '/mcp/held')).status, 200);
  assert.deepEqual(codeOf(await call(two!, { ...request, headers }, '/mcp/held')), [404, 'unknown_session']);
  // A token that was given later is as good for the session.
  const later = await callers.token({ sub: 'ada', n: 3 });
  assert.equal((await inSession(later)).json.result.content[0].text, 'echo');
});

test('a client listens no longer than its token is good', async () => {
  const exp = Math.floor(Date.now() / 1000) + 2;
  const [usual, short] = await Promise.all([
    callers.token({ sub: 'ada' }),
    callers.token({ sub: 'ada', exp }),
  ]);
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
  const begun = await call(usual, older('initialize', params), '/mcp/held');
  const headers = {
    accept: 'text/event-stream',
    'mcp-session-id': begun.headers['mcp-session-id'] as string,
  };
  const stream = call(short, { method: 'GET', headers }, '/mcp/held');
  const listening = call(short, modern('subscriptions/listen', { notifications: {} }));
  const [ofSession, ofListen] = await Promise.all([stream, listening]);
  assert.deepEqual([ofSession.status, ofSession.complete], [200, true]);
  assert.match(ofListen.text, /"resultType":"complete"/);
});
