import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lab } from '../lab.ts';
import { sampleRequests } from '../measure/sample.ts';
import { holdLoad } from '../measure/slices.ts';
import { ratioOf } from '../measure/spread.ts';
import { configFile, startGateway } from '../proxies/gateway.ts';
import type { Contender, RunningProxy } from '../proxies/proxy.ts';
import { compare, withProxies } from './compare.ts';
import type { Scenario } from './scenario.ts';

/** Of a load that is held, on a proxy that is warm. */
const warmUpMs = 1000;

function withWorkers(count: number): Contender {
  const name = count === 1 ? 'one worker' : `${count} workers`;
  return { name, start: (lab) => startGateway(lab, { name, file: fileFor(lab, count), cores: count }) };
}

function fileFor({ dir }: Lab, count: number): string {
  const file = join(dir, `workers-${count}.yaml`);
  writeFileSync(
    file,
    readFileSync(configFile('everything'), 'utf8').replace(/^workers: 1$/m, `workers: ${count}`),
  );
  return file;
}

/** What a second worker costs, and where there are cores for it, what it brings. */
export const workers: Scenario = {
  name: 'workers',
  title: 'Two workers against one, 1 KB, 100 connections',
  run: (bench) =>
    withProxies(bench, [withWorkers(1), withWorkers(2)], async (proxies) => {
      const { lab, options } = bench;
      const load = { connections: 100, seconds: options.seconds, bodyFile: lab.bodies.small };
      const rates = new Map<string, number[]>(proxies.map(({ name }) => [name, []]));
      const measure = async (proxy: RunningProxy) => {
        const sample = await sampleRequests(lab, proxy, load);
        rates.get(proxy.name)!.push(sample.perSecond);
        return sample;
      };
      const hold = (proxy: RunningProxy) => holdLoad(lab, proxy, { ...load, warmUpMs });
      const figures = await compare(bench, proxies, measure, hold);
      const [one, two] = proxies.map(({ name }) => rates.get(name)!.slice(-options.rounds)) as [
        number[],
        number[],
      ];
      const hasRoom = lab.cores.available >= 4;
      return {
        tables: [figures.table(workers.title, 'request')],
        reached: [
          { bar: 'workers', value: figures.ratio('2 workers', 'one worker')! },
          ...(hasRoom ? [{ bar: 'workers_rate' as const, value: ratioOf(two, one) }] : []),
        ],
        notes: hasRoom
          ? []
          : ['The gain in throughput needs four cores; here the second worker shares with the load.'],
      };
    }),
};
