import type { Dialect } from '../../api/dialects/dialect.ts';
import { dialectFor, targetDialect } from '../../api/dialects/index.ts';
import { type BuiltInName, perEndpoint, type ServedEndpoint } from '../../api/endpoints/index.ts';
import { targetWire, wireOf } from '../../api/wires/index.ts';
import type { Wire } from '../../api/wires/wire.ts';
import type { Translation } from '../../config/translation-settings.ts';
import type { BackendConfig } from '../../config/types/backends.ts';
import { namesModel, pathFor } from '../../lib/model-path.ts';
import { providerOf } from '../../observe/semantic-names.ts';

/**
 * How requests to an endpoint reach a backend. What a client is owed goes by the endpoint that it called; what is sent,
 * and how that is answered, goes by this. The credential is the backend's, the same on all of its routes.
 */
export interface Route {
  /** `gen_ai.provider.name` of whoever runs the backend. */
  readonly provider: string;
  /** What the backend speaks there. */
  readonly dialect: Dialect;
  /** The form that it wants messages in; undefined where that is the dialect's own. */
  readonly wire: Wire | undefined;
  /** A stream tells its usage only when it is asked to, and may be. */
  readonly asksForUsage: boolean;
  /** Complete request path; where `namesModel`, as the file has it, with `{model}` in it. */
  readonly path: string;
  /** The same for a stream, where that is asked for on a path of its own. */
  readonly streamPath: string | undefined;
  /** The same for requests that came to another path of the endpoint than its first. */
  readonly otherPaths: Readonly<Record<string, string>> | undefined;
  readonly namesModel: boolean;
  /** How what is sent there is translated; undefined where the backend has the endpoint itself. */
  readonly translation: Translation | undefined;
}

/** The routes of a backend to all endpoints that come with the gateway, made when it is. */
export function routesOf(backend: BackendConfig): Readonly<Record<BuiltInName, Route>> {
  return perEndpoint((endpoint) => routeTo(backend, endpoint));
}

/** How requests to an endpoint reach a backend. */
export function routeTo(backend: BackendConfig, endpoint: ServedEndpoint): Route {
  const { name, address, paths, streamPaths, otherPaths, usageInStreams } = backend;
  const dialect = dialectFor(endpoint);
  const path = paths[endpoint.name]!;
  return {
    provider: address.kind === 'url' ? providerOf(address.hostname, name) : name,
    dialect,
    wire: endpoint.model === undefined ? wireOf(backend, endpoint.name) : undefined,
    asksForUsage: usageInStreams === 'ask' && dialect.usageOnRequest,
    path,
    streamPath: streamPaths[endpoint.name],
    otherPaths: otherPaths[endpoint.name],
    namesModel: namesModel(path) || namesModel(streamPaths[endpoint.name] ?? ''),
    translation: undefined,
  };
}

/** How requests to an endpoint reach a deployment that serves it through another dialect. */
export function translatedRoute(backend: BackendConfig, translation: Translation): Route {
  const { name, address } = backend;
  const { to, path, streamPath } = translation;
  return {
    provider: address.kind === 'url' ? providerOf(address.hostname, name) : name,
    dialect: targetDialect(to),
    wire: targetWire(backend, to),
    asksForUsage: false, // what is said asks by itself
    path,
    streamPath,
    otherPaths: undefined,
    namesModel: namesModel(path) || namesModel(streamPath),
    translation,
  };
}

/** The route of a deployment whose model goes by a name. */
export function routeFor(route: Route, model: string): Route {
  if (!route.namesModel) return route;
  const { path, streamPath } = route;
  return {
    ...route,
    path: pathFor(path, model),
    streamPath: streamPath === undefined ? undefined : pathFor(streamPath, model),
    namesModel: false,
  };
}
