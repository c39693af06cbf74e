/** One deployment, many equal servers: `replicas` of backends. */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { type Gate, gate, until } from '../helpers/gate.ts';
import { configText, type Reply, secret, startGateway, type TestGateway } from '../helpers/gateway.ts';
import { type EqualServer, equalServers } from '../helpers/replicas.ts';
import { ownerOfFile, readToken } from '../helpers/serve.ts';

const owner = ownerOfFile();
const otherSecret = 'sk-test-other-0123456789';
const path = '/v1/chat/completions';
const serves = 'endpoints: { chat_completions: [streaming] }';

let gateway: TestGateway;
let servers: readonly EqualServer[];
/** Where the name leads, by the host that is asked for. */
const leads = new Map<string, readonly string[]>();

function at(...places: readonly number[]): string[] {
  return places.map((place) => servers[place]!.address);
}

before(async () => {
  const all = await equalServers(owner, 6);
  servers = all.servers;
  const { port } = all;
  const list = (...places: readonly number[]) =>
    `[${at(...places)
      .map((address) => `"http://${address}:${port}"`)
      .join(', ')}]`;
  const named = (host: string) =>
    `url: "http://${host}.test:${port}", plaintext: true, replicas: { dns: 1s }`;
  leads.set('spread.test', at(0, 1, 2));
  leads.set('moving.test', at(0));
  leads.set('nowhere.test', []);
  leads.set(
    'many.test',
    Array.from({ length: 300 }, (_, index) => `127.1.${index % 2}.${1 + (index >> 1)}`),
  );
  leads.set('both.test', ['127.0.0.2', '::1', '127.0.0.3', '::1', '127.0.0.2']);
  gateway = await startGateway(
    owner,
    configText({
      backends: `
  spread: { ${named('spread')} }
  listed: { url: "http://127.0.0.1:${port}", replicas: ${list(0, 1, 2)} }
  moving: { ${named('moving')}, health: { path: /health, interval: 100ms } }
  nowhere: { ${named('nowhere')} }
  many: { ${named('many')} }
  both: { ${named('both')} }
  slots: { url: "http://127.0.0.1:${port}", replicas: ${list(3, 4, 5)} }
  tight: { url: "http://127.0.0.1:${port}", replicas: ${list(3, 4)}, max_connections: 1 }
  spare: { url: "http://127.0.0.1:${port}", replicas: ${list(5)} }`,
      models: `
  spread: { deployments: [{ backend: spread, ${serves} }] }
  listed: { fallbacks: [spare], deployments: [{ backend: listed, ${serves} }] }
  moving: { deployments: [{ backend: moving, ${serves} }] }
  nowhere: { deployments: [{ backend: nowhere, ${serves} }] }
  many: { deployments: [{ backend: many, ${serves} }] }
  both: { deployments: [{ backend: both, ${serves} }] }
  slots: { queue: { wait: 20s }, deployments: [{ backend: slots, rate_limit: { concurrency: 1, requests: 1000/h }, ${serves} }] }
  tight: { queue: { wait: 20s }, deployments: [{ backend: tight, ${serves} }] }
  full: { deployments: [{ backend: slots, rate_limit: { concurrency: 1 }, ${serves} }] }
  rated: { deployments: [{ backend: slots, rate_limit: { requests: 4/h }, ${serves} }] }
  bounded: { balance: sticky, spill: 1.5, deployments: [{ backend: slots, ${serves} }] }
  sticky: { balance: sticky, deployments: [{ backend: spread, ${serves} }] }
  spare: { deployments: [{ backend: spare, ${serves} }] }`,
      keys: `{ test: { secret: ${secret} }, other: { secret: ${otherSecret} } }`,
      more: `admin: { address: "127.0.0.1:0", read_token: ${readToken} }
routing: { max_attempts: 1, circuit: { failures: 3, open: 60s } }`,
    }),
    {},
    { lookUp: async (host) => ({ kind: 'addresses', addresses: leads.get(host) ?? [] }) },
  );
});

