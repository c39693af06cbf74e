import { ObjectPaths } from '../api/endpoints/stored-objects/object-calls.ts';
import { IdSigner } from '../api/signed-ids/id-signer.ts';
import { ObjectIds } from '../api/signed-ids/object-ids.ts';
import type { Config } from '../config/types.ts';
import type { SettledIds } from '../limits/settled-object-ids.ts';
import type { BackgroundParts, ObjectParts } from '../pipeline/object-parts.ts';
import { BatchPrices } from '../routing/batch-prices.ts';
import { ObjectRoutes } from '../routing/object-routes.ts';
import { keptIdsKey } from './id-signing-key.ts';

/** What a configuration makes of the objects that backends keep; undefined where it knows of none. */
export function objectParts(config: Config, settled: SettledIds): ObjectParts | undefined {
  const { stateful, backends, state } = config;
  if (stateful === undefined) return undefined;
  const paths = new ObjectPaths(stateful.endpoints);
  const routes = new ObjectRoutes(stateful, backends);
  const hasBatches = stateful.endpoints.some((name) => name === 'batches' || name === 'message_batches');
  const batches = hasBatches ? { prices: new BatchPrices(config.models), settled } : undefined;
  const background = stateful.endpoints.includes('responses')
    ? { priceOf: pricesOf(config), settled }
    : undefined;
  if (stateful.ids === 'plain') return { paths, ids: undefined, routes, batches, background };
  const secret =
    stateful.secret === undefined ? keptIdsKey(state.dir) : Buffer.from(stateful.secret, 'base64');
  const previous = stateful.previous.map((one) => Buffer.from(one, 'base64'));
  const signer = new IdSigner({ secret, previous }, backends.values());
  return { paths, ids: new ObjectIds(stateful, signer), routes, batches, background };
}

function pricesOf({ models }: Config): BackgroundParts['priceOf'] {
  return (model, deployment) => models.get(model)?.deployments.find(({ name }) => name === deployment)?.price;
}
