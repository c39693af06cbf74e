import { didYouMean } from '../../lib/suggest.ts';
import type { ProblemName } from '../problem-codes.ts';
import type { Path } from '../text/tree.ts';
import { type Context, isAbsent, shown, wrong } from './context.ts';

/** Names of one kind that a file may refer to. */
export interface Known {
  readonly has: (name: string) => boolean;
  readonly names: () => Iterable<string>;
}

/** Names that are the keys of a map. */
export function known(map: object): Known {
  return { has: (name) => Object.hasOwn(map, name), names: () => Object.keys(map) };
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

/** Names are compared exactly; two that differ only in case are one name to whoever reads them in a log. */
export function checkCase(
  context: Context,
  path: Path,
  names: Iterable<string>,
  seen = new Map<string, string>(),
): void {
  for (const name of names) {
    const folded = name.toLowerCase();
    const other = seen.get(folded);
    if (other === undefined) seen.set(folded, name);
    else if (other !== name) {
      context.report.atKey(
        context.tree,
        [...path, name],
        'names_differ_in_case',
        `"${name}" and "${other}" differ only in case`,
      );
    }
  }
}
