import { type LoadResult, ownLoad } from '../measure/load.ts';
import { rounds } from '../measure/rounds.ts';
import { ratioOf, spreadOf } from '../measure/spread.ts';
import { gateway, otherGateway } from '../proxies/gateway.ts';
import { haproxy } from '../proxies/haproxy.ts';
import { nginx } from '../proxies/nginx.ts';
import { carrier, floor, httpProxy3 } from '../proxies/node.ts';
import { portkey } from '../proxies/portkey.ts';
import { compilingLoad, withProxies } from './compare.ts';
import type { Scenario } from './scenario.ts';

const everything = gateway('everything');

/** What the machine does beside it changes a lone request from one second to the next more than most proxies differ. */
const turnsPerRound = 3;

/** The time that a proxy adds where nobody has to wait for anybody else. */
export const one: Scenario = {
  name: 'one',
  title: 'One connection, 1 KB: time added over the backend itself',
  run: (bench) => {
    const other = otherGateway('everything');
    const contenders = [floor, carrier, httpProxy3, everything, other, nginx, haproxy, portkey];
    return withProxies(bench, contenders, async (proxies) => {
      const { lab, options } = bench;
      const load = { connections: 1, seconds: options.seconds, bodyFile: lab.bodies.small };
      for (const proxy of proxies) await ownLoad(lab, proxy, { ...load, ...compilingLoad });
      const turns = turnsPerRound * options.rounds;
      const direct = { ...lab.direct, name: 'direct' };
      const samples = await rounds([direct, ...proxies], turns, (to) => ownLoad(lab, to, load));
      const base = samples.get(direct)!;
      const added = (list: readonly LoadResult[], field: 'p50Us' | 'p99Us') =>
        list.map((result, round) => result[field] - base[round]![field]);
      const named = (name: string) => samples.get(proxies.find((proxy) => proxy.name === name)!)!;
      const columns = ['added p50 us', 'added p99 us'].map((title) => ({ title, decimals: 0 }));
      const rows = proxies.map((proxy) => {
        const list = samples.get(proxy)!;
        return { name: proxy.name, cells: [spreadOf(added(list, 'p50Us')), spreadOf(added(list, 'p99Us'))] };
      });
      const value = ratioOf(added(named(everything.name), 'p50Us'), added(named(floor.name), 'p50Us'));
      return { tables: [{ title: one.title, columns, rows }], reached: [{ bar: 'one', value }], notes: [] };
    });
  },
};
