import type { Exchange } from '../exchange.ts';
import type { Stage } from '../stage.ts';

/** The stages of a configuration with guards; their code is loaded where a file names guards. */
export interface GuardStages {
  /** Shows requests to the guards that they have. */
  readonly inspect: Stage;
  /** Shows answers to them; undefined where no guard looks at answers. */
  readonly inspectAnswers: Stage | undefined;
  /** True if a guard looks at the answers to a client's requests. */
  looksAtAnswers(exchange: Exchange): boolean;
}

/** The stages where nothing is served. */
export const nobodyLooks: GuardStages = {
  inspect: (exchange, next) => next(exchange),
  inspectAnswers: (exchange, next) => next(exchange),
  looksAtAnswers: () => false,
};
