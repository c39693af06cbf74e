/**
 * True for text that matches a pattern. `*` matches any characters, also none, `/` and `:`; every other character
 * matches itself. Without backtracking: between the fixed ends, taking the first place where each piece fits leaves the
 * most room for those that follow, so no other choice has to be tried.
 */
export function compileGlob(pattern: string): (text: string) => boolean {
  // Most are a beginning; a large file has tens of thousands of them.
  if (pattern.endsWith('*') && pattern.indexOf('*') === pattern.length - 1) {
    const beginning = pattern.slice(0, -1);
    return (text) => text.startsWith(beginning);
  }
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined) return (text) => text === pattern;
  const middle = rest.filter((piece) => piece !== '');
  const shortest = head.length + tail.length;
  return (text) => {
    if (text.length < shortest || !text.startsWith(head) || !text.endsWith(tail)) return false;
    const end = text.length - tail.length;
    let from = head.length;
    for (const piece of middle) {
      const at = text.indexOf(piece, from);
      if (at < 0) return false;
      from = at + piece.length;
    }
    return from <= end;
  };
}

/** True if any of several patterns matches; the plain names among them cost one look-up together. */
export function compileGlobs(patterns: readonly string[]): (text: string) => boolean {
  const names = new Set(patterns.filter((pattern) => !pattern.includes('*')));
  const globs = patterns.filter((pattern) => pattern.includes('*')).map(compileGlob);
  return (text) => names.has(text) || globs.some((matches) => matches(text));
}

/**
 * A text that every one of several patterns matches; undefined where there is none. Exact: between the longest beginning and
 * the longest end that they ask for there may be anything, so also all that each wants in between.
 */
export function commonText(patterns: readonly string[]): string | undefined {
  return together(patterns, '');
}

/** A pattern within all of several: it has every common text that begins as theirs do; undefined where there is none. */
export function commonGlob(patterns: readonly string[]): string | undefined {
  return together(patterns, '*');
}

function together(patterns: readonly string[], between: string): string | undefined {
  const plain = patterns.find((pattern) => !pattern.includes('*'));
  if (plain !== undefined)
    return patterns.every((pattern) => compileGlob(pattern)(plain)) ? plain : undefined;
  const pieces = patterns.map((pattern) => pattern.split('*'));
  const head = longest(pieces.map((own) => own[0]!));
  const tail = longest(pieces.map((own) => own.at(-1)!));
  if (!pieces.every((own) => head.startsWith(own[0]!) && tail.endsWith(own.at(-1)!))) return undefined;
  return [head, ...pieces.flatMap((own) => own.slice(1, -1)), tail].join(between);
}

function longest(texts: readonly string[]): string {
  return texts.reduce((long, text) => (text.length > long.length ? text : long), '');
}

/** A pattern of each list, of which all match some text; undefined where there is no such text. */
export function commonChoice(lists: readonly (readonly string[])[]): readonly string[] | undefined {
  if (lists.some((list) => list.length === 0)) return undefined;
  const among = (
    chosen: readonly string[],
    [list, ...others]: readonly (readonly string[])[],
  ): readonly string[] | undefined => {
    if (list === undefined) return chosen;
    for (const pattern of list) {
      const all = [...chosen, pattern];
      const found = commonText(all) === undefined ? undefined : among(all, others);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return among([], lists);
}

/**
 * Every choice of a pattern of each list of which all match some text, each one `narrowest`.
 *
 * @param most So many choices at the most
 */
export function commonChoices(
  lists: readonly (readonly string[])[],
  most = Number.POSITIVE_INFINITY,
): readonly (readonly string[])[] {
  return lists.reduce<readonly (readonly string[])[]>(
    (chosen, list) => {
      const found = new Map<string, readonly string[]>();
      for (const before of chosen) {
        for (const pattern of list) {
          if (found.size >= most) break;
          const all = narrowest([...before, pattern]);
          if (commonText(all) !== undefined) found.set(all.toSorted().join('\n'), all);
        }
      }
      return [...found.values()];
    },
    [[]],
  );
}

/** Patterns that all have to match, without those that another one makes needless. */
export function narrowest(patterns: readonly string[]): readonly string[] {
  return patterns.reduce<readonly string[]>(
    (kept, pattern) =>
      kept.some((other) => covers(pattern, other))
        ? kept
        : [...kept.filter((other) => !covers(other, pattern)), pattern],
    [],
  );
}

/** True if a pattern matches all that another one matches. */
export function covers(wide: string, narrow: string): boolean {
  // Only a `*` of the wide pattern can match a `*` of the narrow one: as text it is like any other character.
  return compileGlob(wide)(narrow);
}
