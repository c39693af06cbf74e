import { pageOf, renderPage } from '../../api/anthropic-model-list.ts';
import { codexManifest } from '../../api/codex-manifest.ts';
import { renderModelList } from '../../api/model-list.ts';
import { modelLists } from '../../config/derived/allowed-models.ts';
import type { Key } from '../../keys/keyring.ts';
import type { ModelRoutes, RoutingTable } from '../../routing/routing-table.ts';
import { entryOf } from './model-entry.ts';

/** Bytes of all kept lists together. */
const maxKeptBytes = 16 * 1024 * 1024;

/**
 * The list of models that each key sees, rendered once for a version of the configuration. Keys with the same models
 * share a list.
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
    const list = renderModelList(this.#visibleTo(key).map(entryOf));
    this.#makeRoomFor(list);
    this.#byModels.set(may, list);
    return list;
  }

  /** A page of the list in the form of Anthropic's API. Throws `invalid_value` for a faulty query. */
  page(key: Key, query: string): Buffer {
    const page = pageOf(query);
    return renderPage(this.#visibleTo(key).map(entryOf), page);
  }

  /** Codex's list, for requests with its version: those of the key's models that the file describes to Codex. */
  codex(key: Key): Buffer {
    const told = this.#visibleTo(key).flatMap(({ model }) => {
      const { id, displayName, description, codex } = model;
      return codex === undefined ? [] : [{ id, displayName, description, codex }];
    });
    return Buffer.from(JSON.stringify(codexManifest(told)));
  }

  #visibleTo(key: Key): readonly ModelRoutes[] {
    return [...this.#routes.models.values()].filter(({ model }) => key.allowsModel(model.id));
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
