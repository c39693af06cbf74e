import type { SettledIds } from '../../limits/settled-object-ids.ts';
import type { BatchPrices } from '../../routing/batch-prices.ts';
import type { NestingRules } from '../../routing/nested-models.ts';

/** What it takes to count batches. */
export interface BatchParts {
  readonly prices: BatchPrices;
  readonly settled: SettledIds;
  /** What the backend calls a batch, by its id on the way to the client. */
  readonly vendorsId: (id: string) => string;
  /** What a batch is taken to cost of which nothing is known, in billionths of a US dollar. */
  readonly unknownNanoUsd: number;
  /** What decides on models that take part in messages beside their own. */
  readonly nesting: NestingRules;
}
