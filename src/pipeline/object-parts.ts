import type { ObjectPaths } from '../api/endpoints/stored-objects/object-calls.ts';
import type { ObjectIds } from '../api/signed-ids/object-ids.ts';
import type { SettledIds } from '../limits/settled-object-ids.ts';
import type { BatchPrices } from '../routing/batch-prices.ts';
import type { ObjectRoutes } from '../routing/object-routes.ts';

/** What the stages know of the objects that backends keep, where the configuration says so. */
export interface ObjectParts {
  readonly paths: ObjectPaths;
  /** Undefined where ids are what vendors make them. */
  readonly ids: ObjectIds | undefined;
  readonly routes: ObjectRoutes;
  /** Undefined where no batches are kept. */
  readonly batches: BatchParts | undefined;
}

/** What it takes to count batches. */
export interface BatchParts {
  readonly prices: BatchPrices;
  readonly settled: SettledIds;
}
