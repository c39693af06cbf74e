/**
 * Two builds at the same work: slices of the same load on both by turns, pinned to one core. On a shared machine figures of
 * separate runs differ by more than what is looked for; ratios of neighbours do not.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Lab } from '../lab.ts';
import { rounds } from '../measure/rounds.ts';
import { startGateway } from '../proxies/gateway.ts';
import type { RunningProxy } from '../proxies/proxy.ts';
import type { CommitBuild } from './build-of-commit.ts';
import type { HeldWork, Work } from './works.ts';

export interface Slices {
  /** Of one slice. */
  readonly seconds: number;
  /**
   * Two processes of one program differ for as long as they run: so often both are started anew. The number is even: who is
   * started, warmed and measured first costs up to a tenth more, and it is each build by turns.
   */
  readonly starts: number;
  /** So many pairs of slices are taken after each start. */
  readonly pairsPerStart: number;
  /** Options of Node.js for this build alone. */
  readonly ownOptions?: readonly string[];
}

export interface Compared {
  readonly own: readonly number[];
  readonly its: readonly number[];
  /** Of each pair of neighbours. */
  readonly ratios: readonly number[];
}

/**
 * Costs of this build and of the other one at a work, in pairs of neighbouring slices.
 *
 * @throws Error where the other one has no such configuration
 */
export async function compared(
  lab: Lab,
  work: Work,
  other: CommitBuild,
  { seconds, starts, pairsPerStart, ownOptions = [] }: Slices,
): Promise<Compared> {
  const own: number[] = [];
  const its: number[] = [];
  // Both run what the older one knows.
  const file = join(other.folder, 'bench/configs', `${work.config}.yaml`);
  if (!existsSync(file)) throw new Error(`${other.commit} has no bench/configs/${work.config}.yaml`);
  const ours = { name: 'this build', file, program: lab.gateway, nodeOptions: ownOptions, costs: own };
  const theirs = { name: other.commit, file, program: other.program, costs: its };
  for (let start = 0; start < starts; start += 1) {
    const order = start % 2 === 0 ? [ours, theirs] : [theirs, ours];
    const proxies: RunningProxy[] = [];
    try {
      for (const each of order) proxies.push(await startGateway(lab, each));
      const samples = await slices(lab, work, proxies, { seconds, pairs: pairsPerStart });
      for (const [at, { costs }] of order.entries()) costs.push(...samples[at]!);
    } finally {
      await Promise.all(proxies.map((proxy) => proxy.stop()));
    }
  }
  return { own, its, ratios: own.map((cost, pair) => cost / its[pair]!) };
}

/** The costs of each proxy, in their order. */
async function slices(
  lab: Lab,
  work: Work,
  proxies: readonly RunningProxy[],
  { seconds, pairs }: { readonly seconds: number; readonly pairs: number },
): Promise<readonly (readonly number[])[]> {
  const held: HeldWork[] = [];
  try {
    for (const proxy of proxies) held.push(await work.hold(lab, proxy, seconds));
    const samples = await rounds(held, pairs, (one) => one.slice());
    return held.map((one) => samples.get(one)!);
  } finally {
    for (const one of held) one.end();
  }
}
