import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fullLoad } from '../measure/load.ts';
import { type MemoryOfProcess, memoryByProcess } from '../measure/processes.ts';
import { spreadOf } from '../measure/spread.ts';
import { gateway } from '../proxies/gateway.ts';
import { withProxies } from './compare.ts';
import type { Bench, Scenario } from './scenario.ts';

const seconds = 30;
/** The engine has compiled what it will by then, and the heap is as large as the load makes it. */
const warmUpMs = 10_000;
const everyMs = 1000;
const all = 'all processes';

/** The memory of the gateway's processes while it serves. */
export const memory: Scenario = {
  name: 'memory',
  title: `Memory in ${seconds} s of full load with 50 connections, MiB`,
  async run(bench) {
    const seen = await memoryUnderLoad(bench);
    const rows = [...seen].map(([name, looks]) => ({
      name,
      cells: [
        spreadOf(looks.map(({ residentKiB }) => residentKiB / 1024)),
        spreadOf(looks.map(({ shareKiB }) => shareKiB / 1024)),
      ],
    }));
    const columns = [
      { title: 'RSS', decimals: 0 },
      { title: 'PSS', decimals: 0 },
    ];
    return {
      tables: [{ title: memory.title, columns, rows }],
      reached: [],
      notes: ['RSS counts what processes share once in each, PSS once in all.'],
    };
  },
};

/** The figures of each look, by the name of a process's program. */
function memoryUnderLoad(bench: Bench): Promise<ReadonlyMap<string, readonly MemoryOfProcess[]>> {
  const { lab } = bench;
  return withProxies(bench, [gateway('everything')], async ([proxy]) => {
    const seen = new Map<string, MemoryOfProcess[]>([[all, []]]);
    let isOver = false;
    const load = { connections: 50, seconds, bodyFile: lab.bodies.small };
    const loaded = fullLoad(lab, proxy!, load).finally(() => {
      isOver = true;
    });
    await sleep(warmUpMs);
    while (!isOver) {
      const each = memoryByProcess(proxy!.pid);
      for (const one of each) {
        const name = basename(one.program);
        seen.set(name, [...(seen.get(name) ?? []), one]);
      }
      seen.get(all)!.push({
        program: all,
        residentKiB: each.reduce((sum, { residentKiB }) => sum + residentKiB, 0),
        shareKiB: each.reduce((sum, { shareKiB }) => sum + shareKiB, 0),
      });
      await sleep(everyMs);
    }
    await loaded;
    return seen;
  });
}
