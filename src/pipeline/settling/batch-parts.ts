import type { SettledIds } from '../../limits/settled-object-ids.ts';
import type { BatchPrices } from '../../routing/batch-prices.ts';
import type { NestingRules } from '../../routing/nested-models.ts';

/** The parts that count batches. */
export interface BatchParts {
  readonly prices: BatchPrices;
  readonly settled: SettledIds;
  /** The backend's name of a batch, by its id on the way to the client. */
  readonly vendorsId: (id: string) => string;
  /** The assumed cost of an unknown batch, in billionths of a US dollar. */
  readonly unknownNanoUsd: number;
  /** Decides on models that take part in messages beside their own. */
  readonly nesting: NestingRules;
}
