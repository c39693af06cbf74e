import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServersItem, ServersUse } from '../../../src/http/client/replicas/servers-use.ts';
import { openLog } from '../../../src/observe/log/log.ts';
import { LoadQuestion } from '../../../src/supervisor/servers/ask-load.ts';
import type { LookedUp } from '../../../src/supervisor/servers/look-up.ts';
import { ServerDesk } from '../../../src/supervisor/servers/server-desk.ts';
import { until } from '../../helpers/gate.ts';
import { equalServers } from '../../helpers/replicas.ts';
import { TestAlarms } from '../credentials/alarms.ts';

const named: ServersUse = {
  id: 'b',
  backend: 'b',
  address: { protocol: 'http:', hostname: 'models.test', port: 8000 },
  replicas: { kind: 'dns', everyMs: 10_000 },
  load: undefined,
  tls: { ca: undefined, serverName: undefined, cert: undefined, key: undefined },
  withinMs: 200,
};

/** A desk whose names lead where the test says. */
function desk(answers: (() => LookedUp)[]) {
  const given: ServersItem[] = [];
  const said: string[] = [];
  const clock = new TestAlarms();
  let asked = 0;
  const one = new ServerDesk({
    log: openLog('info', { write: (line: string) => void said.push(JSON.parse(line).msg) }),
    takers: { give: (items) => void given.push(...items), forget() {} },
    lookUp: async () => {
      asked += 1;
      return (answers.length > 1 ? answers.shift()! : answers[0]!)();
    },
    clock,
    random: () => 0.5,
  });
  return { desk: one, clock, given, said, asked: () => asked };
}

const leads =
  (...addresses: string[]) =>
  (): LookedUp => ({ kind: 'addresses', addresses });
const fails = (): LookedUp => ({ kind: 'failed', why: 'EAI_AGAIN' });

test('a name is looked up once in its interval, and only what has changed is told', async () => {
  const {
    desk: one,
    clock,
    given,
    asked,
  } = desk([leads('10.0.0.2', '10.0.0.1'), leads('10.0.0.1', '10.0.0.2'), leads('10.0.0.3')]);
  await one.expect([named]);
  assert.deepEqual(one.items, [{ id: 'b', addresses: ['10.0.0.1', '10.0.0.2'], loads: [] }]);
  await clock.pass(10_000);
  assert.equal(given.length, 1, 'another order is no change');
  await clock.pass(10_000);
  assert.deepEqual(given.at(-1)?.addresses, ['10.0.0.3']);
  assert.equal(asked(), 3);
  one.settle([]);
  await clock.pass(60_000);
  assert.equal(asked(), 3, 'nobody watches it any more');
});

test('a resolver that is away leaves all as it is; a name that is gone twice in a row leads nowhere', async () => {
  const {
    desk: one,
    clock,
    said,
  } = desk([leads('10.0.0.1'), fails, fails, leads(), leads('10.0.0.1'), leads(), leads()]);
  await one.expect([named]);
  const now = () => one.items[0]?.addresses;
  for (const _ of [1, 2, 3, 4, 5]) {
    await clock.pass(10_000);
    assert.deepEqual(now(), ['10.0.0.1']);
  }
  await clock.pass(10_000);
  assert.deepEqual(now(), []);
  assert.deepEqual(said, [
    'the replicas of a backend changed',
    "a backend's name can't be looked up: its replicas stay unchanged",
    'a backend has no replicas: its name leads to no address',
  ]);
  one.close();
});

test('of a name with addresses of both families those of one are used, for as long as there is any', async () => {
  const { desk: one, clock } = desk([
    leads('10.0.0.1', '::1', '10.0.0.1'),
    leads('::1', '::2', '10.0.0.2'),
    leads('::1'),
  ]);
  await one.expect([named]);
  assert.deepEqual(one.items[0]?.addresses, ['10.0.0.1']);
  await clock.pass(10_000);
  assert.deepEqual(one.items[0]?.addresses, ['10.0.0.2']);
  await clock.pass(10_000);
  assert.deepEqual(one.items[0]?.addresses, ['::1']);
  one.close();
});

