import type { Lab } from '../lab.ts';
import type { BenchOptions } from '../options.ts';
import type { Outcome } from '../report/outcome.ts';

/** The parts of a scenario. */
export interface Bench {
  readonly lab: Lab;
  readonly options: BenchOptions;
  /** Tells whoever waits what is going on. */
  readonly say: (text: string) => void;
}

/** One kind of work that proxies are put to. */
export interface Scenario {
  /** As `--only` knows it. */
  readonly name: string;
  readonly title: string;
  run(bench: Bench): Promise<Outcome>;
}
