/**
 * What limits cost: CPU of the gateway per request of a limited key against one without limits, and of a key with a group
 * and end users against one with limits alone, counted in memory and in Redis. All keys go to the same gateway, so that
 * nothing else differs. And what it costs to remember 100,000 end users. Needs redis-server.
 *
 *   npm run build && npm run bench:limits
 */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { startRedis } from '../test/helpers/redis.ts';
import { clientHeaders, clientKey, openLab } from './lab.ts';
import { path } from './measure/load.ts';
import { memoryKiB } from './measure/processes.ts';
import { holdLoad, roundOfSlices } from './measure/slices.ts';
import { spreadOf } from './measure/spread.ts';
import { startGateway } from './proxies/gateway.ts';
import type { RunningProxy } from './proxies/proxy.ts';

const rounds = 9;
const pairsPerRound = 12;
const connections = 50;
/** Microseconds more that are allowed. */
const bounds = { memory: 12, redis: 45 } as const;
/** The same for a group and an end user on top. */
const heldBounds = { memory: 6, redis: 25 } as const;
/** End users that are remembered, and MiB that they may take in all processes together. */
const endUsers = 100_000;
const endUsersMiB = 40;

const limitedKey = 'sk-bench-limited-0123456789';
const heldKey = 'sk-bench-held-0123456789abc';
const manyKey = 'sk-bench-many-0123456789abc';

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
  many: { secret: ${manyKey}, end_users: { from: [header x-end-user], rate_limit: { requests: 1000/day } } }
${state}`;
}

const lab = await openLab(undefined);
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
  if (store === 'memory') await measureEndUsers(gateway);
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

/** Memory of all processes, before and after so many end users have made a request each. */
async function measureEndUsers({ port, pid }: RunningProxy): Promise<void> {
  await requestsOf(port, () => 'the-same-one');
  const before = memoryKiB(pid);
  await requestsOf(port, (number) => `end-user-${String(number).padStart(8, '0')}`);
  const grown = (memoryKiB(pid) - before) / 1024;
  console.log(
    `memory: ${endUsers} end users take ${grown.toFixed(1)} MiB in all processes; at most ${endUsersMiB} is allowed`,
  );
  if (grown > endUsersMiB) process.exitCode = 1;
}

/** A request for each of the end users, over as many connections as the load has. */
async function requestsOf(port: number, nameOf: (number: number) => string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, rejectUnauthorized: false });
  const body = readFileSync(lab.bodies.small);
  let next = 0;
  const lane = async () => {
    while (next < endUsers) {
      const headers = {
        ...clientHeaders,
        authorization: `Bearer ${manyKey}`,
        'content-type': 'application/json',
        'x-end-user': nameOf(next),
      };
      next += 1;
      const sent = request({ port, path, method: 'POST', agent, headers });
      sent.end(body);
      const [answer] = await once(sent, 'response');
      answer.resume();
      await once(answer, 'end');
      if (answer.statusCode !== 200) throw new Error(`answered with ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  agent.destroy();
}

try {
  // Where load and backend are: it must not take the gateway's core.
  const [, , cores] = lab.cores.load;
  const redis = await startRedis(owner, cores === undefined ? [] : ['--server_cpulist', cores]);
  await measure('memory', '');
  await measure('redis', `state: { store: redis, redis: { url: "${redis.url}", gateways: 1 } }\n`);
} finally {
  for (const end of ends.reverse()) await end();
}
