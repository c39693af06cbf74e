import type { ModelEntry } from '../api/model-list.ts';
import type { ModelRoutes } from '../routing/routing-table.ts';

/** A model as clients see it. */
export function entryOf({ model: { id, created, ownedBy }, tags }: ModelRoutes): ModelEntry {
  return { id, created, ownedBy, tags };
}
