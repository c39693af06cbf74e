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

/** True if a pattern matches all that another one matches. */
export function covers(wide: string, narrow: string): boolean {
  // Only a `*` of the wide pattern can match a `*` of the narrow one: as text it is like any other character.
  return compileGlob(wide)(narrow);
}
