import { didYouMean } from '../../lib/suggest.ts';
import type { ProblemName } from '../problem-codes.ts';
import type { Path } from '../text/tree.ts';
import { type Context, isAbsent, shown, wrong } from './context.ts';

/** Names of one kind that a file may refer to. */
export interface Known {
  readonly has: (name: string) => boolean;
  readonly names: () => Iterable<string>;
}

/** For names that could not be read: nothing is said about references to them. */
export const nothingSaid: Known = { has: () => true, names: () => [] };

/** Names that are the keys of a map. */
export function known(map: object): Known {
  return { has: (name) => Object.hasOwn(map, name), names: () => Object.keys(map) };
}

/** The same of one that is resolved, or of none. */
export function knownIn(map: ReadonlyMap<string, unknown> | undefined): Known {
  return { has: (name) => map?.has(name) === true, names: () => map?.keys() ?? [] };
}

/** Reports a name that nothing has; `noun` is what it should be the name of. */
export function checkReference(
  context: Context,
  path: Path,
  name: string,
  among: Known,
  problem: ProblemName,
  noun: string,
): boolean {
  if (isAbsent(context, path) || among.has(name)) return true;
  wrong(
    context,
    path,
    problem,
    `no ${noun} is named ${shown(context, path, name)}${didYouMean(name, among.names())}`,
  );
  return false;
}
