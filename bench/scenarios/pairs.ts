import { type HeldLoad, holdLoad, ratioInTurns } from '../measure/slices.ts';
import { type Spread, spreadOf } from '../measure/spread.ts';
import type { Contender, RunningProxy } from '../proxies/proxy.ts';
import type { Bench } from './scenario.ts';

/** Two processes of one build differ by more than what is looked for, so there are several of each. */
const pairs = 3;
const turnsPerRound = 12;

/** Given a number that tells processes of one way apart. */
type Way = (number: string) => Contender;

/** Two ways to run the gateway, several processes of each, in turns. */
export function inPairs(ways: readonly [Way, Way]): readonly Contender[] {
  const numbers = Array.from({ length: pairs }, (_, index) => ` (${index + 1})`);
  return numbers.flatMap((number) => ways.map((way) => way(number)));
}

export interface PairsOptions {
  readonly title: string;
  readonly connections: number;
  /** See `HeldLoadOptions.peers`. */
  readonly peersOf?: (proxy: RunningProxy) => readonly number[];
}

/** What the second way costs against the first, of proxies that `inPairs` named, round by round. */
export async function ratioOfPairs(
  { lab, options, say }: Bench,
  proxies: readonly RunningProxy[],
  { title, connections, peersOf }: PairsOptions,
): Promise<Spread> {
  const loads: HeldLoad[] = [];
  try {
    for (const proxy of proxies) {
      const peers = peersOf?.(proxy) ?? [];
      loads.push(await holdLoad(lab, proxy, { connections, bodyFile: lab.bodies.small, peers }));
    }
    const [first, second] = [0, 1].map((way) => loads.filter((_, index) => index % 2 === way));
    const ratios: number[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      ratios.push(await ratioInTurns(second!, first!, turnsPerRound));
      say(`  ${title}: ${ratios.at(-1)!.toFixed(3)}`);
    }
    return spreadOf(ratios);
  } finally {
    for (const load of loads) load.end();
  }
}
