import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lab } from '../lab.ts';
import { processesNamed, processTree } from '../measure/processes.ts';
import { sampleRequests } from '../measure/sample.ts';
import { ratioOf } from '../measure/spread.ts';
import { configFile, startGateway } from '../proxies/gateway.ts';
import type { Contender, RunningProxy } from '../proxies/proxy.ts';
import { compare, withProxies } from './compare.ts';
import { inPairs, ratioOfPairs } from './pairs.ts';
import type { Bench, Scenario } from './scenario.ts';

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
      const hasRoom = lab.cores.available >= 4;
      if (!hasRoom) for (const proxy of proxies) spread(bench, proxy);
      const figures = await compare(bench, proxies, (proxy) => sampleRequests(lab, proxy, load));
      const cost = await ratioOfPairs(bench, proxies, {
        title: 'two workers against one',
        connections,
        ...(hasRoom ? {} : { peersOf: workersOf }),
      });
      const [alone, both] = proxies.map(({ name }) => figures.rate(name)!) as [number[], number[]];
      return {
        tables: [figures.table(workers.title, 'request')],
        reached: [
          { bar: 'workers', value: cost },
          ...(hasRoom ? [{ bar: 'workers_rate' as const, value: ratioOf(both, alone) }] : []),
        ],
        notes: hasRoom ? [] : [noRoom],
      };
    }),
};

const noRoom = [
  'The gain in throughput needs four cores. With two, the second worker is on the core of load and backend, which push it',
  'out of the caches: the table has both workers, the ratio the first one, on a core of its own, and all that is no worker.',
].join('\n');

/** The gateway's own processes stay on the first core, and its first worker; another worker goes to the next core. */
function spread({ lab }: Bench, proxy: RunningProxy): void {
  const all = workersOf(proxy);
  for (const pid of processTree(proxy.pid)) if (!all.includes(pid)) lab.cores.spread([pid]);
  lab.cores.spread(all);
}

const workersOf = ({ pid }: RunningProxy) => processesNamed(pid, 'worker-main');
