/** Compares two configurations of the same gateway: what one costs more per request than the other. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lab } from '../lab.ts';
import { startGateway } from '../proxies/gateway.ts';
import { holdLoad, roundOfSlices, type SliceCost } from './slices.ts';
import { type Spread, spreadOf } from './spread.ts';

const slicesPerRound = 12;
const connections = 50;

/** A configuration, by a name that is the name of its file. */
export interface NamedConfig {
  readonly name: string;
  readonly text: string;
}

/** CPU per request in microseconds: how much one configuration takes beside what the other takes, over all rounds. */
export interface AddedCost {
  readonly added: Spread;
  /** Median of the configuration without what is measured. */
  readonly without: number;
}

/**
 * Starts both configurations in each round, in turns which is first: two processes of one build differ by as much as is
 * looked for, and what was started first is the warmer one. Answers for the worker alone and for all processes.
 */
export async function compareConfigs(
  lab: Lab,
  {
    on,
    off,
    rounds,
    bodyFile = lab.bodies.small,
    sliceMs,
  }: {
    readonly on: NamedConfig;
    readonly off: NamedConfig;
    readonly rounds: number;
    readonly bodyFile?: string;
    /** Longer than usual where few requests take long. */
    readonly sliceMs?: number;
  },
): Promise<ReadonlyMap<string, AddedCost>> {
  const added: SliceCost[] = [];
  const base: SliceCost[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [on, off] : [off, on];
    const first = await start(lab, order[0]!, bodyFile, sliceMs);
    const second = await start(lab, order[1]!, bodyFile, sliceMs);
    const [more, less] = order[0] === on ? [first, second] : [second, first];
    const sample = await roundOfSlices(more.load, less.load, slicesPerRound);
    added.push(sample.added);
    base.push(sample.base);
    await more.stop();
    await less.stop();
  }
  const costOf = (part: keyof SliceCost): AddedCost => ({
    added: spreadOf(added.map((cost) => cost[part])),
    without: spreadOf(base.map((cost) => cost[part])).median,
  });
  return new Map([
    ['the worker alone', costOf('busiest')],
    ['all processes', costOf('all')],
  ]);
}

async function start(lab: Lab, { name, text }: NamedConfig, bodyFile: string, sliceMs?: number) {
  const file = join(lab.dir, `${name}.yaml`);
  writeFileSync(file, text);
  const proxy = await startGateway(lab, { name, file });
  const load = await holdLoad(lab, proxy, {
    connections,
    bodyFile,
    ...(sliceMs !== undefined && { sliceMs }),
  });
  const stop = async () => {
    load.end();
    await proxy.stop();
  };
  return { load, stop };
}
