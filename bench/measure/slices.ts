/**
 * Loads that stand still but for the moments in which they are measured, a quarter of a second each and in turns:
 * whatever else the machine does for a while meets all of them, and no time is spent on opening connections.
 */
import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from '../lab.ts';
import { type Destination, endlessLoad } from './load.ts';
import { ownCpuMicros, processTree, writesOf } from './processes.ts';
import { rounds } from './rounds.ts';
import { spreadOf } from './spread.ts';

const usualSliceMs = 250;
/** Less, and the engine is still compiling in the first slices. */
const warmUpMs = 4000;
/** Until a load that was stopped is in full swing again. */
const swingMs = 60;
/** Until the last answers of a load that was stopped have left the proxy. */
const restMs = 15;

/** A slice in which others take all cores does not count; the next one does. */
const mostTries = 10;

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
  readonly bodyFile: string;
  /** Longer than usual where few requests take long. */
  readonly sliceMs?: number;
  /**
   * Processes that divide the requests among them, where only the first of them is to be counted: it alone has a core
   * of its own. How many requests it had is told by how often it wrote, which is as often in each for a request.
   */
  readonly peers?: readonly number[];
}

/** Starts a load on a proxy, has it run warm, and stops it. Only one of all held loads may be measured at a time. */
export async function holdLoad(
  lab: Lab,
  to: Destination & { readonly pid: number },
  { connections, bodyFile, sliceMs = usualSliceMs, peers = [] }: HeldLoadOptions,
): Promise<HeldLoad> {
  const [file, ...args] = endlessLoad(lab, to, { connections, bodyFile }) as [string, ...string[]];
  const load = spawn(file, args, { stdio: 'ignore' });
  const end = () => void load.kill('SIGKILL');
  process.once('exit', end);
  await sleep(warmUpMs);
  load.kill('SIGSTOP');
  await sleep(restMs);
  const slice = async (): Promise<SliceCost | undefined> => {
    load.kill('SIGCONT');
    await sleep(swingMs);
    const before = costOf(to.pid);
    const written = peers.map(writesOf);
    const answered = await answeredBy(lab);
    await sleep(sliceMs);
    const after = costOf(to.pid);
    const writes = peers.map((pid, index) => writesOf(pid) - written[index]!);
    const done = (await answeredBy(lab)) - answered;
    load.kill('SIGSTOP');
    await sleep(restMs);
    if (done === 0) return undefined;
    // Not a number where the system does not tell: better no ratio than a wrong one.
    const share = writes.length === 0 ? 1 : writes[0]! / writes.reduce((sum, one) => sum + one, 0);
    const each = [...after]
      .filter(([pid]) => !peers.includes(pid, 1))
      .map(([pid, micros]) => (micros - (before.get(pid) ?? 0)) / (pid === peers[0] ? done * share : done));
    return { all: each.reduce((sum, one) => sum + one, 0), busiest: Math.max(...each) };
  };
  return {
    async measure() {
      for (let tries = 0; tries < mostTries; tries += 1) {
        const cost = await slice();
        if (cost !== undefined) return cost;
      }
      throw new Error(`no request was answered in ${mostTries} slices in a row`);
    },
    end() {
      process.removeListener('exit', end);
      end();
    },
  };
}

/** The extra cost of one load over another, per request: the median difference of this many pairs of slices. */
export async function roundOfSlices(
  more: HeldLoad,
  less: HeldLoad,
  pairs: number,
): Promise<{ readonly added: SliceCost; readonly base: SliceCost }> {
  const samples = await rounds([more, less], pairs, (load) => load.measure());
  const base = samples.get(less)!;
  const added = samples.get(more)!.map((cost, pair) => ({
    all: cost.all - base[pair]!.all,
    busiest: cost.busiest - base[pair]!.busiest,
  }));
  return { added: medianOf(added), base: medianOf(base) };
}

/** The costs of several loads, each the median of this many slices, which are taken in turns. */
export async function costsInTurns(
  loads: readonly HeldLoad[],
  slices: number,
): Promise<readonly SliceCost[]> {
  const samples = await rounds(loads, slices, (load) => load.measure());
  return loads.map((load) => medianOf(samples.get(load)!));
}

function medianOf(costs: readonly SliceCost[]): SliceCost {
  return {
    all: spreadOf(costs.map(({ all }) => all)).median,
    busiest: spreadOf(costs.map(({ busiest }) => busiest)).median,
  };
}

function costOf(root: number): ReadonlyMap<number, number> {
  return new Map(processTree(root).map((pid) => [pid, ownCpuMicros(pid)]));
}

/** The number of requests that the backend has answered. */
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
