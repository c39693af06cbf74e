import { compileGlob } from '../../lib/glob.ts';

/**
 * Globs whose ids every one of several lists allows. They need not have all such ids, but wherever there are some that
 * begin in a certain way, they have one that does.
 */
export function globsOfAll(lists: readonly (readonly string[])[]): readonly string[] {
  return lists.reduce<readonly string[]>(
    (globs, list) => [
      ...new Set(globs.flatMap((glob) => list.flatMap((other) => inBoth(glob, other) ?? []))),
    ],
    ['*'],
  );
}

/** What begins and ends as both want it, with all between that either wants; undefined where nothing matches both. */
function inBoth(one: string, other: string): string | undefined {
  if (!one.includes('*')) return compileGlob(other)(one) ? one : undefined;
  if (!other.includes('*')) return compileGlob(one)(other) ? other : undefined;
  const [a, b] = [one.split('*'), other.split('*')];
  const head = longer(a[0]!, b[0]!, (long, short) => long.startsWith(short));
  const tail = longer(a.at(-1)!, b.at(-1)!, (long, short) => long.endsWith(short));
  if (head === undefined || tail === undefined) return undefined;
  return [head, ...a.slice(1, -1), ...b.slice(1, -1), tail].join('*');
}

function longer(a: string, b: string, holds: (long: string, short: string) => boolean): string | undefined {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  return holds(long, short) ? long : undefined;
}
