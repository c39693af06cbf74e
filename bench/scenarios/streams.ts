import type { Lab } from '../lab.ts';
import { streamLoad } from '../measure/load.ts';
import { rounds } from '../measure/rounds.ts';
import { sampleStreams } from '../measure/sample.ts';
import { type Spread, spreadOf } from '../measure/spread.ts';
import { gateway } from '../proxies/gateway.ts';
import { haproxy } from '../proxies/haproxy.ts';
import { nginx } from '../proxies/nginx.ts';
import { carrier, floor } from '../proxies/node.ts';
import { portkey } from '../proxies/portkey.ts';
import type { RunningProxy } from '../proxies/proxy.ts';
import { compareAnewInTurns, compilingLoad, withProxies } from './compare.ts';
import type { Scenario } from './scenario.ts';

const everything = gateway('everything');
const connections = 100;
/** A stream lasts a second: in less than this its beginning weighs as much as its events. */
const leastSeconds = 3;
const turnsPerRound = 3;

function compileAll(lab: Lab, proxy: RunningProxy): Promise<unknown> {
  return streamLoad(lab, proxy, { ...compilingLoad, bodyFile: lab.bodies.shortStream });
}

/** The cost of an event, and its time on the way, with many streams at once. */
export const streams: Scenario = {
  name: 'streams',
  title: `${connections} streams of 100 events, 10 ms apart`,
  async run(bench) {
    const { lab, options } = bench;
    const contenders = [floor, carrier, everything, nginx, haproxy, portkey];
    const seconds = Math.max(leastSeconds, options.seconds);
    const load = { connections, seconds, bodyFile: lab.bodies.stream };
    const figures = await compareAnewInTurns(bench, contenders, {
      async warm(proxy) {
        await compileAll(lab, proxy);
        await streamLoad(lab, proxy, load);
      },
      measure: (proxy) => sampleStreams(lab, proxy, load),
      turns: turnsPerRound,
    });
    const value = figures.ratio(everything.name, floor.name);
    return {
      tables: [figures.table(streams.title, 'event')],
      reached: value === undefined ? [] : [{ bar: 'event', value }],
      notes: [],
    };
  },
};

/** The delay of the first event against the backend itself, one stream at a time. */
export const firstEvent: Scenario = {
  name: 'first-event',
  title: 'First event of a stream, one at a time, over the backend itself',
  run: (bench) =>
    withProxies(bench, [floor, everything, nginx, haproxy, portkey], async (proxies) => {
      const { lab, options } = bench;
      for (const proxy of proxies) await compileAll(lab, proxy);
      const load = { connections: 1, seconds: options.seconds, bodyFile: lab.bodies.shortStream };
      const direct = { ...lab.direct, name: 'direct' };
      const samples = await rounds([direct, ...proxies], options.rounds, (to) => streamLoad(lab, to, load));
      const base = samples.get(direct)!;
      const added = (list: typeof base, field: 'firstP50Us' | 'firstP99Us'): Spread =>
        spreadOf(list.map((one, round) => (one[field] - base[round]![field]) / 1000));
      const rows = proxies.map((proxy) => {
        const list = samples.get(proxy)!;
        return { name: proxy.name, cells: [added(list, 'firstP50Us'), added(list, 'firstP99Us')] };
      });
      const ours = proxies.find(({ name }) => name === everything.name)!;
      return {
        tables: [
          {
            title: firstEvent.title,
            columns: ['added p50 ms', 'added p99 ms'].map((title) => ({ title, decimals: 2 })),
            rows,
          },
        ],
        reached: [{ bar: 'first_event', value: added(samples.get(ours)!, 'firstP50Us') }],
        notes: [],
      };
    }),
};
