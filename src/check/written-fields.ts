import { endpointNames } from '../api/endpoints/index.ts';
import { standardPaths } from '../config/backend-url.ts';
import type { BackendConfig, KeyConfig } from '../config/types.ts';

/** A backend in the fields of the file: its URL in one piece, and only the paths that are not the usual ones. */
export function writtenBackend(backend: BackendConfig): object {
  const { address, paths, countsHops: _followsFromTheUrl, ...others } = backend;
  if (address.kind === 'simulator') return { ...others, simulator: address, paths: {} };
  const base = basePath(paths);
  const own = endpointNames.filter((endpoint) => paths[endpoint] !== base + standardPaths[endpoint]);
  const url = `${address.protocol}//${address.hostname}:${address.port}${base}`;
  return {
    ...others,
    url,
    paths: Object.fromEntries(own.map((endpoint) => [endpoint, paths[endpoint]])),
  };
}

/** What stands before the usual paths: what most of them have there, since each can be replaced. */
function basePath(paths: BackendConfig['paths']): string {
  const counts = new Map<string, number>();
  for (const endpoint of endpointNames) {
    const path = paths[endpoint];
    if (!path.endsWith(standardPaths[endpoint])) continue;
    const base = path.slice(0, -standardPaths[endpoint].length);
    counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

/** A key in the fields of the file: what a rule says is told of the rule, and not of each key that names it. */
export function writtenKey(key: KeyConfig): object {
  if (key.rule === undefined) return key;
  const { limits: _ofTheRule, ...own } = key;
  return own;
}
