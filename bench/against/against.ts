/** Measures the cost of this build beside that of another commit. */
import type { Lab } from '../lab.ts';
import { spreadOf } from '../measure/spread.ts';
import { buildOfCommit } from './build-of-commit.ts';
import { compared } from './compared.ts';
import { type MedianInterval, medianInterval } from './median-interval.ts';
import { usualWorks, type Work, works } from './works.ts';

const starts = 4;
const pairsPerStart = 6;
/** A ratio of one is hard to tell from this on such machines. */
const noDearer = 1.02;

export interface AgainstOptions {
  readonly commit: string;
  /** Names of works; the usual ones where there is none. */
  readonly only: readonly string[];
  /** Of one slice. */
  readonly seconds: number;
  /** The median ratio above which it has failed. */
  readonly max: number | undefined;
}

/**
 * Measures and prints a line for each work.
 *
 * @returns Whether no median is above `max`
 * @throws Error where a work or commit is not known
 */
export async function compareWith(
  lab: Lab,
  { commit, only, seconds, max }: AgainstOptions,
  say: (text: string) => void,
): Promise<boolean> {
  const chosen = only.length === 0 ? usualWorks : only.map(workNamed);
  const other = buildOfCommit(commit, say);
  let isGood = true;
  for (const work of chosen) {
    const { own, its, ratios } = await compared(lab, work, other, { seconds, starts, pairsPerStart });
    const ratio = medianInterval(ratios);
    isGood &&= max === undefined || ratio.median <= max;
    process.stdout.write(`${lineOf(work, spreadOf(own).median, spreadOf(its).median, ratio)}\n`);
  }
  return isGood;
}

function workNamed(name: string): Work {
  const work = works.find((one) => one.name === name);
  if (work !== undefined) return work;
  throw new Error(`there is no work ${name}; there are ${works.map((one) => one.name).join(', ')}`);
}

function lineOf(
  { name, title }: Work,
  own: number,
  its: number,
  { median, from, to }: MedianInterval,
): string {
  const figures = `${own.toFixed(1)} us against ${its.toFixed(1)}`;
  const interval = `${median.toFixed(3)} x (95 %: ${from.toFixed(3)} to ${to.toFixed(3)})`;
  const verdict = from <= noDearer ? 'no dearer' : 'DEARER';
  return `${name}: ${interval}, ${figures}, ${title}: ${verdict}`;
}
