/**
 * The cost of limits: CPU of the gateway per request of a limited key against one without limits, and of a key with a
 * group and end users against one with limits alone, counted in memory and in Redis. All keys go to the same gateway,
 * so that nothing else differs. And the cost of remembering 100,000 end users. Needs redis-server.
 *
 *   npm run build && npm run bench:limits                  everything, in some five minutes
 *   npm run bench:limits -- memory                         only some: memory, redis, end-users
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../test/helpers/redis.ts';
import { clientHeaders, clientKey, openLab } from './lab.ts';
import { numberedLoad } from './measure/load.ts';
import { memoryKiB } from './measure/processes.ts';
import { holdLoad, roundOfSlices } from './measure/slices.ts';
import { spreadOf } from './measure/spread.ts';
import { startGateway } from './proxies/gateway.ts';

const rounds = 7;
const pairsPerRound = 8;
const connections = 50;
/** Microseconds more that are allowed. */
const bounds = { memory: 12, redis: 45 } as const;
/** The same for a group and an end user on top. */
const heldBounds = { memory: 6, redis: 25 } as const;
/** End users that are remembered, and MiB that they may take in all processes together. */
const endUsers = 100_000;
/** Until what is busy is compiled, and heaps are as large as they get of the garbage of few end users alone. */
const warmUpRequests = 60_000;
const warmUpEndUsers = 1000;
const restSeconds = 12;
const endUsersMiB = 40;

const limitedKey = 'sk-bench-limited-0123456789';
const heldKey = 'sk-bench-held-0123456789abc';
const manyKey = 'sk-bench-many-0123456789abc';
const bothKey = 'sk-bench-both-0123456789abc';

const parts = ['memory', 'redis', 'end-users'] as const;
const wanted = process.argv.slice(2);
for (const word of wanted)
  if (!parts.some((part) => part === word)) throw new Error(`no part ${word}: ${parts.join(', ')}`);

function isWanted(part: (typeof parts)[number]): boolean {
  return wanted.length === 0 || wanted.includes(part);
}

const ends: (() => void | Promise<void>)[] = [];
const owner = { after: (end: () => void | Promise<void>) => void ends.push(end) };

function configText(state: string): string {
  return `version: 1
workers: 1
listen: { address: "127.0.0.1:\${BENCH_PORT}", tls: { cert: "\${BENCH_CERT}", key: "\${BENCH_KEY}" } }
log: { level: error }
backends: { one: { url: "http://127.0.0.1:\${BENCH_UPSTREAM}" } }
models:
  bench: { deployments: [ { backend: one, price: { input: 1, output: 1 }, endpoints: { chat_completions: [streaming] } } ] }
rate_limits:
  each: { requests: 1000000/min, tokens: 100000000000/min }
  busy: { requests: [1000000/s, 60000000/min], tokens: 100000000000/min, concurrency: 10000, budget: 1000000 USD/month }
groups:
  team: { rate_limit: busy }
keys:
  free: { secret: "\${BENCH_SECRET}" }
  limited: { secret: ${limitedKey}, rate_limit: busy }
  held: { secret: ${heldKey}, rate_limit: busy, group: team, end_users: { from: [header x-end-user], rate_limit: each } }
  many: { secret: ${manyKey}, end_users: { from: [header x-end-user], rate_limit: { requests: 1000000/day } } }
  both: { secret: ${bothKey}, end_users: { from: [header x-end-user], rate_limit: { requests: 1000000/day, tokens: 100000000000/day } } }
${state}`;
}

const lab = await openLab();
owner.after(() => lab.close());

async function measure(store: keyof typeof bounds, state: string): Promise<void> {
  const file = join(lab.dir, `${store}.yaml`);
  writeFileSync(file, configText(state));
  const gateway = await startGateway(lab, { name: store, file });
  const options = { connections, bodyFile: lab.bodies.small };
  const as = (key: string) => ({ ...gateway, headers: { ...clientHeaders, authorization: `Bearer ${key}` } });
  const free = await holdLoad(lab, as(clientKey), options);
  const limited = await holdLoad(lab, as(limitedKey), options);
  const held = await holdLoad(
    lab,
    {
      ...gateway,
      headers: { ...clientHeaders, authorization: `Bearer ${heldKey}`, 'x-end-user': 'someone' },
    },
    options,
  );
  const added: number[] = [];
  const base: number[] = [];
  const onTop: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const sample = await roundOfSlices(limited, free, pairsPerRound);
    added.push(sample.added.all);
    base.push(sample.base.all);
    onTop.push((await roundOfSlices(held, limited, pairsPerRound)).added.all);
  }
  free.end();
  limited.end();
  held.end();
  await gateway.stop();
  const { median, min, max } = spreadOf(added);
  const without = spreadOf(base).median;
  console.log(
    `${store}: ${median.toFixed(1)} us of CPU more per request (${min.toFixed(1)} to ${max.toFixed(1)} over ${rounds} rounds), ` +
      `${((median / without) * 100).toFixed(1)} % of the ${without.toFixed(0)} us without limits; at most ${bounds[store]} is allowed`,
  );
  if (median > bounds[store]) process.exitCode = 1;
  const more = spreadOf(onTop);
  console.log(
    `${store}: ${more.median.toFixed(1)} us more (${more.min.toFixed(1)} to ${more.max.toFixed(1)}) with a group and an end user; ` +
      `at most ${heldBounds[store]} is allowed`,
  );
  if (more.median > heldBounds[store]) process.exitCode = 1;
}

/** Memory of all processes, before and after so many end users have made a request each, in a gateway of its own. */
async function measureEndUsers(what: string, key: string): Promise<void> {
  const file = join(lab.dir, 'end-users.yaml');
  writeFileSync(file, configText(''));
  const gateway = await startGateway(lab, { name: 'end users', file });
  const headers = { ...clientHeaders, authorization: `Bearer ${key}`, 'x-end-user': 'end-user-########' };
  const requestsBy = (numbers: number, count: number) =>
    numberedLoad(lab, { ...gateway, headers }, { connections, bodyFile: lab.bodies.small, count, numbers });
  await requestsBy(warmUpEndUsers, warmUpRequests);
  const before = await restingKiB(gateway.pid);
  await requestsBy(endUsers, endUsers);
  const grown = ((await restingKiB(gateway.pid)) - before) / 1024;
  await gateway.stop();
  console.log(
    `memory: ${endUsers} end users with ${what} take ${grown.toFixed(1)} MiB in all processes; ` +
      `at most ${endUsersMiB} is allowed`,
  );
  if (grown > endUsersMiB) process.exitCode = 1;
}

/** The least that processes have while they rest: an engine collects its garbage when nothing else is asked of it. */
async function restingKiB(pid: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let second = 0; second < restSeconds; second += 1) {
    await sleep(1000);
    least = Math.min(least, memoryKiB(pid));
  }
  return least;
}

try {
  if (isWanted('memory')) await measure('memory', '');
  if (isWanted('redis')) {
    // The cores of load and backend: Redis must not take the gateway's.
    const [, , cores] = lab.cores.load;
    const redis = await startRedis(owner, cores === undefined ? [] : ['--server_cpulist', cores]);
    await measure('redis', `state: { store: redis, redis: { url: "${redis.url}", gateways: 1 } }\n`);
  }
  if (isWanted('end-users')) {
    await measureEndUsers('a limit of requests', manyKey);
    await measureEndUsers('limits of requests and tokens', bothKey);
  }
} finally {
  for (const end of ends.reverse()) await end();
}
