import { type EndpointName, endpointNames } from '../api/endpoints/index.ts';
import { standardPaths } from '../config/backend-url.ts';
import type { BackendConfig, GroupConfig, KeyConfig, WireConfig } from '../config/types.ts';
import { ownPathsOf, wirePaths } from '../config/wire-paths.ts';
import { writtenAuth } from './written-auth.ts';

/** A backend in the fields of the file: its URL in one piece, and only the paths that are not the usual ones. */
export function writtenBackend(backend: BackendConfig): object {
  const {
    address,
    paths,
    streamPaths,
    otherPaths: _followFromTheUrl,
    wire,
    credential,
    countsHops: _followsFromTheUrl,
    ...rest
  } = backend;
  const others = { ...rest, ...writtenWire(wire), credential: credential && writtenAuth(credential) };
  if (address.kind === 'simulator') return { ...others, simulator: address, paths: {} };
  const base = basePath(backend);
  const usual = wirePaths(wire, base);
  const isOwn = (endpoint: EndpointName) =>
    paths[endpoint] !== usual.paths[endpoint] || streamPaths[endpoint] !== usual.streamPaths[endpoint];
  const written = (endpoint: EndpointName) => {
    const [whole, stream] = [paths[endpoint], streamPaths[endpoint]];
    return stream === undefined ? whole : { whole, stream };
  };
  return {
    ...others,
    url: `${address.protocol}//${address.hostname}:${address.port}${base}`,
    paths: Object.fromEntries(
      endpointNames.filter(isOwn).map((endpoint) => [endpoint, written(endpoint)] as const),
    ),
  };
}

/** What is said of a wire stands under its name, and a project and a location beside it. */
function writtenWire(wire: WireConfig | undefined): object {
  if (wire === undefined) return { wire: 'standard' };
  const { kind, ...said } = wire;
  if (!('project' in said)) return { wire: { [kind]: said } };
  const { project, location, ...others } = said;
  return { wire: { [kind]: others }, project, location };
}

/** What stands before the usual paths: what most of them have there, since each can be replaced. */
function basePath({ paths, wire }: BackendConfig): string {
  const counts = new Map<string, number>();
  const ofTheWire = wire === undefined ? {} : ownPathsOf(wire, '').paths;
  for (const endpoint of endpointNames) {
    const path = paths[endpoint];
    if (ofTheWire[endpoint] !== undefined || !path.endsWith(standardPaths[endpoint])) continue;
    const base = path.slice(0, -standardPaths[endpoint].length);
    counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

/** A key in the fields of the file: what a rule says is told of the rule, and not of each key that names it. */
export function writtenKey({ groups, groupModels: _ofTheGroups, ...key }: KeyConfig): object {
  const written = { ...key, group: groups[0] };
  return key.rule === undefined ? written : withoutRule(written);
}

/** A group in the fields of the file, in the same way. */
export function writtenGroup(group: GroupConfig): object {
  return group.rule === undefined ? group : withoutRule(group);
}

function withoutRule<Held extends Pick<KeyConfig, 'limits'>>(held: Held): Omit<Held, 'limits'> {
  const { limits: _ofTheRule, ...own } = held;
  return own;
}
