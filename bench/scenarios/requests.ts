import type { Bodies } from '../bodies.ts';
import { sampleRequests } from '../measure/sample.ts';
import { holdLoad } from '../measure/slices.ts';
import { gateway } from '../proxies/gateway.ts';
import { haproxy } from '../proxies/haproxy.ts';
import { nginx } from '../proxies/nginx.ts';
import { carrier, floor, httpProxy3 } from '../proxies/node.ts';
import { portkey } from '../proxies/portkey.ts';
import type { Contender, RunningProxy } from '../proxies/proxy.ts';
import type { BarName } from '../report/bars.ts';
import { compare, compareAnew, withProxies } from './compare.ts';
import type { Scenario } from './scenario.ts';

const everything = gateway('everything');
const lean = gateway('lean');
const connections = 50;
const sliceMs = 250;

export const small = requests({
  name: '1kb',
  title: `1 KB over TLS, ${connections} connections`,
  body: 'small',
  connections,
  sliceMs,
  contenders: [floor, carrier, httpProxy3, lean, everything, nginx, haproxy, portkey],
  bars: [
    ['everything', everything.name, floor.name],
    ['lean', lean.name, floor.name],
    ['portkey', portkey.name, everything.name],
    ['nginx', everything.name, nginx.name],
  ],
});

export const tagged = requests({
  name: 'tags',
  title: '1 KB with tags in the body, which are cut out on the way',
  body: 'tagged',
  connections,
  sliceMs,
  contenders: [floor, everything],
  bars: [['tags', everything.name, floor.name]],
});

export const image = requests({
  name: '1mb',
  title: '1 MB with an image in base64, 8 connections',
  body: 'image',
  connections: 8,
  sliceMs: 500,
  contenders: [floor, httpProxy3, everything, nginx, haproxy, portkey],
  bars: [['image', everything.name, floor.name]],
});

export const images = requests({
  name: '20mb',
  title: '20 MB with an image in base64, 4 connections',
  body: 'images',
  connections: 4,
  leastSeconds: 5,
  sliceMs: undefined,
  contenders: [floor, httpProxy3, everything, nginx, haproxy],
  bars: [],
});

interface RequestScenario {
  readonly name: string;
  readonly title: string;
  readonly body: keyof Bodies;
  readonly connections: number;
  /** Of one measurement, where few requests take long. */
  readonly leastSeconds?: number;
  /** Of a slice; undefined where requests take too long to be counted in slices. */
  readonly sliceMs: number | undefined;
  readonly contenders: readonly Contender[];
  /** Bar, proxy, and the proxy it is measured against. */
  readonly bars: readonly (readonly [BarName, string, string])[];
}

function requests(scenario: RequestScenario): Scenario {
  const { name, title, body, connections, leastSeconds = 0, sliceMs, contenders, bars } = scenario;
  return {
    name,
    title,
    async run(bench) {
      const { lab, options } = bench;
      const seconds = Math.max(leastSeconds, options.seconds);
      const load = { connections, seconds, bodyFile: lab.bodies[body] };
      const measure = (proxy: RunningProxy) => sampleRequests(lab, proxy, load);
      const figures =
        sliceMs === undefined
          ? await withProxies(bench, contenders, (proxies) => compare(bench, proxies, measure))
          : await compareAnew(bench, contenders, measure, (proxy) =>
              holdLoad(lab, proxy, { ...load, sliceMs }),
            );
      const reached = bars.flatMap(([bar, proxy, base]) => {
        const value = figures.ratio(proxy, base);
        return value === undefined ? [] : [{ bar, value }];
      });
      return { tables: [figures.table(title, 'request')], reached, notes: [] };
    },
  };
}
