import { endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName, ServedEndpoint } from '../../api/endpoints/index.ts';
import { askedEndpoints, endpointsByBackend } from '../../check/lints/backends.ts';
import { hostInUrl } from '../../config/derived/host-in-url.ts';
import { wildcardPrefix } from '../../config/derived/model-names.ts';
import { nodeAt, type Tree } from '../../config/text/tree.ts';
import type { BackendConfig } from '../../config/types/backends.ts';
import type { Config } from '../../config/types/gateway.ts';
import { namesModel, pathFor } from '../../lib/model-path.ts';

/**
 * A line for each backend and each endpoint that a deployment serves on it: the whole URL that requests go to, each where
 * they are several. What a variable or a file brought stays as it is written.
 */
export function urlLines(config: Config, trees: readonly Tree[]): readonly string[] {
  const used = endpointsByBackend(config);
  return [...config.backends.values()].flatMap((backend) => {
    const served = endpointsOf(config).names.filter((endpoint) => used.get(backend.name)?.has(endpoint));
    return served.flatMap((endpoint) => linesOf(config, backend, endpoint, trees));
  });
}

function linesOf(
  config: Config,
  backend: BackendConfig,
  endpoint: EndpointName,
  trees: readonly Tree[],
): readonly string[] {
  const { name, paths, streamPaths } = backend;
  const usual = endpointsOf(config).of(endpoint);
  const path = paths[endpoint]!;
  const what = `${name} ${endpoint}`;
  const line = (label: string, called: string, place: readonly string[]) => {
    const written = writtenAt(trees, ['backends', name, 'paths', ...place]);
    const all = written === undefined ? calledPaths(config, backend, endpoint, called) : [written];
    return all.map((one) => `${label}: ${urlOf(backend, usual, one, trees)}`);
  };
  const stream = streamPaths[endpoint];
  if (stream === undefined) return line(what, path, [endpoint]);
  return [
    ...line(what, path, [endpoint, 'whole']),
    ...line(`${what} (streams)`, stream, [endpoint, 'stream']),
  ];
}

/** A path with the name of each model that is reached by it; what takes the rest of an id stays as it stands there. */
function calledPaths(
  { models }: Config,
  { name }: BackendConfig,
  endpoint: EndpointName,
  path: string,
): readonly string[] {
  if (!namesModel(path)) return [path];
  const called = new Set<string>();
  for (const { deployments } of models.values()) {
    for (const deployment of deployments) {
      const { backend, upstreamModel } = deployment;
      if (backend !== name || !askedEndpoints(deployment).includes(endpoint)) continue;
      called.add(wildcardPrefix(upstreamModel) === undefined ? pathFor(path, upstreamModel) : path);
    }
  }
  return [...called];
}

function writtenAt(trees: readonly Tree[], path: readonly string[]): string | undefined {
  return trees.map((tree) => nodeAt(tree, path)?.expansion?.written).find(Boolean);
}

function urlOf(
  backend: BackendConfig,
  { name: endpoint, path: usualPath }: ServedEndpoint,
  ownPath: string,
  trees: readonly Tree[],
): string {
  const { name, address, query } = backend;
  if (address.kind === 'simulator') return 'built in';
  const pairs = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join('='));
  const parameters = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  const isReplaced = trees.some((tree) => nodeAt(tree, ['backends', name, 'paths', endpoint]) !== undefined);
  const base = writtenAt(trees, ['backends', name, 'url']);
  if (base !== undefined) {
    return isReplaced
      ? `${ownPath}${parameters} on the host of ${base}`
      : `${base} with ${usualPath}${parameters}`;
  }
  return `${address.protocol}//${hostInUrl(address)}${ownPath}${parameters}`;
}
