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
 * The way of an endpoint's requests to a backend. The called endpoint decides the form of the client's answer; this
 * decides the form of what is sent and of the backend's answer. The credential is the backend's, the same on all of its
 * routes.
 */
export interface Route {
  /** `gen_ai.provider.name` of the vendor that runs the backend. */
  readonly provider: string;
  /** The dialect of the backend there. */
  readonly dialect: Dialect;
  /** The form of messages; undefined for the dialect's own. */
  readonly wire: Wire | undefined;
  /** A stream reports its usage only if it is asked to, and may be asked. */
  readonly asksForUsage: boolean;
  /** The complete request path; with `namesModel`, as in the file, including `{model}`. */
  readonly path: string;
  /** The same for a stream, if streams have a path of their own. */
  readonly streamPath: string | undefined;
  /** The same for requests that came to another path of the endpoint than its first. */
  readonly otherPaths: Readonly<Record<string, string>> | undefined;
  readonly namesModel: boolean;
  /** The translation of requests there; undefined if the backend has the endpoint itself. */
  readonly translation: Translation | undefined;
}

/** The routes of a backend to all built-in endpoints, made together with the backend. */
export function routesOf(backend: BackendConfig): Readonly<Record<BuiltInName, Route>> {
  return perEndpoint((endpoint) => routeTo(backend, endpoint));
}

/** The way of an endpoint's requests to a backend. */
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

/** The way of an endpoint's requests to a deployment that serves them through another dialect. */
export function translatedRoute(backend: BackendConfig, translation: Translation): Route {
  const { name, address } = backend;
  const { to, path, streamPath } = translation;
  return {
    provider: address.kind === 'url' ? providerOf(address.hostname, name) : name,
    dialect: targetDialect(to),
    wire: targetWire(backend, to),
    asksForUsage: false, // the translated request asks by itself
    path,
    streamPath,
    otherPaths: undefined,
    namesModel: namesModel(path) || namesModel(streamPath),
    translation,
  };
}

/** The route of a deployment with its upstream model in the path. */
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
