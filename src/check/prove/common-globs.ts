import { commonText, covers } from '../../lib/glob.ts';

/**
 * Globs whose ids every one of several lists allows. They need not have all such ids, but wherever there are some that
 * begin in a certain way, they have one that does.
 */
export function globsOfAll(lists: readonly (readonly string[])[]): readonly string[] {
  const choices = lists.reduce<readonly (readonly string[])[]>(
    (chosen, list) => distinct(chosen.flatMap((one) => list.flatMap((pattern) => narrowed(one, pattern)))),
    [[]],
  );
  return [...new Set(choices.map(globOf))];
}

/** A choice of patterns and one more, without those that ask for nothing of their own; none where no text matches all. */
function narrowed(chosen: readonly string[], pattern: string): readonly (readonly string[])[] {
  if (chosen.some((other) => covers(pattern, other))) return [chosen];
  const all = [...chosen.filter((other) => !covers(other, pattern)), pattern];
  return commonText(all) === undefined ? [] : [all];
}

function distinct(choices: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(choices.map((one) => [[...one].sort().join('\n'), one])).values()];
}

/** A glob within all of a choice: it begins and ends as each of them wants it, with all between that any wants. */
function globOf(chosen: readonly string[]): string {
  const plain = chosen.find((pattern) => !pattern.includes('*'));
  if (plain !== undefined) return plain;
  const pieces = chosen.map((pattern) => pattern.split('*'));
  const longest = (texts: readonly string[]) =>
    texts.reduce((long, text) => (text.length > long.length ? text : long), '');
  const head = longest(pieces.map((own) => own[0]!));
  const tail = longest(pieces.map((own) => own.at(-1)!));
  return [head, ...pieces.flatMap((own) => own.slice(1, -1)), tail].join('*');
}
