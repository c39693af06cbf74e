import type { ObjectPaths } from '../api/endpoints/stored-objects/object-calls.ts';
import type { ObjectIds } from '../api/signed-ids/object-ids.ts';
import type { PriceConfig } from '../config/types.ts';
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
  /** Undefined where no responses are kept. */
  readonly background: BackgroundParts | undefined;
}

/** What it takes to settle responses in the background. */
export interface BackgroundParts {
  /** That of a deployment; undefined where it has none, and where the file has it no more. */
  readonly priceOf: (model: string, deployment: string) => PriceConfig | undefined;
  readonly settled: SettledIds;
}

/** What it takes to count batches. */
export interface BatchParts {
  readonly prices: BatchPrices;
  readonly settled: SettledIds;
}
