import type { ObjectPaths } from '../api/endpoints/stored-objects/object-calls.ts';
import type { ObjectIds } from '../api/signed-ids/object-ids.ts';
import type { SettledIds } from '../limits/settled-object-ids.ts';
import type { ObjectRoutes } from '../routing/object-routes.ts';
import type { BatchParts } from './settling/batch-parts.ts';
import type { Settlements } from './settling/settlements.ts';
import type { StoredSizes } from './settling/stored-sizes.ts';
import type { UsagePolling } from './settling/usage-polling.ts';

/** The stages' knowledge of the objects that backends keep, if the configuration allows any. */
export interface ObjectParts {
  readonly paths: ObjectPaths;
  /** Undefined if ids are passed as vendors make them. */
  readonly ids: ObjectIds | undefined;
  readonly routes: ObjectRoutes;
  /** Undefined if no batches are kept. */
  readonly batches: BatchParts | undefined;
  /** Undefined if no responses are kept. */
  readonly background: BackgroundParts | undefined;
  /** Corrects early counts once the usage of an object is known, */
  readonly settlements: Settlements;
  /** and asks backends for that usage. */
  readonly polling: UsagePolling;
}

/** The parts that settle background responses. */
export interface BackgroundParts {
  /** The backend's name of a response, by its id on the way to the client. */
  readonly vendorsId: (id: string) => string;
  readonly settled: SettledIds;
  /** The sizes of the turns that requests continue. */
  readonly sizes: StoredSizes;
}
