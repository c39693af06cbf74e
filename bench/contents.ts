/**
 * What keeping contents costs: `npm run build && npm run bench:contents`. The same gateway with `content_log` for its key
 * and without, in turns, for requests of 1 KB: of the worker alone, and with the process that keeps them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLab } from './lab.ts';
import { holdLoad, roundOfSlices, type SliceCost } from './measure/slices.ts';
import { spreadOf } from './measure/spread.ts';
import { configFile, startGateway } from './proxies/gateway.ts';

/** Two processes of one build differ by as much as is looked for, so each round has two of its own. */
const rounds = Number(process.argv[2] ?? 9);
const slicesPerRound = 12;
const connections = 50;
/** Microseconds more that are allowed. */
const bound = 30;

const lab = await openLab();
const without = readFileSync(configFile('everything'), 'utf8');
const kept = `${without}\ncontent_log: { file: ${JSON.stringify(join(lab.dir, 'contents'))}, keys: ["*"] }\n`;

async function start(name: string, text: string) {
  const file = join(lab.dir, `${name}.yaml`);
  writeFileSync(file, text);
  const proxy = await startGateway(lab, { name, file });
  const load = await holdLoad(lab, proxy, { connections, bodyFile: lab.bodies.small });
  const stop = async () => {
    load.end();
    await proxy.stop();
  };
  return { load, stop };
}

const added: SliceCost[] = [];
const base: SliceCost[] = [];
for (let round = 0; round < rounds; round += 1) {
  const isOnFirst = round % 2 === 0;
  const first = await (isOnFirst ? start('kept', kept) : start('unkept', without));
  const second = await (isOnFirst ? start('unkept', without) : start('kept', kept));
  const [on, off] = isOnFirst ? [first, second] : [second, first];
  const sample = await roundOfSlices(on.load, off.load, slicesPerRound);
  added.push(sample.added);
  base.push(sample.base);
  await on.stop();
  await off.stop();
}
for (const [part, name] of [
  ['busiest', 'the worker alone'],
  ['all', 'all processes'],
] as const) {
  const { median, min, max } = spreadOf(added.map((cost) => cost[part]));
  const unkept = spreadOf(base.map((cost) => cost[part])).median;
  process.stdout.write(
    `${name}: ${median.toFixed(1)} us of CPU more per request (${min.toFixed(1)} to ${max.toFixed(1)} over ${added.length} rounds), ` +
      `beside ${unkept.toFixed(0)} us without; at most ${bound} is allowed\n`,
  );
}
await lab.close();
