import type { ModelEntry } from '../../api/model-list.ts';
import type { ModelRoutes } from '../../routing/routing-table.ts';

/** A model in the client's view. */
export function entryOf({ model, tags }: ModelRoutes): ModelEntry {
  const { id, created, ownedBy, displayName, description } = model;
  return { id, created, ownedBy, displayName, description, tags };
}
