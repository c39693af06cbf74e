/**
 * What limits cost: CPU of the gateway per request of a limited key against one without limits, counted in memory and
 * in Redis. Both keys go to the same gateway, so that nothing else differs. Needs redis-server.
 *
 *   npm run build && npm run bench:limits
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startRedis } from '../test/helpers/redis.ts';
import { clientHeaders, clientKey, openLab } from './lab.ts';
import { holdLoad, roundOfSlices } from './measure/slices.ts';
import { spreadOf } from './measure/spread.ts';
import { startGateway } from './proxies/gateway.ts';

const rounds = 9;
const pairsPerRound = 12;
const connections = 50;
/** Microseconds more that are allowed. */
const bounds = { memory: 12, redis: 45 } as const;

const limitedKey = 'sk-bench-limited-0123456789';

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
  busy: { requests: [1000000/s, 60000000/min], tokens: 100000000000/min, concurrency: 10000, budget: 1000000 USD/month }
keys:
  free: { secret: "\${BENCH_SECRET}" }
  limited: { secret: ${limitedKey}, rate_limit: busy }
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
  const added: number[] = [];
  const base: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const sample = await roundOfSlices(limited, free, pairsPerRound);
    added.push(sample.added.all);
    base.push(sample.base.all);
  }
  free.end();
  limited.end();
  await gateway.stop();
  const { median, min, max } = spreadOf(added);
  const without = spreadOf(base).median;
  console.log(
    `${store}: ${median.toFixed(1)} us of CPU more per request (${min.toFixed(1)} to ${max.toFixed(1)} over ${rounds} rounds), ` +
      `${((median / without) * 100).toFixed(1)} % of the ${without.toFixed(0)} us without limits; at most ${bounds[store]} is allowed`,
  );
  if (median > bounds[store]) process.exitCode = 1;
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
