import type { ObjectPaths } from '../api/endpoints/stored-objects/object-calls.ts';
import type { ObjectIds } from '../api/signed-ids/object-ids.ts';
import type { SettledIds } from '../limits/settled-object-ids.ts';
import type { ObjectRoutes } from '../routing/object-routes.ts';
import type { BatchParts } from './settling/batch-parts.ts';
import type { Settlements } from './settling/settlements.ts';
import type { StoredSizes } from './settling/stored-sizes.ts';
import type { UsagePolling } from './settling/usage-polling.ts';

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
  /** What corrects that which was counted before anybody knew what an object used, */
  readonly settlements: Settlements;
  /** and asks backends for it. */
  readonly polling: UsagePolling;
}

/** What it takes to settle responses in the background. */
export interface BackgroundParts {
  /** What the backend calls a response, by its id on the way to the client. */
  readonly vendorsId: (id: string) => string;
  readonly settled: SettledIds;
  /** How long the turns are that requests go on from. */
  readonly sizes: StoredSizes;
}
