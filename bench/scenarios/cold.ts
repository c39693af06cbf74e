import { rounds } from '../measure/rounds.ts';
import { spreadOf } from '../measure/spread.ts';
import { gateway } from '../proxies/gateway.ts';
import { haproxy } from '../proxies/haproxy.ts';
import { nginx } from '../proxies/nginx.ts';
import { floor } from '../proxies/node.ts';
import { portkey } from '../proxies/portkey.ts';
import { withProxies } from './compare.ts';
import type { Scenario } from './scenario.ts';

const everything = gateway('everything');

/** From starting the process to its first 200. */
export const cold: Scenario = {
  name: 'cold',
  title: 'Cold start to the first 200',
  async run(bench) {
    const contenders = [floor, everything, nginx, haproxy, portkey];
    const samples = await rounds(contenders, bench.options.rounds, (contender) =>
      withProxies(bench, [contender], async ([proxy]) => proxy?.startedInMs),
    );
    const rows = [...samples].flatMap(([{ name }, times]) => {
      const known = times.filter((time) => time !== undefined);
      return known.length === 0 ? [] : [{ name, cells: [spreadOf(known)] }];
    });
    const value = rows.find(({ name }) => name === everything.name)!.cells[0]!;
    const columns = [{ title: 'ms', decimals: 0 }];
    return { tables: [{ title: cold.title, columns, rows }], reached: [{ bar: 'cold', value }], notes: [] };
  },
};
