import { endpointByPath } from '../../api/endpoints/index.ts';
import { unknownPath } from '../../api/nearest-path.ts';
import { GatewayError } from '../../errors.ts';
import type { Stage } from '../stage.ts';

const modelsPath = '/v1/models';
const paths = [...endpointByPath.keys(), modelsPath];

/** Tells which endpoint is called. Paths are compared byte for byte: nothing is decoded or normalised. */
export function classify(): Stage {
  return function classify(exchange, next) {
    const { path, head, key } = exchange;
    const { method } = exchange.request;
    const isModels =
      path === modelsPath || (path.startsWith(`${modelsPath}/`) && path.length > modelsPath.length + 1);
    const endpoint = isModels ? undefined : endpointByPath.get(path);
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
    if (!isModels && endpoint === undefined) {
      throw new GatewayError('unknown_path', unknownPath(path, paths));
    }
    const allowed = isModels ? 'GET, HEAD' : 'POST';
    if (isModels ? method !== 'GET' && method !== 'HEAD' : method !== 'POST') {
      throw new GatewayError('method_not_allowed', `Use ${allowed} on this path.`, {
        headers: { allow: allowed },
        closeConnection: method === 'TRACE',
      });
    }
    if (endpoint !== undefined && !key!.allowsEndpoint(endpoint.name)) {
      throw new GatewayError('endpoint_not_allowed', `This key may not use ${endpoint.name}.`);
    }
    exchange.endpoint = endpoint;
    return next(exchange);
  };
}
