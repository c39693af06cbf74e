import { ObjectPaths } from '../api/endpoints/stored-objects/object-calls.ts';
import { IdSigner } from '../api/signed-ids/id-signer.ts';
import { ObjectIds } from '../api/signed-ids/object-ids.ts';
import type { Config } from '../config/types/gateway.ts';
import type { SettledIds } from '../limits/settled-object-ids.ts';
import type { ObjectParts } from '../pipeline/object-parts.ts';
import type { BatchParts } from '../pipeline/settling/batch-parts.ts';
import { type SettlementParts, Settlements } from '../pipeline/settling/settlements.ts';
import type { StoredSizes } from '../pipeline/settling/stored-sizes.ts';
import { type PollingParts, UsagePolling } from '../pipeline/settling/usage-polling.ts';
import { idSecrets, keptIdsKey } from '../process/id-secrets.ts';
import { BatchPrices } from '../routing/batch-prices.ts';
import { ObjectRoutes } from '../routing/object-routes.ts';

/** The parts for objects that backends keep; undefined for a configuration without any. */
export function objectParts(
  config: Config,
  { settled, sizes }: { readonly settled: SettledIds; readonly sizes: StoredSizes },
  {
    store,
    log,
    nesting,
    ...more
  }: Pick<SettlementParts, 'store' | 'log'> &
    Pick<PollingParts, 'backends' | 'corrected'> &
    Pick<BatchParts, 'nesting'>,
): ObjectParts | undefined {
  const { stateful, backends } = config;
  if (stateful === undefined) return undefined;
  const paths = new ObjectPaths(stateful.endpoints);
  const routes = new ObjectRoutes(stateful, config);
  const hasBatches = stateful.endpoints.some((name) => name === 'batches' || name === 'message_batches');
  const secrets = idSecrets(config, keptIdsKey);
  const rules = { until: stateful.shortOwnersUntil };
  const ids = secrets && new ObjectIds(stateful, new IdSigner(secrets, backends.values(), rules));
  const vendorsId = (id: string) => ids?.vendorsId(id) ?? id;
  const batches = hasBatches
    ? {
        prices: new BatchPrices(config.models),
        settled,
        vendorsId,
        unknownNanoUsd: stateful.unknownBatchNanoUsd,
        nesting,
      }
    : undefined;
  const background = stateful.endpoints.includes('responses') ? { vendorsId, settled, sizes } : undefined;
  const settlements = new Settlements({ settled, priceOf: pricesOf(config), store, log });
  const polling = new UsagePolling({ settlements, settled, batches, log, ...more });
  return { paths, ids, routes, batches, background, settlements, polling };
}

function pricesOf({ models }: Config): SettlementParts['priceOf'] {
  return (model, deployment) => models.get(model)?.deployments.find(({ name }) => name === deployment)?.price;
}
