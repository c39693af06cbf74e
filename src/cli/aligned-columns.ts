/**
 * Rows as lines whose columns stand below one another. Names come from files and from clients; none of them may steer
 * the terminal.
 *
 * @param numbers The places of columns that stand at the right.
 */
export function aligned(
  rows: readonly (readonly string[])[],
  numbers: ReadonlySet<number>,
): readonly string[] {
  const [headings = []] = rows;
  const widths = headings.map((_, place) => Math.max(...rows.map((row) => row[place]!.length)));
  return rows.map((row) =>
    row
      .map((cell, place) =>
        numbers.has(place) ? cell.padStart(widths[place]!) : cell.padEnd(widths[place]!),
      )
      .join('  ')
      .replace(/\p{Cc}/gu, '?')
      .trimEnd(),
  );
}
