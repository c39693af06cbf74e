import { GatewayError } from '../../errors.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

/**
 * Takes up a request that waited while the configuration changed: the new one must have its key, whose present rights
 * apply.
 */
export function rejoin({ keys, limits, tools }: Pick<Parts, 'keys' | 'limits' | 'tools'>): Stage {
  return async function rejoin(exchange, next) {
    const key = keys.named(exchange.key!.id);
    if (key === undefined || !key.isActive(Date.now()))
      throw new GatewayError('invalid_api_key', 'The key of this request is no longer valid.');
    const { asked } = exchange;
    if (asked === undefined && !key.allowsEndpoint(exchange.served.name))
      throw new GatewayError('endpoint_not_allowed', `This key may no longer use ${exchange.served.name}.`);
    const counted = exchange.caller?.counted;
    exchange.key = key;
    exchange.limits = counted === undefined ? limits?.of(key.id) : limits?.ofCaller(key.id, counted);
    exchange.quota = exchange.limits?.seen;
    exchange.order = undefined;
    exchange.passage = undefined;
    exchange.endUser = undefined;
    if (asked === undefined) return next(exchange);
    if (tools?.isAt(exchange.path) === true) return tools.goOn(exchange);
    throw new GatewayError('unknown_path', 'Tools are no longer served here.');
  };
}
