import { renderAnthropicModel } from '../../api/anthropic-model-list.ts';
import { itemAt } from '../../api/endpoints/index.ts';
import { models } from '../../api/endpoints/models.ts';
import { renderModel } from '../../api/model-list.ts';
import { GatewayError } from '../../errors.ts';
import type { Key } from '../../keys/keyring.ts';
import { routesOf } from '../../routing/routing-table.ts';
import { isAnthropicCall } from '../clients/client-family.ts';
import type { Exchange } from '../exchange.ts';
import { entryOf } from '../model-list/model-entry.ts';
import { ModelLists } from '../model-list/model-lists.ts';
import { sendJson } from '../own-answer.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

/** Codex sends its version, and takes no list but its own (`codex-api/src/endpoint/models.rs` of codex-rs). */
const codexVersion = /[?&]client_version=/;

/** Answers the model list and single models with those that the key may use; other requests pass. */
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
        `A key may ask for models ${modelLists.most} times a second; keep what the list says.`,
        { retryAfterMs },
      );
    }
    const written = itemAt(models.path, exchange.path);
    const isAnthropic = isAnthropicCall(exchange);
    if (written === '') return sendJson(exchange, 200, listFor(exchange, key, isAnthropic));
    const id = routes.models.has(written) ? written : decoded(written);
    const found = routesOf(routes, id);
    if (found === undefined || !key.allowsModel(id)) {
      throw new GatewayError(
        'model_not_found',
        'There is no such model; GET /v1/models lists those of your key.',
      );
    }
    const entry = { ...entryOf(found), id };
    sendJson(exchange, 200, isAnthropic ? renderAnthropicModel(entry) : renderModel(entry));
  }

  function listFor({ query }: Exchange, key: Key, isAnthropic: boolean): Buffer {
    if (isAnthropic) return lists.page(key, query);
    return codexVersion.test(query) ? lists.codex(key) : lists.of(key);
  }
}

/** Each escape decoded once; unchanged if one is broken. */
function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
