/** The endpoints whose objects backends keep, and what a request of each costs. */
import {
  type BuiltInName,
  type EndpointName,
  endpoints,
  keptEndpoints,
} from '../../../api/endpoints/index.ts';
import type { GatewayFile } from '../../schema/generated/file.generated.ts';
import type { StatefulConfig } from '../../types/state.ts';
import { type Context, wrong } from '../context.ts';
import { compilePrice } from '../prices/rates.ts';

export type KeptEndpoints = Pick<StatefulConfig, 'endpoints' | 'prices'>;

/** Undefined where nothing is known of such objects. */
export function resolveKept(context: Context, file: GatewayFile): KeptEndpoints | undefined {
  const prices = resolvePrices(context, file);
  if (!context.intact(['stateful']) || file.stateful.ids === 'off') return undefined;
  return { endpoints: keptEndpoints.filter((name) => isKept(name, file.stateful.endpoints)), prices };
}

/** `files` stands for uploads too. */
function isKept(name: BuiltInName, written: readonly string[]): boolean {
  const { grant } = endpoints[name];
  return written.includes(name) || (typeof grant === 'object' && written.includes(grant.with));
}

function resolvePrices(context: Context, file: GatewayFile): KeptEndpoints['prices'] {
  const prices: { -readonly [Name in EndpointName]?: KeptEndpoints['prices'][Name] } = {};
  for (const [written, { price, path: declared }] of Object.entries(file.endpoints)) {
    // An endpoint that the file declares has its price there.
    if (declared !== undefined) continue;
    const name = written as BuiltInName;
    const path = ['endpoints', name, 'price'];
    if (price === undefined || !context.intact(['endpoints', name]) || !context.intact(path)) continue;
    if (price.unknown_batch !== undefined && name !== 'batches') {
      wrong(context, [...path, 'unknown_batch'], 'bad_price', 'is of `batches` alone', {
        hint: 'take it out',
      });
    }
    if (endpoints[name]?.answeredBy === 'backends') prices[name] = compilePrice(price);
    else {
      const hint = 'write it to the deployments that serve it';
      wrong(context, path, 'bad_price', `${name} goes to deployments, which have prices of their own`, {
        hint,
      });
    }
  }
  for (const name of keptEndpoints) {
    const { grant } = endpoints[name];
    const owner = typeof grant === 'object' ? prices[grant.with as EndpointName] : undefined;
    if (owner !== undefined) prices[name] ??= owner;
  }
  return prices;
}