test('a name that leads elsewhere every second is followed, and 300 addresses are 256', async () => {
  let turn = 0;
  const {
    desk: one,
    clock,
    said,
  } = desk([
    () => {
      turn += 1;
      return leads(
        ...Array.from({ length: 300 }, (_, index) => `10.${turn % 256}.${index >> 8}.${index & 255}`),
      )();
    },
  ]);
  await one.expect([{ ...named, replicas: { kind: 'dns', everyMs: 1000 } }]);
  for (let times = 0; times < 30; times += 1) {
    assert.equal(one.items[0]?.addresses?.length, 256);
    assert.deepEqual(one.named, [{ backend: 'b', count: 256 }]);
    await clock.pass(1000);
  }
  assert.equal(turn, 31);
  assert.equal(said.filter((line) => line.startsWith('a backend has more addresses')).length, 1);
  one.close();
});

test('a server is asked every second, and what it said 3 s ago is not known any more', async (t) => {
  const { port, servers } = await equalServers(t, 1);
  const [server] = servers as [(typeof servers)[number]];
  const page = (waiting: string) => `vllm:num_requests_running 1\nvllm:num_requests_waiting ${waiting}\n`;
  let text = page('4');
  server.figures = (_request, response) => void response.end(text);
  const clock = new TestAlarms();
  const given: ServersItem[] = [];
  const said: string[] = [];
  const answered: Promise<unknown>[] = [];
  const one = new ServerDesk({
    log: openLog('info', { write: (line: string) => void said.push(JSON.parse(line).reason) }),
    takers: { give: (items) => void given.push(...items), forget() {} },
    question: (use, at) => {
      const asking = new LoadQuestion(use, at);
      const ask = () => {
        const asked = asking.ask();
        answered.push(asked);
        return asked;
      };
      return { ask, close: () => asking.close() };
    },
    clock,
  });
  const use: ServersUse = {
    ...named,
    address: { protocol: 'http:', hostname: server.address, port },
    replicas: undefined,
    load: { kind: 'vllm', headers: { 'x-key': 'k' } },
  };
  const pass = async (ms: number) => {
    await clock.pass(ms);
    await Promise.all(answered);
    await clock.pass(0);
  };
  await one.expect([use]);
  await pass(0);
  assert.deepEqual(one.states[0]?.load, {
    server: server.name,
    running: 1,
    waiting: 4,
    cache: undefined,
    agoMs: 0,
  });
  await pass(100);
  assert.equal(given.at(-1)?.loads[0]?.waiting, 4);
  for (const lie of ['-4', 'NaN', '1e9']) {
    text = page(lie);
    await pass(1000);
    assert.equal(one.states[0]?.load?.waiting, lie === '1e9' ? undefined : 4);
  }
  assert.deepEqual(said, ['its answer does not say what waits at a server of vllm'], 'once a minute');
  text = page('2');
  await pass(1000);
  assert.equal(one.states[0]?.load?.waiting, 2);
  one.close();
});

test('what is HTML, slow, long, broken off or refused is unknown, with the reason', async (t) => {
  const { port, servers } = await equalServers(t, 1);
  const [server] = servers as [(typeof servers)[number]];
  const use: ServersUse = { ...named, load: { kind: 'vllm', headers: {} } };
  const at = { name: server.name, connectTo: server.address, ...named.address, port };
  const hasty = new LoadQuestion({ ...use, withinMs: 50 }, at);
  const question = new LoadQuestion({ ...use, withinMs: 10_000 }, at);
  t.after(() => question.close());
  t.after(() => hasty.close());
  const why = async (asking = question) => {
    const answer = await asking.ask();
    return answer.kind === 'unknown' ? answer.why : 'told';
  };
  server.figures = (_request, response) => void response.end('<html>vllm:num_requests_waiting 3</html>');
  assert.equal(await why(), 'its answer does not say what waits at a server of vllm');
  server.figures = () => {};
  assert.equal(await why(hasty), 'it did not answer within 50 ms');
  server.figures = (_request, response) => void response.write('vllm:num_requests_waiting 3\n');
  assert.equal(await why(hasty), 'it did not answer within 50 ms');
  server.figures = (_request, response) => void response.end('x'.repeat(5 * 1024 * 1024));
  assert.equal(await why(), 'its answer is longer than 4 MiB');
  server.figures = (_request, response) => void response.writeHead(401).end();
  assert.equal(await why(), 'it answered 401 at /metrics');
  server.figures = (request) => void request.socket.destroy();
  assert.equal(await why(), 'it can not be asked (ECONNRESET)');
  server.figures = (request, response) => {
    assert.equal(request.headers.host, `models.test:${port}`);
    response.end('vllm:num_requests_running 1\nvllm:num_requests_waiting 3\n');
  };
  assert.equal(await why(), 'told');
  await server.stop();
  await until(async () => (await why()) === 'it can not be asked (ECONNREFUSED)', 'nobody is there');
});
