import { styleText } from 'node:util';

export type Severity = 'error' | 'warning' | 'note';

/** One finding about a configuration, complete: it needs no file at hand to be shown. */
export interface Problem {
  /** Stable, such as `GW1301`; see `problemCatalog`. */
  readonly code: string;
  readonly severity: Severity;
  /** As to be shown: relative to the working directory when below it. */
  readonly file: string;
  /** Lines and columns count from 1; columns in UTF-16 units; the end is the first column after it. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** The place in the structure, such as `models.fast.deployments[1].backend`; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
  /** The way out. */
  readonly hint?: string;
  /**
   * The line with carets under the place, secrets masked; absent where there is no line to show. Made when it is asked
   * for, and no part of what is copied or written as JSON.
   */
  readonly frame?: string;
}

/** More would hide the first ones, which usually explain the rest. */
const shownAtMost = 50;

const colours = { error: 'red', warning: 'yellow', note: 'cyan' } as const;

/** Problems as `check`, `serve` and a reload print them: sorted, with frames, at most 50 and a count of the rest. */
export function formatProblems(
  problems: readonly Problem[],
  options: { readonly color?: boolean } = {},
): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    options.color ? `${styleText(style, text, { validateStream: false })}` : text;
  const shown = sortProblems(problems).slice(0, shownAtMost);
  const blocks = shown.map((problem) => {
    const where = paint('bold', `${problem.file}:${problem.line}:${problem.column}`);
    const what = problem.path === '' ? problem.message : `${problem.path}: ${problem.message}`;
    const lines = [
      `${where}  ${what}`,
      `  ${paint(colours[problem.severity], problem.severity)} ${problem.code}`,
    ];
    if (problem.frame !== undefined) lines.push(problem.frame);
    if (problem.hint !== undefined) lines.push(`  ${paint('green', 'help')}: ${problem.hint}`);
    return lines.join('\n');
  });
  const rest = problems.length - shown.length;
  if (rest > 0) blocks.push(`... and ${rest} more ${rest === 1 ? 'problem' : 'problems'}`);
  return blocks.join('\n\n');
}

const ranks = { error: 0, warning: 1, note: 2 } as const;

/** A copy in the order of the files, from top to bottom; at one place errors come first. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return [...problems].sort(
    (a, b) =>
      compareText(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      ranks[a.severity] - ranks[b.severity] ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
