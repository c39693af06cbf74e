/**
 * Loads that stand still but for the moments in which they are measured, a quarter of a second each and in turns:
 * whatever else the machine does for a while meets all of them, and no time is spent on opening connections.
 */
import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from '../lab.ts';
import { type Destination, endlessLoad } from './load.ts';
import { ownCpuMicros, processTree } from './processes.ts';
import { spreadOf } from './spread.ts';

const usualSliceMs = 250;
/** Until a load that was stopped is in full swing again. */
const swingMs = 60;
/** Until the last answers of a load that was stopped have left the proxy. */
const restMs = 15;

/** CPU per request, in microseconds. */
export interface SliceCost {
  readonly all: number;
  /** Of the process that has the most, which is a gateway's worker. */
  readonly busiest: number;
}

export interface HeldLoad {
  measure(): Promise<SliceCost>;
  end(): void;
}

export interface HeldLoadOptions {
  readonly connections: number;
  readonly warmUpMs: number;
  readonly bodyFile: string;
  /** Longer than usual where few requests take long. */
  readonly sliceMs?: number;
}

/** Starts a load on a proxy, has it run warm, and stops it. Only one of all held loads may be measured at a time. */
export async function holdLoad(
  lab: Lab,
  to: Destination & { readonly pid: number },
  { connections, warmUpMs, bodyFile, sliceMs = usualSliceMs }: HeldLoadOptions,
): Promise<HeldLoad> {
  const [file, ...args] = endlessLoad(lab, to, { connections, bodyFile }) as [string, ...string[]];
  const load = spawn(file, args, { stdio: 'ignore' });
  const end = () => void load.kill('SIGKILL');
  process.once('exit', end);
  await sleep(warmUpMs);
  load.kill('SIGSTOP');
  await sleep(restMs);
  return {
    async measure() {
      load.kill('SIGCONT');
      await sleep(swingMs);
      const before = costOf(to.pid);
      const answered = await answeredBy(lab);
      await sleep(sliceMs);
      const after = costOf(to.pid);
      const done = (await answeredBy(lab)) - answered;
      load.kill('SIGSTOP');
      await sleep(restMs);
      if (done === 0) throw new Error('no request was answered in a slice');
      const each = [...after].map(([pid, micros]) => (micros - (before.get(pid) ?? 0)) / done);
      return { all: each.reduce((sum, one) => sum + one, 0), busiest: Math.max(...each) };
    },
    end() {
      process.removeListener('exit', end);
      end();
    },
  };
}

/**
 * What one load costs more than another, per request: so many pairs of slices, of which every second begins with the
 * other, make a round, and the median of its differences is the round's.
 */
export async function roundOfSlices(
  more: HeldLoad,
  less: HeldLoad,
  pairs: number,
): Promise<{ readonly added: SliceCost; readonly base: SliceCost }> {
  const samples: { more: SliceCost; less: SliceCost }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const first = await (pair % 2 === 0 ? more : less).measure();
    const second = await (pair % 2 === 0 ? less : more).measure();
    samples.push(pair % 2 === 0 ? { more: first, less: second } : { more: second, less: first });
  }
  const median = (of: (sample: (typeof samples)[number]) => number) => spreadOf(samples.map(of)).median;
  return {
    added: {
      all: median((sample) => sample.more.all - sample.less.all),
      busiest: median((sample) => sample.more.busiest - sample.less.busiest),
    },
    base: { all: median(({ less: { all } }) => all), busiest: median(({ less: { busiest } }) => busiest) },
  };
}

/**
 * What several loads cost, each the median of so many slices, which are taken in turns. Every second turn runs
 * backwards.
 */
export async function costsInTurns(
  loads: readonly HeldLoad[],
  slices: number,
): Promise<readonly SliceCost[]> {
  const samples = new Map<HeldLoad, SliceCost[]>(loads.map((load) => [load, []]));
  for (let turn = 0; turn < slices; turn += 1) {
    for (const load of turn % 2 === 0 ? loads : [...loads].reverse()) {
      samples.get(load)!.push(await load.measure());
    }
  }
  return loads.map((load) => ({
    all: spreadOf(samples.get(load)!.map(({ all }) => all)).median,
    busiest: spreadOf(samples.get(load)!.map(({ busiest }) => busiest)).median,
  }));
}

function costOf(root: number): ReadonlyMap<number, number> {
  return new Map(processTree(root).map((pid) => [pid, ownCpuMicros(pid)]));
}

/** How many requests the backend has answered. */
function answeredBy(lab: Lab): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = get({ port: lab.backendPort, path: '/count', agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += String(chunk);
      });
      response.on('end', () => resolve(Number(text)));
    });
    asked.on('error', reject);
  });
}
