/** The gateway's own endpoints at a path. */
import { overlaps } from '../../../api/endpoints/declared-endpoints/path-overlap.ts';
import { allPaths, endpoints, ownEndpoints, pathsOf } from '../../../api/endpoints/index.ts';

/**
 * The path of what comes with the gateway and answers at a path, too; undefined where nothing does.
 *
 * @param givesWay The name of an endpoint that doesn't count
 */
export function builtInAt(path: string, givesWay?: string): string | undefined {
  const free = Object.values(endpoints).flatMap((each) => (each.name === givesWay ? pathsOf(each) : []));
  const operations = Object.values(endpoints).flatMap(({ path, operations = [] }) =>
    operations.map(({ below }) => path + below),
  );
  return [...allPaths.filter((each) => !free.includes(each)), ...operations].find((each) =>
    isShadowed(each, path),
  );
}

/** The gateway's own endpoints have items below them. */
function isShadowed(builtIn: string, path: string): boolean {
  const hasItems = ownEndpoints.some((one) => one.hasItems && one.path === builtIn);
  return overlaps(builtIn, path) || (hasItems && path.startsWith(`${builtIn}/`));
}
