import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lab } from '../lab.ts';
import { sampleRequests } from '../measure/sample.ts';
import { ratioOf } from '../measure/spread.ts';
import { configFile, startGateway } from '../proxies/gateway.ts';
import type { Contender } from '../proxies/proxy.ts';
import { compare, withProxies } from './compare.ts';
import { inPairs, ratioOfPairs } from './pairs.ts';
import type { Scenario } from './scenario.ts';

const connections = 100;

function withWorkers(name: string, count: number): Contender {
  return { name, start: (lab) => startGateway(lab, { name, file: fileFor(lab, count), cores: count }) };
}

const one = (number: string) => withWorkers(`one worker${number}`, 1);
const two = (number: string) => withWorkers(`two workers${number}`, 2);

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
  title: `Two workers against one, 1 KB, ${connections} connections`,
  run: (bench) =>
    withProxies(bench, inPairs([one, two]), async (proxies) => {
      const { lab, options } = bench;
      const load = { connections, seconds: options.seconds, bodyFile: lab.bodies.small };
      const figures = await compare(bench, proxies, (proxy) => sampleRequests(lab, proxy, load));
      const cost = await ratioOfPairs(bench, proxies, { title: 'two workers against one', connections });
      const hasRoom = lab.cores.available >= 4;
      const [alone, both] = proxies.map(({ name }) => figures.rate(name)!) as [number[], number[]];
      return {
        tables: [figures.table(workers.title, 'request')],
        reached: [
          { bar: 'workers', value: cost },
          ...(hasRoom ? [{ bar: 'workers_rate' as const, value: ratioOf(both, alone) }] : []),
        ],
        notes: hasRoom
          ? []
          : ['The gain in throughput needs four cores; here the second worker shares with the load.'],
      };
    }),
};
