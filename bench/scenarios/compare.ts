import { rounds } from '../measure/rounds.ts';
import { NothingAnswered, type Sample } from '../measure/sample.ts';
import { costsInTurns, type HeldLoad } from '../measure/slices.ts';
import { ratioOf, type Spread, spreadOf } from '../measure/spread.ts';
import type { Contender, RunningProxy } from '../proxies/proxy.ts';
import type { Column, Table } from '../report/outcome.ts';
import type { Bench } from './scenario.ts';

/** Starts proxies, hands them over, and stops them whatever happens. Those that are not installed are left out. */
export async function withProxies<R>(
  { lab }: Pick<Bench, 'lab'>,
  contenders: readonly Contender[],
  use: (proxies: readonly RunningProxy[]) => Promise<R>,
): Promise<R> {
  const proxies: RunningProxy[] = [];
  try {
    for (const contender of contenders) {
      const proxy = await contender.start(lab);
      if (proxy !== undefined) proxies.push(proxy);
    }
    return await use(proxies);
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
  }
}

/** The same once a round, with new processes each time: two of one program differ for as long as they run. */
export async function inRoundsAnew(
  { lab, options }: Pick<Bench, 'lab' | 'options'>,
  contenders: readonly Contender[],
  use: (proxies: readonly RunningProxy[]) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < options.rounds; round += 1) {
    await withProxies({ lab }, round % 2 === 0 ? contenders : [...contenders].reverse(), use);
  }
}

/** The samples of several proxies, side by side. */
export interface Comparison {
  /** CPU per unit in every round; undefined where the proxy was not there. */
  cpu(name: string): readonly number[] | undefined;
  /** Units a second in every round; undefined where the proxy was not there. */
  rate(name: string): readonly number[] | undefined;
  /** CPU per unit of one proxy over that of another, round by round; undefined where one was not there. */
  ratio(name: string, base: string): Spread | undefined;
  table(title: string, unit: string): Table;
}

/**
 * The warm-up before one request at a time, and before long streams: neither makes enough requests to compile a proxy's
 * program before it is measured.
 */
export const compilingLoad = { connections: 50, seconds: 6 };

/** Cold requests cost several times as much, and not until some ten thousand have been served is all compiled. */
const warmUps = 6;
const settled = 0.05;

async function warmUp(proxy: RunningProxy, measure: Measure): Promise<void> {
  let before = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < warmUps; turn += 1) {
    const cpuUs = await costWhileCold(proxy, measure);
    if (turn > 1 && Math.abs(cpuUs - before) / before < settled) return;
    before = cpuUs;
  }
}

/** A program may answer nothing for a second after its start: that is no reason to end the run. */
async function costWhileCold(proxy: RunningProxy, measure: Measure): Promise<number> {
  try {
    return (await measure(proxy)).cpuUs;
  } catch (error) {
    if (error instanceof NothingAnswered) return Number.POSITIVE_INFINITY;
    throw error;
  }
}

const slicesPerRound = 8;

type Measure = (proxy: RunningProxy) => Promise<Sample>;
type Samples = ReadonlyMap<string, readonly Sample[]>;

/** Warms each proxy up at full load, then measures them in turns. */
export async function compare(
  { options, say }: Bench,
  proxies: readonly RunningProxy[],
  measure: Measure,
): Promise<Comparison> {
  for (const proxy of proxies) await warmUp(proxy, measure);
  const samples = await rounds(proxies, options.rounds, async (proxy) => {
    const sample = await measure(proxy);
    say(`  ${proxy.name}: ${sample.cpuUs.toFixed(1)} us`);
    return sample;
  });
  return comparisonOf(new Map([...samples].map(([proxy, list]) => [proxy.name, list])));
}

/**
 * The same with processes that are new in each round: two of one program differ by a tenth for as long as they run. CPU
 * is that of loads that stand still but for their slices; the rest, which such a load can't tell, comes from `measure`.
 */
