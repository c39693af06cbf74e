import { itemAt } from '../../api/endpoints/index.ts';
import { models } from '../../api/endpoints/models.ts';
import { renderModel } from '../../api/model-list.ts';
import { GatewayError } from '../../errors.ts';
import { routesOf } from '../../routing/routing-table.ts';
import type { Exchange } from '../exchange.ts';
import { entryOf } from '../model-entry.ts';
import { ModelLists } from '../model-lists.ts';
import { sendJson } from '../own-answer.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

/** Answers the model list and single models with what the key may use; other requests pass by. */
export function listModels({ routes, modelLists }: Parts): Stage {
  const lists = new ModelLists(routes);
  return function listModels(exchange, next) {
    return exchange.endpoint?.name === models.name ? answer(exchange) : next(exchange);
  };

  async function answer(exchange: Exchange): Promise<void> {
    const key = exchange.key!;
    const retryAfterMs = modelLists.waitMs(key.id) || (await modelLists.count(key.id));
    if (retryAfterMs > 0) {
      throw new GatewayError(
        'rate_limit_exceeded',
        `A key may ask for models ${modelLists.perSecond} times a second; keep what the list says.`,
        { retryAfterMs },
      );
    }
    const written = itemAt(models.path, exchange.path);
    if (written === '') return sendJson(exchange, 200, lists.of(key));
    const id = routes.models.has(written) ? written : decoded(written);
    const found = routesOf(routes, id);
    if (found === undefined || !key.allowsModel(id)) {
      throw new GatewayError(
        'model_not_found',
        'There is no such model; GET /v1/models lists those of your key.',
      );
    }
    sendJson(exchange, 200, renderModel({ ...entryOf(found), id }));
  }
}

/** Each escape decoded once; as it came where one is broken. */
function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