beforeEach(() => {
  for (const server of servers) {
    server.count = 0;
    server.reply = undefined;
  }
});

function ask(model: string, headers: Record<string, string> = {}): Promise<Reply> {
  const body = { model, messages: [{ role: 'user', content: 'hi' }] };
  return gateway.callKept(path, { body, headers });
}

/** Holds every request that comes to a server until the gate opens. */
function hold(server: EqualServer, held: Gate): void {
  const { reply } = server;
  server.reply = async (request, response) => {
    await held.opened;
    server.reply = reply;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[]}');
    void request;
  };
}

test('requests go to every address of the name, and each is a deployment of the same name', async () => {
  const held = gate();
  for (const server of servers.slice(0, 3)) hold(server, held);
  const asked = Array.from({ length: 6 }, () => ask('spread'));
  await until(() => servers.slice(0, 3).every(({ underWay }) => underWay === 2), 'two requests at each');
  held.open();
  for (const { status, headers } of await Promise.all(asked)) {
    assert.equal(status, 200);
    assert.equal(headers['x-gateway-deployment'], 'spread');
    assert.equal(headers['x-gateway-attempts'], '1');
  }
});

test('failover tries one further server first, which counts as no attempt of the model', async () => {
  const [a, b, c] = servers as [EqualServer, EqualServer, EqualServer];
  const fails: EqualServer['reply'] = (_request, response) => void response.writeHead(500).end('{}');
  a.reply = fails;
  b.reply = fails;
  const first = await ask('listed');
  assert.equal(first.status, 200, 'max_attempts is 1');
  const { line } = last();
  const places = line.attempts.map(({ replica }) => replica);
  assert.ok(places.length <= 3);
  assert.ok(
    line.attempts.every(({ deployment }) => deployment === 'listed/listed' || deployment === 'spare/spare'),
  );

  c.reply = fails;
  const second = await ask('listed');
  assert.equal(second.status, 200);
  assert.equal(second.headers['x-gateway-model'], 'spare');
  const tried = last().line.attempts;
  assert.deepEqual(
    tried.map(({ deployment }) => deployment),
    ['listed/listed', 'listed/listed', 'spare/spare'],
  );
  assert.notEqual(tried[0]!.replica, tried[1]!.replica);
});

/** The access line of the last request. */
function last() {
  const line = gateway.logs.findLast(({ msg }) => msg === 'request')! as unknown as {
    attempts: { deployment: string; outcome: string; replica?: string }[];
  };
  return { line };
}

test('each server has a circuit of its own', async () => {
  const [a, b] = servers as [EqualServer, EqualServer];
  // Of those of `spread` one refuses connections: the others serve all.
  await a.stop();
  for (let times = 0; times < 20; times += 1) assert.equal((await ask('spread')).status, 200);
  const opened = gateway.logs.filter(
    ({ msg, deployment, family }) =>
      msg === 'a circuit opened' && deployment === `spread/spread@${a.name}` && family === undefined,
  );
  assert.equal(opened.length, 1);
  await a.start();
  const before = a.count;
  for (let times = 0; times < 5; times += 1) assert.equal((await ask('spread')).status, 200);
  assert.equal(a.count, before, 'its circuit is open for a minute');
  assert.ok(b.count > 0);
});

test("slots are each server's; whoever finds all taken is refused, or waits for any of them", async () => {
  const held = gate();
  const three = servers.slice(3);
  for (const server of three) hold(server, held);
  const asked = [1, 2, 3].map(() => ask('full'));
  await until(() => three.every(({ underWay }) => underWay === 1), 'one request at each');
  const refused = await ask('full');
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['x-gateway-error'], 'capacity_exceeded');
  held.open();
  for (const { status } of await Promise.all(asked)) assert.equal(status, 200);

  const again = three.map(() => gate());
  for (const [index, server] of three.entries()) hold(server, again[index]!);
  const waiting = [1, 2, 3, 4, 5].map(() => ask('slots'));
  await until(() => three.every(({ underWay }) => underWay === 1), 'one request at each');
  assert.deepEqual(
    three.map(({ count }) => count),
    [2, 2, 2],
  );
  // What comes free at any of them is taken.
  again[2]!.open();
  await until(() => three[2]!.count === 4, 'those who wait go where there is room');
  for (const one of again) one.open();
  for (const { status } of await Promise.all(waiting)) assert.equal(status, 200);
});

