import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientHeaders } from '../lab.ts';
import { keyLine, large as largeSize, small as smallSize, writeConfig } from '../large.ts';
import { type LoadResult, ownLoad } from '../measure/load.ts';
import { runToEnd } from '../measure/programs.ts';
import { sampleRequests } from '../measure/sample.ts';
import { holdLoad } from '../measure/slices.ts';
import { spreadOf } from '../measure/spread.ts';
import { environment, startGateway } from '../proxies/gateway.ts';
import { type Contender, type RunningProxy, statusOf } from '../proxies/proxy.ts';
import { compareAnew, withProxies } from './compare.ts';
import { inPairs, ratioOfPairs, type Way } from './pairs.ts';
import type { Bench, Scenario } from './scenario.ts';

const names = { small: '10 models, 10 keys', large: '2,000 models, 20,000 keys' };

function sized(file: string, name: string): Contender {
  return { name, start: (lab) => startGateway(lab, { name, file }) };
}

/** The cost of a request with a large file, of starting with it, and of checking it. */
export const large: Scenario = {
  name: 'large',
  title: 'A file of 2,000 models, 6,000 deployments and 20,000 keys against one of 10 and 10',
  async run(bench) {
    const { lab, options } = bench;
    const files = [join(lab.dir, 'small.yaml'), join(lab.dir, 'large.yaml')] as const;
    writeConfig(files[0], smallSize);
    writeConfig(files[1], largeSize);
    const startsInMs: [number[], number[]] = [[], []];
    const way = (name: string, index: 0 | 1): Way => ({
      name,
      start: (itsName) => noting(startsInMs[index], sized(files[index], itsName)),
    });
    const ways = [way(names.small, 0), way(names.large, 1)] as const;
    const load = { connections: 50, seconds: options.seconds, bodyFile: lab.bodies.small };
    const figures = await compareAnew(
      bench,
      inPairs(ways),
      (proxy) => sampleRequests(lab, proxy, load),
      (proxy) => holdLoad(lab, proxy, load),
    );
    const rows = [];
    for (const [index, { name }] of ways.entries()) {
      const started = spreadOf(startsInMs[index]!.map((ms) => ms / 1000));
      rows.push({ name, cells: [started, await checkSeconds(bench, files[index]!)] });
    }
    const columns = ['start to first 200, s', 'check, s'].map((title) => ({ title, decimals: 2 }));
    return {
      tables: [figures.table(large.title, 'request'), { title: 'Before the first request', columns, rows }],
      reached: [{ bar: 'large', value: ratioOfPairs(figures, ways) }],
      notes: [],
    };
  },
};

/** The same, with the time each start took added to a list. */
function noting(startsInMs: number[], { name, start }: Contender): Contender {
  return {
    name,
    async start(lab) {
      const proxy = await start(lab);
      if (proxy !== undefined) startsInMs.push(proxy.startedInMs);
      return proxy;
    },
  };
}

async function checkSeconds({ lab }: Bench, file: string): Promise<number> {
  const started = performance.now();
  const variables = Object.entries({ ...environment(lab), BENCH_PORT: '8443', BENCH_ADMIN_PORT: '9901' });
  const env = ['env', ...variables.map(([name, value]) => `${name}=${value}`)];
  await runToEnd([...lab.cores.proxy(), ...env, process.execPath, lab.gateway, 'check', file]);
  return (performance.now() - started) / 1000;
}

/** A reload yields to requests: on a core that they fill it takes its time. */
const patienceMs = 200_000;
const editAfterMs = 3000;
/** Other guests of the machine make requests wait too: as long as a reload takes at least. */
const quietSeconds = 20;
/** The rest of the old configuration is dropped meanwhile. */
const settleMs = 2000;

/** The wait of a request while the large file is reloaded. */
export const reload: Scenario = {
  name: 'reload',
  title: 'Longest wait of a request while the large file is reloaded, 20 connections',
  async run(bench) {
    const { lab, options, say } = bench;
    const file = join(lab.dir, 'reloaded.yaml');
    writeConfig(file, largeSize);
    return withProxies(bench, [sized(file, names.large)], async ([proxy]) => {
      const load = {
        connections: 20,
        seconds: (editAfterMs + patienceMs) / 1000,
        bodyFile: lab.bodies.small,
        gapMs: 5,
      };
      await ownLoad(lab, proxy!, { ...load, gapMs: 0, seconds: 5 });
      const quiet: LoadResult[] = [];
      const busy: LoadResult[] = [];
      const tookMs: number[] = [];
      for (let round = 1; round <= options.rounds; round += 1) {
        quiet.push(await ownLoad(lab, proxy!, { ...load, seconds: quietSeconds }));
        const enough = new AbortController();
        const loaded = ownLoad(lab, proxy!, load, enough.signal);
        await sleep(editAfterMs);
        const took = await editAndWait(bench, proxy!, { file, round });
        if (took === undefined) say('  the key that was added was not served in time');
        else tookMs.push(took);
        await sleep(settleMs);
        enough.abort();
        busy.push(await loaded);
        say(`  longest wait: ${longestMs(busy.at(-1)!).toFixed(1)} ms`);
      }
      const columns = ['longest wait, ms', 'p99, ms', 'errors'].map((title) => ({ title, decimals: 1 }));
      const row = (name: string, results: readonly LoadResult[]) => ({
        name,
        cells: [
          spreadOf(results.map(longestMs)),
          spreadOf(results.map(({ p99Us }) => p99Us / 1000)),
          results.reduce((sum, { errors }) => sum + errors, 0),
        ],
      });
      const rows = [row('nothing changes', quiet), row('the file is reloaded', busy)];
      const isApplied = tookMs.length === options.rounds;
      return {
        tables: [{ title: reload.title, columns, rows }],
        reached: isApplied ? [{ bar: 'reload', value: spreadOf(busy.map(longestMs)) }] : [],
        notes: [
          isApplied
            ? `A key that was added was served after ${(spreadOf(tookMs).median / 1000).toFixed(1)} s.`
            : `A key that was added was not served while the load ran: this build did not reload the file in time.`,
        ],
      };
    });
  },
};

const longestMs = ({ maxUs }: LoadResult) => maxUs / 1000;

/** Adds a key; how long it took until it was served, or undefined if it was not. */
async function editAndWait(
  { lab }: Bench,
  proxy: RunningProxy,
  { file, round }: { readonly file: string; readonly round: number },
): Promise<number | undefined> {
  const secret = `sk-added-while-running-0123456789-${round}`;
  appendFileSync(file, `${keyLine(`added-${round}`, secret)}\n`);
  const started = performance.now();
  const withKey = { ...proxy, headers: { ...clientHeaders, authorization: `Bearer ${secret}` } };
  const body = readFileSync(lab.bodies.small);
  while (performance.now() - started < patienceMs) {
    if ((await statusOf(withKey, body)) === 200) return performance.now() - started;
    await sleep(50);
  }
  return undefined;
}
