import { ownLoad } from '../measure/load.ts';
import { rounds } from '../measure/rounds.ts';
import { ratioOf, spreadOf } from '../measure/spread.ts';
import { gateway } from '../proxies/gateway.ts';
import { haproxy } from '../proxies/haproxy.ts';
import { nginx } from '../proxies/nginx.ts';
import { carrier, floor, httpProxy3 } from '../proxies/node.ts';
import { portkey } from '../proxies/portkey.ts';
import { compilingLoad, inRoundsAnew } from './compare.ts';
import type { Scenario } from './scenario.ts';

const everything = gateway('everything');

/** Other work on the machine changes a lone request from one second to the next more than most proxies differ. */
const turnsPerRound = 4;
const contenders = [
  floor,
  carrier,
  httpProxy3,
  everything,

  nginx,
  haproxy,
  portkey,
];

/** The time that one proxy added to the backend's, turn by turn, in microseconds. */
interface Added {
  readonly p50: number[];
  readonly p99: number[];
}

/** The time that a proxy adds where nobody has to wait for anybody else. */
export const one: Scenario = {
  name: 'one',
  title: 'One connection, 1 KB: time added over the backend itself',
  async run(bench) {
    const { lab, options, say } = bench;
    const load = { connections: 1, seconds: options.seconds, bodyFile: lab.bodies.small };
    const direct = { ...lab.direct, name: 'direct' };
    const added = new Map<string, Added>();
    await inRoundsAnew(bench, contenders, async (proxies) => {
      for (const proxy of proxies) await ownLoad(lab, proxy, { ...load, ...compilingLoad });
      const samples = await rounds([direct, ...proxies], turnsPerRound, (to) => ownLoad(lab, to, load));
      const base = samples.get(direct)!;
      for (const proxy of proxies) {
        const { p50, p99 } = added.get(proxy.name) ?? { p50: [], p99: [] };
        for (const [turn, result] of samples.get(proxy)!.entries()) {
          p50.push(result.p50Us - base[turn]!.p50Us);
          p99.push(result.p99Us - base[turn]!.p99Us);
        }
        added.set(proxy.name, { p50, p99 });
        say(`  ${proxy.name}: ${p50.slice(-turnsPerRound).join(', ')} us`);
      }
    });
    const columns = ['added p50 us', 'added p99 us'].map((title) => ({ title, decimals: 0 }));
    const rows = [...added].map(([name, { p50, p99 }]) => ({ name, cells: [spreadOf(p50), spreadOf(p99)] }));
    const value = ratioOf(added.get(everything.name)!.p50, added.get(floor.name)!.p50);
    return { tables: [{ title: one.title, columns, rows }], reached: [{ bar: 'one', value }], notes: [] };
  },
};
