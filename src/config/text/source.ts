/** The text of one file the operator wrote, and where its lines begin. */
export interface Source {
  /** Absolute; `-` for standard input. */
  readonly path: string;
  /** As messages name it. */
  readonly shown: string;
  /** Without a byte order mark. */
  readonly text: string;
  /** Offset of the first character of every line. */
  readonly lineStarts: readonly number[];
}

export function source(path: string, shown: string, text: string): Source {
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return { path, shown, text, lineStarts };
}

/** Line and column of an offset, both from 1. */
export function positionAt(source: Source, offset: number): { line: number; column: number } {
  const { lineStarts } = source;
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
}

/** The text of a line (from 1), without its line break. */
export function lineText(source: Source, line: number): string {
  const start = source.lineStarts[line - 1] ?? source.text.length;
  const end = source.lineStarts[line] ?? source.text.length + 1;
  return source.text.slice(start, end - 1).replace(/\r$/, '');
}
