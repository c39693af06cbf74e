import { endpointNames } from '../../api/endpoints/index.ts';
import { endpointsByBackend } from '../../check/lints/backends.ts';
import { standardPaths } from '../../config/backend-url.ts';
import { nodeAt, type Tree } from '../../config/text/tree.ts';
import type { BackendConfig, Config } from '../../config/types.ts';

/**
 * A line for each backend and each endpoint that a deployment serves on it: the whole URL that requests go to. What a
 * variable or a file brought stays as it is written.
 */
export function urlLines(config: Config, trees: readonly Tree[]): readonly string[] {
  const used = endpointsByBackend(config);
  return [...config.backends.values()].flatMap((backend) => {
    const served = endpointNames.filter((endpoint) => used.get(backend.name)?.has(endpoint));
    return served.map((endpoint) => `${backend.name} ${endpoint}: ${urlOf(backend, endpoint, trees)}`);
  });
}

function urlOf(
  backend: BackendConfig,
  endpoint: keyof BackendConfig['paths'],
  trees: readonly Tree[],
): string {
  const { name, address, paths, query } = backend;
  if (address.kind === 'simulator') return 'built in';
  const written = (path: readonly string[]) =>
    trees.map((tree) => nodeAt(tree, ['backends', name, ...path])?.expansion?.written).find(Boolean);
  const pairs = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join('='));
  const parameters = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  const ownPath = written(['paths', endpoint]) ?? paths[endpoint];
  const isReplaced = trees.some((tree) => nodeAt(tree, ['backends', name, 'paths', endpoint]) !== undefined);
  const base = written(['url']);
  if (base !== undefined) {
    return isReplaced
      ? `${ownPath}${parameters} on the host of ${base}`
      : `${base} with ${standardPaths[endpoint]}${parameters}`;
  }
  const bracketed = address.hostname.includes(':') ? `[${address.hostname}]` : address.hostname;
  const usual = address.protocol === 'https:' ? 443 : 80;
  const host = address.port === usual ? bracketed : `${bracketed}:${address.port}`;
  return `${address.protocol}//${host}${ownPath}${parameters}`;
}
