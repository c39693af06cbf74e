/**
 * The cost of being observed: `npm run build && npm run bench:observe`. The same gateway with metrics, access log,
 * usage and the feed of the Live page, and with none of them, in turns; then the duration of a scrape of a large
 * configuration, and its effect on requests.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLab } from './lab.ts';
import { compareConfigs } from './measure/configs-compared.ts';
import { ownLoad, type TimedRequest, timedLoad } from './measure/load.ts';
import { type Spread, spreadOf } from './measure/spread.ts';
import { configFile, environment, startGateway } from './proxies/gateway.ts';

const roundsOfGateways = 9;
/** Microseconds more that are allowed. */
const bound = 12;
const modelCount = 500;
const scrapes = 50;
/** So many of them find a program that is still being compiled; for the very first all there is is new. */
const firstScrapes = 10;
/** From one scrape to the next. In the second half of it nobody scrapes. */
const scrapeEveryMs = 400;

const lab = await openLab();
const print = (text: string) => process.stdout.write(`${text}\n`);

async function compare(): Promise<void> {
  const watched = readFileSync(configFile('everything'), 'utf8');
  const unwatched = watched
    .replace('log: { level: info }', 'log: { level: error }')
    .replace(/^admin:\n(?: {2}.*\n)+/m, '');
  const costs = await compareConfigs(lab, {
    on: { name: 'watched', text: watched },
    off: { name: 'unwatched', text: unwatched },
    rounds: roundsOfGateways,
  });
  for (const [processes, { added, without }] of costs)
    print(
      `${processes}: ${added.median.toFixed(1)} us of CPU more per request (${added.min.toFixed(1)} to ${added.max.toFixed(1)} over ${roundsOfGateways} rounds), ` +
        `${((added.median / without) * 100).toFixed(1)} % of the ${without.toFixed(0)} us unwatched; at most ${bound} is allowed`,
    );
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

const scrapeBuffer = Buffer.allocUnsafe(1024 * 1024);

/** A stretch of time, in microseconds of the machine's monotonic clock. */
interface Stretch {
  readonly fromUs: number;
  readonly toUs: number;
}

function nowUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** By a bare socket: whoever scrapes is on another machine as a rule, so its work is not to be in what is measured. */
function scrape(port: number): Promise<{ readonly stretch: Stretch; readonly bytes: number }> {
  const token = environment(lab)['BENCH_ADMIN_TOKEN'];
  const head = `GET /metrics HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
  const fromUs = nowUs();
  let bytes = 0;
  const count = (length: number) => {
    bytes += length;
    return true;
  };
  const socket = connect({ port, onread: { buffer: scrapeBuffer, callback: count } }, () =>
    socket.write(head),
  );
  return new Promise((resolve, reject) => {
    socket.on('end', () => resolve({ stretch: { fromUs, toUs: nowUs() }, bytes }));
    socket.on('error', reject);
  });
}

/** The slowest request in flight at some time of each stretch, in milliseconds. */
function slowestIn(stretches: readonly Stretch[], requests: readonly TimedRequest[]) {
  return spreadOf(
    stretches.map(({ fromUs, toUs }) => {
      const meanwhile = requests.filter(({ sentUs, answeredUs }) => sentUs < toUs && answeredUs > fromUs);
      return Math.max(0, ...meanwhile.map(({ sentUs, answeredUs }) => (answeredUs - sentUs) / 1000));
    }),
  );
}

function told({ median, min, max }: Spread): string {
  return `${median.toFixed(1)} ms (${min.toFixed(1)} to ${max.toFixed(1)})`;
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
  const seconds = (scrapes * scrapeEveryMs) / 1000 + 4;
  const loaded = timedLoad(lab, proxy, { connections: 4, seconds, bodyFile: lab.bodies.small, gapMs: 5 });
  await sleep(1000);
  const during: Stretch[] = [];
  const between: Stretch[] = [];
  let bytes = 0;
  for (let count = 0; count < scrapes; count += 1) {
    const begunUs = nowUs();
    const one = await scrape(adminPort);
    bytes = one.bytes;
    during.push(one.stretch);
    const { fromUs, toUs } = one.stretch;
    const laterUs = Math.max(fromUs + (scrapeEveryMs * 1000) / 2, toUs + 50_000);
    const quiet = { fromUs: laterUs, toUs: laterUs + (toUs - fromUs) };
    between.push(quiet);
    await sleep((Math.max(begunUs + scrapeEveryMs * 1000, quiet.toUs) - nowUs()) / 1000);
  }
  const requests = await loaded;
  const taken = during.map(({ fromUs, toUs }) => (toUs - fromUs) / 1000);
  const { median, max } = spreadOf(taken.slice(firstScrapes));
  print(
    `scrape of ${modelCount} models and 2 workers, ${Math.round(bytes / 1024)} KiB: ${median.toFixed(0)} ms, at most ${max.toFixed(0)}; the first ${taken[0]!.toFixed(0)}`,
  );
  for (const [name, from, to] of [
    [`the first ${firstScrapes} scrapes`, 0, firstScrapes],
    [`${scrapes - firstScrapes} scrapes after them`, firstScrapes, scrapes],
  ] as const) {
    const [beside, without] = [during, between].map((all) => slowestIn(all.slice(from, to), requests));
    print(
      `slowest request beside each of ${name}: ${told(beside!)}; in as long a time without: ${told(without!)}`,
    );
  }
  await proxy.stop();
}

try {
  await compare();
  await scrapeLarge();
} finally {
  await lab.close();
}
