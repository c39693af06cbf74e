import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { idleStreams, ownLoad } from '../measure/load.ts';
import { memoryKiB } from '../measure/processes.ts';
import { gateway, otherGateway } from '../proxies/gateway.ts';
import { haproxy } from '../proxies/haproxy.ts';
import { nginx } from '../proxies/nginx.ts';
import { floor } from '../proxies/node.ts';
import { portkey } from '../proxies/portkey.ts';
import type { Contender } from '../proxies/proxy.ts';
import { single } from '../report/outcome.ts';
import { withProxies } from './compare.ts';
import type { Bench, Scenario } from './scenario.ts';

const everything = gateway('everything');
const settleMs = 3000;
/** A connection to the proxy, one to the backend, and what the gateway keeps free to turn others away. */
const filesPerStream = 2.5;

/** Memory of a stream that is open and says nothing. */
export const idleThousand = idle('idle-1000', 1000);
export const idleTenThousand = idle('idle-10000', 10_000);

function idle(name: string, wanted: number): Scenario {
  return {
    name,
    title: `${wanted} open, silent streams`,
    async run(bench) {
      const most = openFiles();
      const count = Math.min(wanted, Math.floor((most - 500) / filesPerStream));
      const rows = [];
      const perStream = new Map<string, number>();
      for (const contender of [floor, everything, otherGateway('everything'), nginx, haproxy, portkey]) {
        const figures = await measure(bench, contender, count);
        if (figures === undefined) continue;
        bench.say(`  ${contender.name}: ${figures.kib.toFixed(1)} KiB`);
        perStream.set(contender.name, figures.kib);
        rows.push({ name: contender.name, cells: [figures.kib, figures.totalMib, figures.errors] });
      }
      const value = single(perStream.get(everything.name)! / perStream.get(floor.name)!);
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
    // What a process needs once, for its first requests, is not the streams'.
    await ownLoad(lab, proxy, { connections: 50, seconds: 2, bodyFile: lab.bodies.small });
    await sleep(settleMs);
    const before = memoryKiB(proxy.pid);
    const load = { connections: count, seconds: 0, bodyFile: lab.bodies.idleStream };
    const streams = await idleStreams(lab, proxy, load);
    await sleep(settleMs);
    const after = memoryKiB(proxy.pid);
    await streams.close();
    return {
      kib: (after - before) / Math.max(1, streams.open),
      totalMib: after / 1024,
      errors: streams.errors,
    };
  });
}

/** How many files a process may open here. */
function openFiles(): number {
  const hard = /^Max open files +\d+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
  return hard === null ? Number.POSITIVE_INFINITY : Number(hard[1]);
}
