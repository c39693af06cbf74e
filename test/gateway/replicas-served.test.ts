/** Replicas in a gateway of processes: what an operator does with them and sees of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LimitsAnswer } from '../../src/admin/contract/limits.ts';
import type { ModelsAnswer } from '../../src/admin/contract/models.ts';
import { gateway } from '../cli/recorder.ts';
import { gate, until } from '../helpers/gate.ts';
import { type EqualServer, equalServers } from '../helpers/replicas.ts';
import { ownerOfFile, readToken, serve } from '../helpers/serve.ts';

const owner = ownerOfFile();
const token = 'live-token-0123456789';
const path = '/v1/chat/completions';

async function started() {
  const { port, servers } = await equalServers(owner, 3);
  let waiting = 0;
  servers[0]!.figures = (request, response) => {
    asked.push(request.headers['x-llm-key'] as string);
    response.end(`llamacpp:requests_processing 1\nllamacpp:requests_deferred ${waiting}\n`);
  };
  for (const server of servers.slice(1))
    server.figures = (_request, response) => void response.end('<html>no figures here</html>');
  const asked: (string | undefined)[] = [];
  const urls = servers.map(({ address }) => `"http://${address}:${port}"`).join(', ');
  const text = `
version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
admin: { address: "127.0.0.1:0", read_token: ${readToken}, token: ${token} }
workers: 2
backends:
  several: { url: "http://127.0.0.2:${port}", replicas: [${urls}], load: llama_cpp, auth: { header: x-llm-key, value: local-0123456789abcdef } }
  named: { url: "http://localhost:${port}", replicas: { dns: 1s } }
models:
  m:
    deployments:
      - { backend: several, rate_limit: { concurrency: 8, requests: 10000/h }, endpoints: { chat_completions: [streaming] } }
  n: { deployments: [{ backend: named, endpoints: { chat_completions: [streaming] } }] }
keys: { test: { secret: sk-test-0123456789abcdef } }
`;
  const served = await serve(owner, text);
  return {
    port,
    servers,
    asked,
    served,
    wait: (count: number) => {
      waiting = count;
    },
  };
}

const starting = started();

async function operator(...args: readonly string[]) {
  const { served } = await starting;
  const [url = ''] = /(?<=admin on )http:\S+/.exec(served.said.err) ?? [];
  return gateway([...args, '--admin', url], { env: { GATEWAY_ADMIN_TOKEN: token } });
}

async function ask(count: number): Promise<void> {
  const { served } = await starting;
  for (let times = 0; times < count; times += 1) {
    const reply = await served.call(path, {
      body: { model: 'm', messages: [{ role: 'user', content: 'hi' }] },
    });
    assert.equal(reply.status, 200);
  }
}

async function metrics(): Promise<readonly string[]> {
  const { served } = await starting;
  const [url = ''] = /(?<=admin on )http:\S+/.exec(served.said.err) ?? [];
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${readToken}` } });
  return (await answer.text()).split('\n');
}

test('least_busy counts what a server says is waiting there, which the host asks it for once', async () => {
  const { servers, asked, wait } = await starting;
  await until(() => asked.length > 0, 'it is asked');
  assert.equal(asked[0], 'local-0123456789abcdef');
  wait(50);
  const [busy] = servers as [EqualServer];
  await until(async () => {
    const before = busy.count;
    await ask(8);
    return busy.count === before;
  }, 'both workers leave it to the others');
  wait(0);
  await until(async () => {
    const before = busy.count;
    await ask(8);
    return busy.count > before;
  }, 'they use it again');
  const line = (await metrics()).find(
    (one) => one.startsWith('gateway_backend_server_requests') && one.includes('waiting'),
  );
  assert.equal(
    line,
    `gateway_backend_server_requests{backend="several",state="waiting",replica="${busy.name}"} 0`,
  );
  const { out } = await operator('status');
  assert.match(out, /servers +several is 3 servers\n/);
  assert.match(out, new RegExp(`several@${busy.name} says: 1 running, 0 waiting`));
});

test('one server is drained and taken back; another name than of a server is refused', async () => {
  const { servers } = await starting;
  const [one] = servers as [EqualServer];
  const { out } = await operator('drain', `m/several@${one.name}`);
  assert.match(out, /is drained since/);
  await until(async () => {
    const before = one.count;
    await ask(6);
    return one.count === before;
  }, 'it gets no requests');
  const lines = await metrics();
  assert.ok(
    lines.includes(`gateway_deployment_drained{model="m",deployment="several",replica="${one.name}"} 2`),
  );
  assert.match((await operator('status')).out, new RegExp(`drained +m/several@${one.name} `));
  await operator('resume', `m/several@${one.name}`);
  await until(async () => {
    const before = one.count;
    await ask(6);
    return one.count > before;
  }, 'it gets requests');
  const wrong = await operator('drain', 'm/several@10.9.9.9:1');
  assert.match(
    wrong.err,
    /no deployment is named "m\/several@10.9.9.9:1" there; write MODEL\/NAME.*or MODEL\/NAME@REPLICA/,
  );
});

test('figures have a label for each server, and none where a deployment is one', async () => {
  const { servers, port } = await starting;
  await ask(9);
  const lines = await metrics();
  for (const { name } of servers) {
    assert.ok(
      lines.some((line) =>
        line.startsWith(
          `gateway_attempts_total{model="m",deployment="several",outcome="answered",replica="${name}"} `,
        ),
      ),
    );
    assert.ok(
      lines.includes(
        `gateway_deployment_circuits{model="m",deployment="several",state="closed",replica="${name}"} 2`,
      ),
    );
  }
  assert.ok(!lines.some((line) => line.includes('replica=""')));
  assert.ok(lines.includes('gateway_backend_replicas{backend="named"} 1'));
  assert.ok(
    lines.some(
      (line) =>
        line.startsWith(
          `gateway_attempts_in_flight{model="n",deployment="named",replica="127.0.0.1:${port}"}`,
        ) || line.includes(`replica="[::1]:${port}"`),
    ),
  );
});

test("the slots of each server are told as its own, what all share as the deployment's", async () => {
  const { servers, served } = await starting;
  const [busy] = servers as [EqualServer];
  const held = gate();
  busy.reply = async (_request, response) => {
    await held.opened;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[]}');
  };
  const asked = Array.from({ length: 3 }, () => ask(1));
  await until(() => busy.underWay > 0, 'one is under way there');
  const [url = ''] = /(?<=admin on )http:\S+/.exec(served.said.err) ?? [];
  const limits = async () => {
    const answer = await fetch(`${url}/api/limits`, { headers: { authorization: `Bearer ${readToken}` } });
    return ((await answer.json()) as LimitsAnswer).deployments;
  };
  const at = async ({ name }: EqualServer) =>
    (await limits()).find(({ replica }) => replica === name)?.limits.map(({ kind, used }) => [kind, used]);
  const used = busy.underWay;
  await until(async () => (await at(busy))?.[0]?.[1] === used, 'its slots are told as taken');
  const all = await limits();
  assert.deepEqual(
    all.map(({ id, limits: own }) => [id, own.map(({ kind, limit }) => `${kind} ${limit}`).join()]),
    [['m/several', 'requests 10000'], ...servers.map(({ name }) => [`m/several@${name}`, 'concurrency 8'])],
  );
  const lines = await metrics();
  assert.ok(
    lines.includes(
      `gateway_deployment_limit_used{limit="concurrency",model="m",deployment="several",replica="${busy.name}"} ${used}`,
    ),
  );
  for (const { name } of servers)
    assert.ok(
      lines.includes(
        `gateway_deployment_limit{limit="concurrency",model="m",deployment="several",replica="${name}"} 8`,
      ),
    );
  assert.ok(
    lines.some((line) =>
      line.startsWith(
        'gateway_deployment_limit_used{limit="requests_per_hour",model="m",deployment="several"} ',
      ),
    ),
  );
  assert.match(
    (await operator('status')).out,
    new RegExp(`^capacity +m/several: ${24 - used} left of 24 requests at once on 3 servers$`, 'm'),
  );
  held.open();
  await Promise.all(asked);
  busy.reply = undefined;
});

test('the Models page and what is unwell name the servers', async () => {
  const { servers, served } = await starting;
  const [url = ''] = /(?<=admin on )http:\S+/.exec(served.said.err) ?? [];
  const answer = await fetch(`${url}/api/models`, { headers: { authorization: `Bearer ${readToken}` } });
  const { models } = (await answer.json()) as ModelsAnswer;
  const deployment = models.find(({ id }) => id === 'm')!.deployments[0]!;
  assert.deepEqual(
    deployment.replicas.map(({ replica }) => replica).sort(),
    servers.map(({ name }) => name).sort(),
  );
  assert.equal(deployment.state?.standing, 'healthy');
  const { out } = await operator('explain', '--model', 'm');
  assert.match(out, /on one of 3 servers/);
  assert.match(out, /concurrency 8 on each server/);
});

test('a worker that starts knows where servers are', async () => {
  const { served } = await starting;
  const { processes } = (await (
    await fetch(`${/(?<=admin on )http:\S+/.exec(served.said.err)![0]}/status`, {
      headers: { authorization: `Bearer ${readToken}` },
    })
  ).json()) as { processes: { pid: number }[] };
  process.kill(processes[0]!.pid, 'SIGKILL');
  await until(() => served.logs.some(({ msg }) => msg === 'a worker died and is replaced'), 'it is replaced');
  await until(async () => {
    const lines = await metrics();
    return lines.some(
      (line) => line.startsWith('gateway_deployment_circuits{model="n"') && line.endsWith(' 2'),
    );
  }, 'both workers know the servers of the name');
});
