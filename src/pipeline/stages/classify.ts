import { allPaths, endpointAt } from '../../api/endpoints/index.ts';
import { unknownPath } from '../../api/nearest-path.ts';
import { GatewayError } from '../../errors.ts';
import type { Stage } from '../stage.ts';

/** Tells which endpoint is called. Paths are compared byte for byte: nothing is decoded or normalised. */
export function classify(): Stage {
  return function classify(exchange, next) {
    const { path, head, key } = exchange;
    const { method } = exchange.request;
    const endpoint = endpointAt(path);
    if (head.upgrade !== undefined) {
      throw new GatewayError(
        'upgrade_refused',
        'This gateway does not upgrade connections; send a plain request.',
        {
          headers: { upgrade: 'HTTP/1.1' },
          closeConnection: true,
        },
      );
    }
    if (endpoint === undefined) {
      throw new GatewayError('unknown_path', unknownPath(path, allPaths));
    }
    if (!endpoint.methods.includes(method ?? '')) {
      const allowed = endpoint.methods.join(', ');
      throw new GatewayError('method_not_allowed', `Use ${allowed} on this path.`, {
        headers: { allow: allowed },
        closeConnection: method === 'TRACE',
      });
    }
    if (endpoint.answeredBy === 'deployments' && !key!.allowsEndpoint(endpoint.name)) {
      throw new GatewayError('endpoint_not_allowed', `This key may not use ${endpoint.name}.`);
    }
    exchange.endpoint = endpoint;
    return next(exchange);
  };
}
