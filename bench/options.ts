import { parseArgs } from 'node:util';

/** What to measure, and how long. */
export interface BenchOptions {
  /** Names of scenarios; empty for all. */
  readonly only: readonly string[];
  /** Floor and gateway alone, compared with the recorded ratios. */
  readonly quick: boolean;
  /** Write the block of the page on performance. */
  readonly page: boolean;
  /** Record the ratios of a quick run in `baseline.json` instead of comparing with them. */
  readonly record: boolean;
  /** How much worse than recorded a ratio of a quick run may be, as a share: 0.15. */
  readonly tolerance: number;
  readonly rounds: number;
  /** Of one measurement of one proxy. */
  readonly seconds: number;
  /** The `bin/gateway.js` of a second build, measured beside the first. */
  readonly against: string | undefined;
}

export const usage = `npm run bench -- [options]
  --only SCENARIO     this scenario alone; can be repeated
  --quick             floor and gateway side by side in under a minute; fails where a ratio got worse
  --tolerance SHARE   of --quick: how much worse than recorded is a failure (0.15)
  --record            of --quick: record the ratios in bench/baseline.json
  --against FILE      measure a second build too, by its dist/bin/gateway.js
  --rounds N          rounds per scenario (7; quick: 5)
  --seconds S         of each measurement (3; quick: 1.5)
  --page              write the figures into docs/performance.md
`;

/** Reads the command line. Throws an Error about what is not understood. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      quick: { type: 'boolean', default: false },
      page: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      tolerance: { type: 'string', default: '0.15' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      against: { type: 'string' },
    },
  });
  const { quick } = values;
  return {
    only: values.only ?? [],
    quick,
    page: values.page,
    record: values.record,
    tolerance: positive('tolerance', values.tolerance),
    rounds: positive('rounds', values.rounds ?? (quick ? '5' : '7')),
    seconds: positive('seconds', values.seconds ?? (quick ? '1.5' : '3')),
    against: values.against,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0, not "${text}"`);
  return value;
}
