import { ratioOf, type Spread } from '../measure/spread.ts';
import type { Contender } from '../proxies/proxy.ts';
import type { Comparison } from './compare.ts';

/** Two processes of one build differ by more than what is looked for, so a round has several of each. */
const pairs = 3;

/** A way to run the gateway. Given a name that tells processes of one way apart. */
export interface Way {
  readonly name: string;
  start(name: string): Contender;
}

/** Two ways to run the gateway, several processes of each. */
export function inPairs(ways: readonly [Way, Way]): readonly Contender[] {
  const numbers = Array.from({ length: pairs }, (_, index) => index + 1);
  return numbers.flatMap((number) => ways.map((way) => way.start(nameOf(way, number))));
}

/**
 * The cost of the second way against the first, round by round: the processes of each that `inPairs` named, together.
 */
export function ratioOfPairs(figures: Comparison, [first, second]: readonly [Way, Way]): Spread {
  return ratioOf(together(second, figures.cpu), together(first, figures.cpu));
}

/** The work done a second, in the same way. */
export function rateOfPairs(figures: Comparison, [first, second]: readonly [Way, Way]): Spread {
  return ratioOf(together(second, figures.rate), together(first, figures.rate));
}

function together(way: Way, of: (name: string) => readonly number[] | undefined): readonly number[] {
  const each = Array.from({ length: pairs }, (_, index) => of(nameOf(way, index + 1))!);
  return each[0]!.map((_, round) => each.reduce((sum, values) => sum + values[round]!, 0));
}

const nameOf = ({ name }: Way, number: number) => `${name} (${number})`;