test("max_connections are each server's", async () => {
  const two = servers.slice(3, 5);
  const held = two.map(() => gate());
  for (const [index, server] of two.entries()) hold(server, held[index]!);
  const asked = [1, 2, 3].map(() => ask('tight'));
  await until(() => two.every(({ underWay }) => underWay === 1), 'one request at each');
  assert.deepEqual(
    two.map(({ count }) => count),
    [1, 1],
    'the third waits',
  );
  for (const one of held) one.open();
  for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
});

test('a request that could not be sent, as its server is gone, waits on where the others are full', async () => {
  const [gone, ...others] = servers.slice(3) as [EqualServer, EqualServer, EqualServer];
  const held = gate();
  for (const server of others) hold(server, held);
  await gone.stop();
  const under = [ask('slots'), ask('slots'), ask('slots')];
  await until(() => others.every(({ underWay }) => underWay === 1), 'the others are full');
  const tried = () =>
    gateway.logs.filter(({ msg, outcome }) => msg === 'an attempt failed' && outcome === 'not_connected');
  await until(
    () => tried().some(({ deployment }) => deployment === `slots/slots@${gone.name}`),
    'it was tried',
  );
  held.open();
  for (const { status, headers } of await Promise.all(under)) {
    assert.equal(status, 200);
    assert.equal(headers['x-gateway-deployment'], 'slots');
  }
  await gone.start();
});

test('requests over time are counted for the deployment, a further server included once', async () => {
  servers[3]!.reply = (_request, response) => void response.writeHead(500).end('{}');
  servers[4]!.reply = (_request, response) => void response.writeHead(500).end('{}');
  let answered = 0;
  for (let times = 0; times < 4; times += 1)
    if ((await ask('rated')).headers['x-gateway-error'] === undefined) answered += 1;
  assert.equal(answered, 4);
  const refused = await ask('rated');
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['x-gateway-error'], 'capacity_exceeded');
});

test('an address that goes takes no new request and finishes what it has; one that comes is used', async () => {
  const [a, b] = servers as [EqualServer, EqualServer];
  const held = gate();
  hold(a, held);
  const under = ask('moving');
  await until(() => a.underWay === 1, 'it is under way');
  leads.set('moving.test', at(1));
  await until(
    () =>
      gateway.logs.some(
        ({ msg, backend, gone }) =>
          msg === 'the replicas of a backend changed' && backend === 'moving' && gone === 1,
      ),
    'it is gone',
  );
  for (let times = 0; times < 5; times += 1) assert.equal((await ask('moving')).status, 200);
  assert.equal(b.count, 5);
  assert.equal(a.count, 1);
  held.open();
  assert.equal((await under).status, 200);
});

test('a health check takes out the server that it fails at, and no other', async () => {
  leads.set('moving.test', at(1, 2));
  await until(
    () =>
      gateway.logs.some(
        ({ msg, backend, replicas }) =>
          msg === 'the replicas of a backend changed' && backend === 'moving' && replicas === 2,
      ),
    'both are there',
  );
  servers[1]!.health = 503;
  const isOut = ({ msg, replica }: { msg: string; replica?: unknown }) =>
    msg.startsWith('the health check of a backend fails') && replica === servers[1]!.name;
  await until(() => gateway.logs.some(isOut), 'it is found out');
  const before = servers[1]!.count;
  for (let times = 0; times < 6; times += 1) assert.equal((await ask('moving')).status, 200);
  assert.equal(servers[1]!.count, before);
  servers[1]!.health = 200;
});

