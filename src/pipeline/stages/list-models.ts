import { type ModelEntry, renderModel, renderModelList } from '../../api/endpoints/model-list.ts';
import { GatewayError } from '../../errors.ts';
import type { ModelRoutes } from '../../routing/routing-table.ts';
import type { Exchange } from '../exchange.ts';
import { sendJson } from '../own-answer.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

const prefix = '/v1/models/';

/** Answers the model list and single models with what the key may use; other requests pass by. */
export function listModels({ routes }: Parts): Stage {
  return function listModels(exchange, next) {
    return exchange.endpoint === undefined ? answer(exchange) : next(exchange);
  };

  async function answer(exchange: Exchange): Promise<void> {
    const key = exchange.key!;
    if (exchange.path.length < prefix.length) {
      const visible = [...routes.models.values()].filter(({ model }) => key.allowsModel(model.id));
      return sendJson(exchange, 200, renderModelList(visible.map(entryOf)));
    }
    const written = exchange.path.slice(prefix.length);
    const found = routes.models.get(written) ?? routes.models.get(written.replace(/%2f/gi, '/'));
    if (found === undefined || !key.allowsModel(found.model.id)) {
      throw new GatewayError(
        'model_not_found',
        'There is no such model; GET /v1/models lists those of your key.',
      );
    }
    sendJson(exchange, 200, renderModel(entryOf(found)));
  }
}

function entryOf({ model: { id, created, ownedBy }, tags }: ModelRoutes): ModelEntry {
  return { id, created, ownedBy, tags };
}
