import { renderModelList } from '../api/model-list.ts';
import { modelLists } from '../config/types.ts';
import type { Key } from '../keys/keyring.ts';
import type { ModelRoutes, RoutingTable } from '../routing/routing-table.ts';
import { entryOf } from './model-entry.ts';

/** Of lists that are kept, in all. */
const maxKeptBytes = 16 * 1024 * 1024;

/**
 * The list of models that each key sees, rendered once for a version of the configuration. Keys that may use the same
 * models share theirs.
 */
export class ModelLists {
  readonly #routes: RoutingTable;
  readonly #byModels = new Map<string, Buffer>();
  #keptBytes = 0;

  constructor(routes: RoutingTable) {
    this.#routes = routes;
  }

  of(key: Key): Buffer {
    const allowing = modelLists(key.config);
    const may = allowing.length === 0 ? '' : JSON.stringify(allowing);
    const known = this.#byModels.get(may);
    if (known !== undefined) return known;
    const visible: ModelRoutes[] = [];
    for (const routes of this.#routes.models.values()) {
      if (key.allowsModel(routes.model.id)) visible.push(routes);
    }
    const list = renderModelList(visible.map(entryOf));
    this.#makeRoomFor(list);
    this.#byModels.set(may, list);
    return list;
  }

  #makeRoomFor({ length }: Buffer): void {
    this.#keptBytes += length;
    for (const [may, list] of this.#byModels) {
      if (this.#keptBytes <= maxKeptBytes) return;
      this.#keptBytes -= list.length;
      this.#byModels.delete(may);
    }
  }
}
