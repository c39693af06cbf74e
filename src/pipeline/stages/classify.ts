import type { DeclaredPath } from '../../api/endpoints/declared-endpoints/declared-paths.ts';
import { allPaths, type Endpoint, endpointAt } from '../../api/endpoints/index.ts';
import type { ObjectPath } from '../../api/endpoints/stored-objects/object-calls.ts';
import { unknownPath } from '../../api/nearest-path.ts';
import { GatewayError } from '../../errors.ts';
import { isAnthropicCall } from '../clients/client-family.ts';
import { enterCloud } from '../clients/cloud-client.ts';
import type { Exchange } from '../exchange.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

/** Finds the called endpoint. Paths are compared byte for byte: nothing is decoded or normalised. */
export function classify({
  objects,
  declared,
  endpoints,
}: Pick<Parts, 'objects' | 'declared' | 'endpoints'>): Stage {
  const others = [...(objects?.paths.paths ?? []), ...(declared?.paths.paths ?? [])];
  const paths = others.length === 0 ? allPaths : [...new Set([...allPaths, ...others])];
  return function classify(exchange, next) {
    const { path } = exchange;
    const own = declared === undefined ? undefined : declared.paths.at(path);
    const endpoint = own === undefined ? (builtInAt(path) ?? atCloud(exchange)) : declaredCall(exchange, own);
    const object = endpoint === undefined ? objects?.paths.at(path) : undefined;
    if (endpoint === undefined && object === undefined) {
      throw new GatewayError('unknown_path', unknownPath(path, paths));
    }
    const called =
      own === undefined && endpoint !== undefined
        ? usualCall(exchange, endpoint)
        : (endpoint ?? callOf(exchange, object!));
    if (called.answeredBy !== 'gateway' && !exchange.key!.allowsEndpoint(called.name)) {
      throw new GatewayError('endpoint_not_allowed', `This key may not use ${called.name}.`);
    }
    exchange.endpoint = called;
    return next(exchange);
  };

  /** The built-in endpoint, unless the configuration declares one of its own in its place. */
  function builtInAt(path: string): Endpoint | undefined {
    const endpoint = endpointAt(path);
    if (declared === undefined || endpoint === undefined || endpoint.answeredBy === 'gateway')
      return endpoint;
    return endpoints.of(endpoint.name) === endpoint ? endpoint : undefined;
  }

  /** The endpoint that a cloud's clients call at its address. */
  function atCloud(exchange: Exchange): Endpoint | undefined {
    const address = endpoints.cloudAddressAt(exchange.path);
    if (address === undefined) return undefined;
    enterCloud(exchange, address);
    return endpoints.of(address.endpoint);
  }

  function callOf(exchange: Exchange, { byMethod: usual, forAnthropic, ids }: ObjectPath): Endpoint {
    const { method } = exchange.request;
    const byMethod = forAnthropic.size > 0 && isAnthropicCall(exchange) ? forAnthropic : usual;
    if (byMethod.size === 0) {
      throw new GatewayError(
        'unknown_path',
        `${exchange.path} is there for clients of Anthropic's alone: send the header \`anthropic-version\`.`,
      );
    }
    const { objectsOwner } = exchange.key!.config;
    // A list of everybody's objects is only for a client that has the account to itself.
    const open = [...byMethod].filter(
      ([, { name, call }]) =>
        call.listsAll !== true || objects!.routes.listing(name, objectsOwner).length > 0,
    );
    const called = open.find(([open]) => open === method)?.[1];
    if (called === undefined)
      throw notAllowed(
        method,
        open.map(([open]) => open),
      );
    exchange.objectIds = ids;
    return called;
  }
}

function declaredCall(exchange: Exchange, { endpoints, ids, model }: DeclaredPath): Endpoint {
  const { method } = exchange.request;
  const called = endpoints.find(({ methods }) => methods.includes(method ?? ''));
  if (called === undefined)
    throw notAllowed(
      method,
      endpoints.flatMap(({ methods }) => methods),
    );
  exchange.objectIds = ids;
  exchange.pathModel = model;
  return called;
}

function usualCall({ request: { method }, client }: Exchange, endpoint: Endpoint): Endpoint {
  if (endpoint.methods.includes(method ?? '')) return endpoint;
  // A turn of a session has a body, whatever method opened its session.
  if (client.carrier !== undefined) return endpoint;
  throw notAllowed(method, endpoint.methods);
}

function notAllowed(method: string | undefined, methods: readonly string[]): GatewayError {
  const allowed = methods.join(', ');
  return new GatewayError('method_not_allowed', `Use ${allowed} on this path.`, {
    headers: { allow: allowed },
    closeConnection: method === 'TRACE',
  });
}
