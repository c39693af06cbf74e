/**
 * What being watched costs: `npm run build && npm run bench:observe`. The same gateway with metrics, access log, usage
 * and the feed of the Live page, and with none of them, in turns; then what a scrape of a large configuration takes, and
 * what it does to requests.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { openLab } from './lab.ts';
import { ownLoad } from './measure/load.ts';
import { holdLoad, roundOfSlices, type SliceCost } from './measure/slices.ts';
import { spreadOf } from './measure/spread.ts';
import { configFile, environment, startGateway } from './proxies/gateway.ts';

/** Two processes of one build differ by more than what is looked for, so there are several pairs of them. */
const pairsOfGateways = 3;
const roundsPerPair = 3;
const slicesPerRound = 12;
const warmUpMs = 4000;
const connections = 50;
/** Microseconds more that are allowed. */
const bound = 12;
const modelCount = 500;
const scrapes = 20;

const lab = await openLab(undefined);
const print = (text: string) => process.stdout.write(`${text}\n`);

async function compare(): Promise<void> {
  const watched = readFileSync(configFile('everything'), 'utf8');
  const unwatched = watched
    .replace('log: { level: info }', 'log: { level: error }')
    .replace(/^admin:\n(?: {2}.*\n)+/m, '');
  const added: SliceCost[] = [];
  const base: SliceCost[] = [];
  for (let pair = 0; pair < pairsOfGateways; pair += 1) {
    const on = await start('watched', watched);
    const off = await start('unwatched', unwatched);
    for (let round = 0; round < roundsPerPair; round += 1) {
      const sample = await roundOfSlices(on.load, off.load, slicesPerRound);
      added.push(sample.added);
      base.push(sample.base);
    }
    await on.stop();
    await off.stop();
  }
  for (const [part, name] of [
    ['busiest', 'the worker alone'],
    ['all', 'all processes'],
  ] as const) {
    const { median, min, max } = spreadOf(added.map((cost) => cost[part]));
    const without = spreadOf(base.map((cost) => cost[part])).median;
    print(
      `${name}: ${median.toFixed(1)} us of CPU more per request (${min.toFixed(1)} to ${max.toFixed(1)} over ${added.length} rounds), ` +
        `${((median / without) * 100).toFixed(1)} % of the ${without.toFixed(0)} us unwatched; at most ${bound} is allowed`,
    );
  }
}

async function start(name: string, text: string) {
  const file = join(lab.dir, `${name}.yaml`);
  writeFileSync(file, text);
  const proxy = await startGateway(lab, { name, file });
  const load = await holdLoad(lab, proxy, { connections, warmUpMs, bodyFile: lab.bodies.small });
  const stop = async () => {
    load.end();
    await proxy.stop();
  };
  return { load, stop };
}

function largeFile(adminPort: string): string {
  const ids = Array.from({ length: modelCount }, (_, index) => `model-${index}`);
  const models = ['bench', ...ids].map(
    (id) => `  ${id}: { deployments: [ { backend: one, endpoints: { chat_completions: [streaming] } } ] }`,
  );
  return `version: 1
workers: 2
listen: { address: "127.0.0.1:\${BENCH_PORT}", tls: { cert: "\${BENCH_CERT}", key: "\${BENCH_KEY}" } }
admin: { address: "127.0.0.1:${adminPort}", token: "\${BENCH_ADMIN_TOKEN}" }
backends: { one: { url: "http://127.0.0.1:\${BENCH_UPSTREAM}" } }
models:
${models.join('\n')}
keys: { bench: { secret: "\${BENCH_SECRET}" } }
`;
}

function scrape(port: number): Promise<{ readonly ms: number; readonly bytes: number }> {
  const token = environment(lab)['BENCH_ADMIN_TOKEN'];
  const started = performance.now();
  return new Promise((resolve, reject) => {
    get({ port, path: '/metrics', headers: { authorization: `Bearer ${token}` } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve({ ms: performance.now() - started, bytes }));
    }).on('error', reject);
  });
}

async function scrapeLarge(): Promise<void> {
  const adminPort = 20_000 + (process.pid % 10_000);
  const file = join(lab.dir, 'large.yaml');
  writeFileSync(file, largeFile(String(adminPort)));
  const proxy = await startGateway(lab, { name: 'large', file, cores: 2 });
  const body = JSON.parse(readFileSync(lab.bodies.small, 'utf8')) as object;
  for (let index = 0; index < modelCount; index += 1) {
    const bodyFile = join(lab.dir, 'model.json');
    writeFileSync(bodyFile, JSON.stringify({ ...body, model: `model-${index}` }));
    await ownLoad(lab, proxy, { connections: 4, seconds: 0.02, bodyFile });
  }
  const quiet = { connections: 4, seconds: 4, bodyFile: lab.bodies.small, gapMs: 5 };
  const alone = await ownLoad(lab, proxy, quiet);
  const loaded = ownLoad(lab, proxy, quiet);
  const taken: number[] = [];
  let bytes = 0;
  for (let count = 0; count < scrapes; count += 1) {
    const one = await scrape(adminPort);
    taken.push(one.ms);
    bytes = one.bytes;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const during = await loaded;
  const { median, max } = spreadOf(taken);
  print(
    `scrape of ${modelCount} models and 2 workers, ${Math.round(bytes / 1024)} KiB: ${median.toFixed(0)} ms, at most ${max.toFixed(0)}`,
  );
  print(
    `requests meanwhile: p99 ${(during.p99Us / 1000).toFixed(1)} ms, at most ${(during.maxUs / 1000).toFixed(1)}; without scrapes ${(alone.p99Us / 1000).toFixed(1)} and ${(alone.maxUs / 1000).toFixed(1)}`,
  );
  await proxy.stop();
}

try {
  await compare();
  await scrapeLarge();
} finally {
  await lab.close();
}
