/**
 * Compares the cost of a request with that of the build in `bench/reference`: it may fall and not rise. A work without
 * a rise is tried once, and one with an apparent rise up to five times: a disturbance of the machine passes, a dearer
 * request does not.
 */
import { readFileSync } from 'node:fs';
import type { Lab } from '../lab.ts';
import { buildOfCommit, type CommitBuild } from './build-of-commit.ts';
import { compared } from './compared.ts';
import { type MedianInterval, medianInterval } from './median-interval.ts';
import { usualWorks, type Work } from './works.ts';

/** A try of one work takes some forty seconds. */
const slices = { seconds: 0.4, starts: 2, pairsPerStart: 10 };
const mostTries = 5;
/** So many failed tries are no accident. On a machine where others are busy one try of six fails without a reason. */
const failedTries = 3;
/** A try has failed whose median is above it. */
const mostOfTry = 1.05;
/** A ratio of one is hard to tell from this on such machines. */
const noDearer = 1.02;

/** Ratios of neighbouring slices, by try. */
export type Tries = readonly (readonly number[])[];

/**
 * Judges what was tried so far: it is dearer where three of five tries have failed, and all of them together leave no doubt
 * that the ratio is above that of a build which is no dearer.
 */
export function judged(tries: Tries): 'good' | 'dearer' | 'try again' {
  const failed = tries.filter((ratios) => medianInterval(ratios).median > mostOfTry).length;
  if (failed === 0) return 'good';
  if (failed >= failedTries && medianInterval(tries.flat()).from > noDearer) return 'dearer';
  const good = tries.length - failed;
  return tries.length < mostTries && good <= mostTries - failedTries ? 'try again' : 'good';
}

/**
 * Measures the usual works and prints a line for each try.
 *
 * @returns Whether none is dearer
 * @throws Error where the reference is not in this clone, or can't be built
 */
export async function holdsRatchet(lab: Lab, say: (text: string) => void): Promise<boolean> {
  const reference = buildOfCommit(referenceCommit(), say);
  const dearer: string[] = [];
  for (const work of usualWorks) {
    if (!(await isHeld(lab, work, reference))) dearer.push(work.name);
  }
  if (dearer.length === 0) return true;
  const only = dearer.map((name) => ` --only ${name}`).join('');
  const command = `npm run bench -- --against ${reference.commit}${only}`;
  say(`bench: dearer than bench/reference: ${dearer.join(', ')}; look with \`${command}\``);
  return false;
}

/**
 * Tries one work until it is judged. Whether it is no dearer.
 *
 * @param ownOptions Options of Node.js for this build alone
 */
export async function isHeld(
  lab: Lab,
  work: Work,
  reference: CommitBuild,
  ownOptions: readonly string[] = [],
): Promise<boolean> {
  const tries: (readonly number[])[] = [];
  for (;;) {
    const { ratios } = await compared(lab, work, reference, { ...slices, ownOptions });
    tries.push(ratios);
    const verdict = judged(tries);
    process.stdout.write(`${work.name}: ${told(medianInterval(ratios))}, ${work.title}: ${verdict}\n`);
    if (tries.length > 1)
      process.stdout.write(`${work.name}: ${told(medianInterval(tries.flat()))} in all\n`);
    if (verdict !== 'try again') return verdict === 'good';
  }
}

function referenceCommit(): string {
  return readFileSync(new URL('../reference', import.meta.url), 'utf8').trim();
}

function told({ median, from, to }: MedianInterval): string {
  return `${median.toFixed(3)} x (95 %: ${from.toFixed(3)} to ${to.toFixed(3)})`;
}
