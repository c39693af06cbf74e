import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from '../lab.ts';
import { fullLoad, idleStreams } from '../measure/load.ts';
import { memoryKiB } from '../measure/processes.ts';
import { rounds } from '../measure/rounds.ts';
import { ratioOf, spreadOf } from '../measure/spread.ts';
import { gateway } from '../proxies/gateway.ts';
import { haproxy } from '../proxies/haproxy.ts';
import { nginx } from '../proxies/nginx.ts';
import { floor } from '../proxies/node.ts';
import { portkey } from '../proxies/portkey.ts';
import type { Contender, RunningProxy } from '../proxies/proxy.ts';
import { withProxies } from './compare.ts';
import type { Bench, Scenario } from './scenario.ts';

const everything = gateway('everything');
const loadSeconds = 6;
const settleMs = 2000;
/** A connection to the proxy, one to the backend, and what the gateway keeps free to turn others away. */
const filesPerStream = 2.5;

/** Memory of a stream that is open and says nothing. */
export const idleThousand = idle('idle-1000', 1000, 3);
export const idleTenThousand = idle('idle-10000', 10_000, 1);

/** @param turns Processes that are measured; the figure is their median. */
function idle(name: string, wanted: number, turns: number): Scenario {
  return {
    name,
    title: `${wanted} open, silent streams`,
    async run(bench) {
      const most = openFiles();
      const count = Math.min(wanted, Math.floor((most - 500) / filesPerStream));
      const contenders = [floor, everything, nginx, haproxy, portkey];
      const samples = await rounds(contenders, turns, async (contender) => {
        const figures = await measure(bench, contender, count);
        if (figures !== undefined) bench.say(`  ${contender.name}: ${figures.kib.toFixed(1)} KiB`);
        return figures;
      });
      const perStream = new Map<string, readonly number[]>();
      const rows = [];
      for (const [{ name }, list] of samples) {
        const figures = list.filter((one) => one !== undefined);
        if (figures.length === 0) continue;
        const kib = figures.map((one) => one.kib);
        const totalMib = spreadOf(figures.map((one) => one.totalMib)).median;
        const errors = figures.reduce((sum, one) => sum + one.errors, 0);
        perStream.set(name, kib);
        rows.push({ name, cells: [spreadOf(kib), totalMib, errors] });
      }
      const value = ratioOf(perStream.get(everything.name)!, perStream.get(floor.name)!);
      const columns = [
        { title: 'KiB/stream', decimals: 1 },
        { title: 'MiB in all', decimals: 0 },
        { title: 'errors', decimals: 0 },
      ];
      return {
        tables: [{ title: `${count} open, silent streams`, columns, rows }],
        reached: [{ bar: 'idle', value }],
        notes:
          count < wanted
            ? [`${wanted} streams need ${filesPerStream} files each; ${most} may be open here (ulimit -n).`]
            : [],
      };
    },
  };
}

function measure(bench: Bench, contender: Contender, count: number) {
  const { lab } = bench;
  return withProxies(bench, [contender], async ([proxy]) => {
    if (proxy === undefined) return undefined;
    await afterLoad(lab, proxy);
    const before = await afterLoad(lab, proxy);
    const load = { connections: count, seconds: 0, bodyFile: lab.bodies.idleStream };
    const streams = await idleStreams(lab, proxy, load);
    const after = await afterLoad(lab, proxy);
    await streams.close();
    return {
      kib: (after - before) / Math.max(1, streams.open),
      totalMib: after / 1024,
      errors: streams.errors,
    };
  });
}

/**
 * Memory in KiB after some seconds of other requests. Without them what is measured is not the streams but the garbage
 * that lies about: a heap has room for 20 MB of it, takes streams into that room, or grows by as much for no stream.
 */
async function afterLoad(lab: Lab, proxy: RunningProxy): Promise<number> {
  await fullLoad(lab, proxy, { connections: 50, seconds: loadSeconds, bodyFile: lab.bodies.small });
  await sleep(settleMs);
  return memoryKiB(proxy.pid);
}

/** The number of files that a process may open here. */
function openFiles(): number {
  const hard = /^Max open files +\d+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
  return hard === null ? Number.POSITIVE_INFINITY : Number(hard[1]);
}
