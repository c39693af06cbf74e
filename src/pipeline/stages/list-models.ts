import { GatewayError } from '../../errors.ts';
import { type ModelEntry, renderModel, renderModelList } from '../../protocols/models.ts';
import { sendJson } from '../../server/answer.ts';
import type { Exchange } from '../../server/exchange.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

const prefix = '/v1/models/';

/** Answers the model list and single models with what the key may use; other requests pass by. */
export function listModels({ routes }: Parts): Stage {
  const entries = new Map<string, ModelEntry>();
  for (const { model, tags } of routes.models.values()) {
    entries.set(model.id, { id: model.id, created: model.created, ownedBy: model.ownedBy, tags });
  }

  return function listModels(exchange, next) {
    return exchange.endpoint === undefined ? answer(exchange) : next(exchange);
  };

  async function answer(exchange: Exchange): Promise<void> {
    const key = exchange.key!;
    if (exchange.path.length < prefix.length) {
      const visible = [...entries.values()].filter((entry) => key.allowsModel(entry.id));
      return sendJson(exchange, 200, renderModelList(visible));
    }
    const written = exchange.path.slice(prefix.length);
    const entry = entries.get(written) ?? entries.get(written.replace(/%2f/gi, '/'));
    if (entry === undefined || !key.allowsModel(entry.id)) {
      throw new GatewayError(
        'model_not_found',
        'There is no such model; GET /v1/models lists those of your key.',
      );
    }
    sendJson(exchange, 200, renderModel(entry));
  }
}
