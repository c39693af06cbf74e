import { setTimeout as sleep } from 'node:timers/promises';
import { fullLoad } from '../measure/load.ts';
import { memoryKiB } from '../measure/processes.ts';
import { gateway } from '../proxies/gateway.ts';
import { floor } from '../proxies/node.ts';
import { single } from '../report/outcome.ts';
import { withProxies } from './compare.ts';
import type { Bench, Scenario } from './scenario.ts';

const seconds = 60;
/** Until the engine has compiled what it will, and the heap is as large as the load makes it. */
const warmUpSeconds = 20;
const everyMs = 500;
const everything = gateway('everything');

/** Checks that memory reaches a level under load. */
export const soak: Scenario = {
  name: 'soak',
  title: `Memory in ${seconds} s of full load, MiB, by thirds`,
  async run(bench) {
    const rows = [];
    for (const contender of [floor, everything]) {
      const thirds = await memoryByThirds(bench, contender);
      rows.push({ name: contender.name, cells: [...thirds, thirds[2]! - thirds[1]!] });
    }
    const columns = ['first', 'second', 'last', 'last over second'].map((title) => ({ title, decimals: 1 }));
    const value = single(rows[1]!.cells[3]!);
    return { tables: [{ title: soak.title, columns, rows }], reached: [{ bar: 'soak', value }], notes: [] };
  },
};

function memoryByThirds(bench: Bench, contender: typeof everything): Promise<number[]> {
  const { lab } = bench;
  return withProxies(bench, [contender], async ([proxy]) => {
    const load = { connections: 50, seconds, bodyFile: lab.bodies.small };
    await fullLoad(lab, proxy!, { ...load, seconds: warmUpSeconds });
    let isOver = false;
    const loaded = fullLoad(lab, proxy!, load).finally(() => {
      isOver = true;
    });
    const seen: number[] = [];
    while (!isOver) {
      seen.push(memoryKiB(proxy!.pid) / 1024);
      await sleep(everyMs);
    }
    await loaded;
    const third = Math.floor(seen.length / 3);
    return [0, 1, 2].map((part) => mean(seen.slice(part * third, (part + 1) * third)));
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
