import { parseArgs } from 'node:util';

/** The chosen measurements, and their length. */
export interface BenchOptions {
  /** Names of scenarios; empty for all. */
  readonly only: readonly string[];
  /** Compares this build with that of `bench/reference`, in place of all scenarios. */
  readonly ratchet: boolean;
  /** Write the block of the page on performance. */
  readonly page: boolean;
  readonly rounds: number;
  /** Of one measurement of one proxy. */
  readonly seconds: number;
  /** The commit whose build is measured beside this one, in place of all scenarios. */
  readonly against: string | undefined;
  /** With `against`: the median ratio above which the run fails. */
  readonly max: number | undefined;
}

export const usage = `npm run bench -- [options]
  --only SCENARIO     this scenario alone; can be repeated
  --ratchet           fails where this build is dearer than that of the commit in bench/reference,
                      or where requests leave garbage that grows old
  --against COMMIT    this build beside that of a commit, by slices in turns; --only names works
  --max RATIO         of --against: fails where a median ratio is above it
  --rounds N          rounds per scenario (7)
  --seconds S         of each measurement (3; against: 0.5)
  --page              write the figures into docs/performance.md
`;

/** Reads the command line. Throws an Error about what is not understood. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      ratchet: { type: 'boolean', default: false },
      page: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      against: { type: 'string' },
      max: { type: 'string' },
    },
  });
  return {
    only: values.only ?? [],
    ratchet: values.ratchet,
    page: values.page,
    rounds: positive('rounds', values.rounds ?? '7'),
    seconds: positive('seconds', values.seconds ?? (values.against !== undefined ? '0.5' : '3')),
    against: values.against,
    max: values.max === undefined ? undefined : positive('max', values.max),
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0, not "${text}"`);
  return value;
}