test('a name without an address is a deployment that is out', async () => {
  const { status, headers } = await ask('nowhere');
  assert.equal(status, 503);
  assert.equal(headers['x-gateway-error'], 'no_healthy_deployment');
  assert.ok(
    gateway.logs.some(
      ({ msg, backend }) =>
        msg === 'a backend has no replicas: its name leads to no address' && backend === 'nowhere',
    ),
  );
  leads.set('nowhere.test', at(2));
  await until(async () => (await ask('nowhere')).status === 200, 'it leads somewhere');
});

test('of a name with 300 addresses 256 are used, of one of both families those of one, each once', async () => {
  assert.ok(
    gateway.logs.some(
      ({ msg, addresses, used }) =>
        msg.startsWith('a backend has more addresses') && addresses === 300 && used === 256,
    ),
  );
  for (let times = 0; times < 8; times += 1) assert.equal((await ask('both')).status, 200);
  assert.deepEqual(
    servers.slice(0, 2).map(({ count }) => count > 0),
    [true, true],
  );
});

test('a session stays at the server that it has met', async () => {
  for (let times = 0; times < 6; times += 1) await ask('sticky');
  assert.equal(servers.filter(({ count }) => count > 0).length, 1);
});

test('requests that begin alike go together whoever asks, sessions by their caller, and figures say what became of that', async () => {
  const begins = async (content: string, headers: Record<string, string> = {}, key?: string) => {
    const before = servers.map(({ count }) => count);
    const messages = [{ role: 'user', content }];
    const body = { model: 'bounded', messages };
    const { status } = await gateway.callKept(path, { body, headers, ...(key !== undefined && { key }) });
    assert.equal(status, 200);
    return servers.findIndex(({ count }, place) => count > before[place]!);
  };
  const places = new Set<number>();
  for (let times = 0; times < 12; times += 1) {
    const place = await begins(`question ${times}`);
    assert.equal(await begins(`question ${times}`, {}, otherSecret), place);
    places.add(place);
  }
  assert.ok(places.size > 1, 'they are spread');
  let apart = 0;
  for (let times = 0; times < 12; times += 1) {
    const session = { 'x-session-id': `session-${times}` };
    const place = await begins(`a ${times}`, session);
    assert.equal(await begins(`b ${times}`, session), place);
    if ((await begins(`c ${times}`, session, otherSecret)) !== place) apart += 1;
  }
  assert.ok(apart > 0, 'of another caller it is another session');
  assert.match(await figures(), /gateway_affinity_total\{model="bounded",result="kept"\} 60\n/);
  // What it belongs to has five under way, and there are no others.
  const place = await begins('busy');
  const held = gate();
  const [home] = [servers[place]!];
  home.reply = async (_request, response) => {
    await held.opened;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[]}');
  };
  const body = { model: 'bounded', messages: [{ role: 'user', content: 'busy' }] };
  const asked = [1, 2, 3, 4, 5].map(() => gateway.call(path, { body }));
  await until(() => home.underWay === 5, 'five at one');
  assert.notEqual(await begins('busy'), place);
  held.open();
  for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
  home.reply = undefined;
  assert.match(await figures(), /gateway_affinity_total\{model="bounded",result="spilled"\} 1\n/);
  // What it belongs to takes no connection: the first finds that out, and from the third on its circuit is open.
  await home.stop();
  for (let times = 0; times < 5; times += 1) assert.notEqual(await begins('busy'), place);
  await home.start();
  const after = await figures();
  assert.match(after, /gateway_affinity_total\{model="bounded",result="moved"\} 5\n/);
  assert.match(after, /gateway_affinity_total\{model="bounded",result="spilled"\} 1\n/);
});

async function figures(): Promise<string> {
  const { host, port } = gateway.gateway.adminAddress!;
  const answer = await fetch(`http://${host}:${port}/metrics`, {
    headers: { authorization: `Bearer ${readToken}` },
  });
  return answer.text();
}