export function compareAnew(
  bench: Bench,
  contenders: readonly Contender[],
  measure: Measure,
  hold: (proxy: RunningProxy) => Promise<HeldLoad>,
): Promise<Comparison> {
  return anew(bench, contenders, async (proxies) => {
    for (const proxy of proxies) await warmUp(proxy, measure);
    const others: Sample[] = [];
    for (const proxy of proxies) others.push(await measure(proxy));
    const costs = await costsInSlices(proxies, hold);
    return others.map((sample, index) => [{ ...sample, cpuUs: costs[index]! }]);
  });
}

/**
 * The same for a load that can't stand still: each round gives as many samples as it has turns, and a ratio is that of
 * one turn.
 * @param warm Brings a proxy to the state in which it is measured.
 */
export function compareAnewInTurns(
  bench: Bench,
  contenders: readonly Contender[],
  { warm, measure, turns }: { warm(proxy: RunningProxy): Promise<unknown>; measure: Measure; turns: number },
): Promise<Comparison> {
  return anew(bench, contenders, async (proxies) => {
    for (const proxy of proxies) await warm(proxy);
    const samples = await rounds(proxies, turns, measure);
    return proxies.map((proxy) => samples.get(proxy)!);
  });
}

async function anew(
  bench: Bench,
  contenders: readonly Contender[],
  sampleAll: (proxies: readonly RunningProxy[]) => Promise<readonly (readonly Sample[])[]>,
): Promise<Comparison> {
  const samples = new Map<string, Sample[]>();
  await inRoundsAnew(bench, contenders, async (proxies) => {
    for (const [index, list] of (await sampleAll(proxies)).entries()) {
      const { name } = proxies[index]!;
      bench.say(`  ${name}: ${list.map(({ cpuUs }) => cpuUs.toFixed(1)).join(', ')} us`);
      samples.set(name, [...(samples.get(name) ?? []), ...list]);
    }
  });
  const present = contenders.filter(({ name }) => samples.has(name));
  return comparisonOf(new Map(present.map(({ name }) => [name, samples.get(name)!])));
}

function comparisonOf(samples: Samples): Comparison {
  const cpu = (name: string) => samples.get(name)?.map((sample) => sample.cpuUs);
  const ratio = (name: string, base: string) => {
    const [one, other] = [cpu(name), cpu(base)];
    return one === undefined || other === undefined ? undefined : ratioOf(one, other);
  };
  return {
    cpu,
    rate: (name) => samples.get(name)?.map(({ perSecond }) => perSecond),
    ratio,
    table(title, unit) {
      const rows = [...samples].map(([name, list]) => {
        const of = (field: keyof Sample, scale = 1) => spreadOf(list.map((one) => one[field] * scale)).median;
        const errors = list.reduce((sum, one) => sum + one.errors, 0);
        const cost = spreadOf(list.map((one) => one.cpuUs));
        const figures = [of('perSecond'), of('p50Us', 1e-3), of('p99Us', 1e-3), of('memoryMiB'), errors];
        return { name, cells: [cost, ratio(name, 'floor'), ...figures, of('backendCpuUs')] };
      });
      return { title, columns: columnsOf(unit), rows };
    },
  };
}

/** CPU of each proxy in one round. */
async function costsInSlices(
  proxies: readonly RunningProxy[],
  hold: (proxy: RunningProxy) => Promise<HeldLoad>,
): Promise<readonly number[]> {
  const loads: HeldLoad[] = [];
  try {
    for (const proxy of proxies) loads.push(await hold(proxy));
    return (await costsInTurns(loads, slicesPerRound)).map(({ all }) => all);
  } finally {
    for (const load of loads) load.end();
  }
}

function columnsOf(unit: string): Column[] {
  return [
    { title: `CPU us/${unit}`, decimals: 1 },
    { title: 'x floor', decimals: 2 },
    { title: `${unit}s/s`, decimals: 0 },
    { title: 'p50 ms', decimals: 2 },
    { title: 'p99 ms', decimals: 2 },
    { title: 'MiB', decimals: 0 },
    { title: 'errors', decimals: 0 },
    { title: 'backend us', decimals: 1 },
  ];
}
