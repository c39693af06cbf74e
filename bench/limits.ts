/**
 * What limits cost: CPU of the gateway per request with a limited key against one without, counted in memory and in
 * Redis, measured in turns so that whatever else the machine does meets all of them. Needs redis-server.
 *
 *   npm run bench:limits
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { startRedis } from '../test/helpers/redis.ts';
import { type Served, serve } from '../test/helpers/serve.ts';

const rounds = 9;
const roundMs = 1500;
const warmUpMs = 2000;
const connections = 32;

const ends: (() => void | Promise<void>)[] = [];
const owner = { after: (end: () => void | Promise<void>) => void ends.push(end) };
const keys = `
keys:
  free: { secret: sk-bench-free-0123456789 }
  limited: { secret: sk-bench-limited-0123456789, rate_limit: { requests: [1000000/s, 60000000/min], tokens: 1000000000/min, concurrency: 10000, budget: 100000 USD/month } }`;

function configText(state: string): string {
  return [
    'version: 1',
    'listen: { address: "127.0.0.1:0", tls: { self_signed: true } }',
    'log: { level: warn }',
    'workers: 1',
    'backends: { one: { simulator: {} } }',
    'models: { first: { deployments: [{ backend: one, price: { input: 1, output: 1 }, endpoints: { chat_completions: [] } }] } }',
    keys,
    state,
  ].join('\n');
}

const body = JSON.stringify({
  model: 'first',
  messages: [{ role: 'user', content: 'Say something short, please. '.repeat(30) }],
  max_tokens: 5,
});

/** Nanoseconds of CPU that a process and its children have had. */
function cpuOf(pid: number): number {
  const own = readdirSync(`/proc/${pid}/task`)
    .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
    .reduce((sum, each) => sum + each, 0);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? own : children.split(' ').reduce((sum, child) => sum + cpuOf(Number(child)), own);
}

/** Keeps all connections busy; resolves to microseconds of CPU per request. */
async function load(gateway: Served, key: string, ms: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, ca: gateway.ca });
  const until = performance.now() + ms;
  const before = cpuOf(gateway.child.pid!);
  let done = 0;
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': body.length,
      };
      const options = {
        host: 'localhost',
        port: gateway.port,
        path: '/v1/chat/completions',
        method: 'POST',
        agent,
        headers,
      };
      request(options, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`));
        answer.resume().on('end', resolve);
      })
        .on('error', reject)
        .end(body);
    });
  const run = async () => {
    while (performance.now() < until) {
      await ask();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, run));
  agent.destroy();
  return (cpuOf(gateway.child.pid!) - before) / 1000 / done;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

try {
  const redis = await startRedis(owner);
  const gateways = {
    memory: await serve(owner, configText('')),
    redis: await serve(
      owner,
      configText(`state: { store: redis, redis: { url: "${redis.url}", gateways: 1 } }`),
    ),
  };
  const bounds = { memory: 12, redis: 45 } as const;
  for (const [store, gateway] of Object.entries(gateways) as [keyof typeof gateways, Served][]) {
    for (const key of ['sk-bench-free-0123456789', 'sk-bench-limited-0123456789'])
      await load(gateway, key, warmUpMs);
    const off: number[] = [];
    const more: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const without = await load(gateway, 'sk-bench-free-0123456789', roundMs);
      const limited = await load(gateway, 'sk-bench-limited-0123456789', roundMs);
      off.push(without);
      more.push(limited - without);
    }
    const added = median(more);
    const spread = `${Math.min(...more).toFixed(1)} to ${Math.max(...more).toFixed(1)}`;
    console.log(
      `${store}: ${added.toFixed(1)} µs of CPU more per request (${spread}; without limits ${median(off).toFixed(0)} µs); at most ${bounds[store]} is allowed`,
    );
    if (added > bounds[store]) process.exitCode = 1;
  }
} finally {
  for (const end of ends.reverse()) await end();
}
