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
import type { Work } from './works.ts';

export interface Slices {
  /** Of one slice. */
  readonly seconds: number;
  /** Two processes of one program differ for as long as they run: so often both are started anew, */
  readonly starts: number;
  /** and after each start so many pairs of slices are taken. */
  readonly pairsPerStart: number;
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
  { seconds, starts, pairsPerStart }: Slices,
): Promise<Compared> {
  const own: number[] = [];
  const its: number[] = [];
  // Both run what the older one knows.
  const file = join(other.folder, 'bench/configs', `${work.config}.yaml`);
  if (!existsSync(file)) throw new Error(`${other.commit} has no bench/configs/${work.config}.yaml`);
  for (let start = 0; start < starts; start += 1) {
    const ours = { name: 'this build', file, program: lab.gateway };
    const theirs = { name: other.commit, file, program: other.program };
    const proxies: RunningProxy[] = [];
    try {
      for (const each of start % 2 === 0 ? [ours, theirs] : [theirs, ours])
        proxies.push(await startGateway(lab, each));
      const [first, second] = start % 2 === 0 ? proxies : [...proxies].reverse();
      const samples = await slices(lab, work, [first!, second!], { seconds, pairs: pairsPerStart });
      own.push(...samples[0]);
      its.push(...samples[1]);
    } finally {
      await Promise.all(proxies.map((proxy) => proxy.stop()));
    }
  }
  return { own, its, ratios: own.map((cost, pair) => cost / its[pair]!) };
}

async function slices(
  lab: Lab,
  work: Work,
  [one, other]: readonly [RunningProxy, RunningProxy],
  { seconds, pairs }: { readonly seconds: number; readonly pairs: number },
): Promise<readonly [readonly number[], readonly number[]]> {
  const first = await work.hold(lab, one, seconds);
  const second = await work.hold(lab, other, seconds);
  try {
    const samples = await rounds([first, second], pairs, (held) => held.slice());
    return [samples.get(first)!, samples.get(second)!];
  } finally {
    first.end();
    second.end();
  }
}
