/** What a request's path says of what is called. Paths are taken as they came: nothing decoded, nothing normalised. */
import type { Family } from './endpoint.ts';
import { type Endpoint, endpoints, ownEndpoints } from './index.ts';

const served = Object.values(endpoints);

const byPath: ReadonlyMap<string, Endpoint> = new Map(
  [...served, ...ownEndpoints].map((endpoint) => [endpoint.path, endpoint]),
);

const withItems = ownEndpoints.filter(({ hasItems }) => hasItems);

/** The endpoint at a path without its query; undefined where there is none. */
export function endpointAt(path: string): Endpoint | undefined {
  return byPath.get(path) ?? withItems.find((endpoint) => itemAt(endpoint.path, path) !== '');
}

/** What stands below an endpoint's path, as it was sent; empty for the endpoint itself, and for other paths. */
export function itemAt(endpointPath: string, path: string): string {
  return path.startsWith(`${endpointPath}/`) ? path.slice(endpointPath.length + 1) : '';
}

const anthropicPaths = served.filter(({ family }) => family === 'anthropic').map(({ path }) => path);

/** Whose errors a path is answered with: those below an endpoint of Anthropic's are too, also where nothing is. */
export function familyOfPath(path: string): Family {
  return anthropicPaths.some((root) => isUnder(root, path)) ? 'anthropic' : 'openai';
}

/** The paths at and below which `x-api-key` counts. */
export const apiKeyPaths: readonly string[] = [...anthropicPaths, ...ownEndpoints.map(({ path }) => path)];

/** Clients of Anthropic's family send `x-api-key`: to its endpoints, to the model list and to single models. */
export function takesApiKeyHeader(path: string): boolean {
  return apiKeyPaths.some((root) => isUnder(root, path));
}

/** `path` may have its query still. */
function isUnder(root: string, path: string): boolean {
  if (!path.startsWith(root)) return false;
  const next = path[root.length];
  return next === undefined || next === '/' || next === '?';
}
