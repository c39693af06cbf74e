import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lab } from '../lab.ts';
import { processesNamed, processTree } from '../measure/processes.ts';
import { sampleRequests } from '../measure/sample.ts';
import { holdLoad } from '../measure/slices.ts';
import { configFile, startGateway } from '../proxies/gateway.ts';
import type { RunningProxy } from '../proxies/proxy.ts';
import { compareAnew } from './compare.ts';
import { inPairs, rateOfPairs, ratioOfPairs, type Way } from './pairs.ts';
import type { Scenario } from './scenario.ts';

const connections = 100;
/** In a second a machine that is busy elsewhere does not get done with so many handshakes of a new process. */
const leastSeconds = 2;

function withWorkers(lab: Lab, name: string, count: number): Way {
  const file = join(lab.dir, `workers-${count}.yaml`);
  const text = readFileSync(configFile('everything'), 'utf8');
  writeFileSync(file, text.replace(/^workers: 1$/m, `workers: ${count}`));
  return {
    name,
    start: (itsName) => ({
      name: itsName,
      async start() {
        const proxy = await startGateway(lab, { name: itsName, file, cores: count });
        if (!hasRoom(lab)) spread(lab, proxy);
        return proxy;
      },
    }),
  };
}

const hasRoom = ({ cores }: Lab) => cores.available >= 4;

/** The cost of a second worker, and its gain if there are cores for it. */
export const workers: Scenario = {
  name: 'workers',
  title: `Two workers against one, 1 KB, ${connections} connections`,
  async run(bench) {
    const { lab, options } = bench;
    const ways = [withWorkers(lab, 'one worker', 1), withWorkers(lab, 'two workers', 2)] as const;
    const load = {
      connections,
      seconds: Math.max(leastSeconds, options.seconds),
      bodyFile: lab.bodies.small,
    };
    const figures = await compareAnew(
      bench,
      inPairs(ways),
      (proxy) => sampleRequests(lab, proxy, load),
      (proxy) => holdLoad(lab, proxy, { ...load, peers: hasRoom(lab) ? [] : workersOf(proxy) }),
    );
    const cost = { bar: 'workers', value: ratioOfPairs(figures, ways) } as const;
    const rate = { bar: 'workers_rate', value: rateOfPairs(figures, ways) } as const;
    return {
      tables: [figures.table(workers.title, 'request')],
      reached: hasRoom(lab) ? [cost, rate] : [cost],
      notes: hasRoom(lab) ? [] : [noRoom],
    };
  },
};

const noRoom = [
  'The gain in throughput needs four cores. With two, the second worker is on the core of load and backend, which push it',
  'out of the caches: the table has both workers, the ratio the first one, on a core of its own, and all that is no worker.',
].join('\n');

/** The gateway's own processes stay on the first core, and its first worker; another worker goes to the next core. */
function spread(lab: Lab, proxy: RunningProxy): void {
  const all = workersOf(proxy);
  for (const pid of processTree(proxy.pid)) if (!all.includes(pid)) lab.cores.spread([pid]);
  lab.cores.spread(all);
}

const workersOf = ({ pid }: RunningProxy) => processesNamed(pid, 'worker-main');
