/** What is wrong with the indentation of a file that is not YAML, and which one would do. */
import type { ProblemName } from '../problem-codes.ts';
import { lineText, positionAt, type Source } from './source.ts';
import type { Span } from './tree.ts';

/** What is said of one error of the parser. */
export interface Wording {
  readonly name: ProblemName;
  readonly message: string;
  readonly hint?: string | undefined;
  /** Where it is, if not where the parser stumbled. */
  readonly at?: Span;
}

/** How to write a file whose indentation has tabs. */
export function tabHint(source: Source): string {
  const count = source.lineStarts.filter((_, index) =>
    /^ *\t[\t ]*\S/.test(lineText(source, index + 1)),
  ).length;
  return count > 1 ? `indent with spaces, in this line and ${count - 1} more` : 'indent with spaces';
}

/**
 * The wording for a value that goes on in the next line, which looks like a field of its own or an entry of a list;
 * undefined where it does not. `at` is in the value.
 */
export function misplacedLine(source: Source, at: number): Wording | undefined {
  const { line } = positionAt(source, at);
  const dash = dashAmongFields(source, at);
  if (dash !== undefined) return dash;
  const next = nextLine(source, line);
  const own = indentOf(lineText(source, line));
  if (next === undefined) return undefined;
  const text = lineText(source, next);
  if (indentOf(text) <= own || fieldOf(text) === undefined) return undefined;
  const above = fieldOf(lineText(source, line));
  return {
    name: 'yaml_syntax',
    message: `"${fieldOf(text)}" stands deeper than ${above === undefined ? 'the line above' : `"${above}"`}, which has a value already`,
    hint: indentHint(source, next),
    at: spanOf(source, next),
  };
}

/** The wording for an entry of a list among the fields of a map; undefined where the line is none. */
export function dashAmongFields(source: Source, at: number): Wording | undefined {
  const { line } = positionAt(source, at);
  const text = lineText(source, line);
  if (!/^\s*- /.test(text)) return undefined;
  const [, field, value] = /^\s*- (name|id|model|model_name): *["']?([\w./:@+-]+)["']?\s*$/.exec(text) ?? [];
  return {
    name: 'yaml_syntax',
    message: 'an entry of a list stands among the fields of a map',
    hint:
      value === undefined
        ? 'a map has names: write `NAME:` in place of the dash, with the fields below it'
        : `write \`${value}:\` in place of \`- ${field}: ${value}\`, with the fields below it`,
    at: spanOf(source, line),
  };
}

/** The indentation that fits a line best: that of the nearest field above, of those that it could stand beside. */
export function indentHint(source: Source, line: number): string | undefined {
  const own = indentOf(lineText(source, line));
  const above: { readonly indent: number; readonly field: string }[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let other = line - 1; other >= 1 && least > 0; other -= 1) {
    const text = lineText(source, other);
    const field = fieldOf(text);
    if (field === undefined || indentOf(text) >= least) continue;
    least = indentOf(text);
    above.push({ indent: least, field });
  }
  const [best] = above.sort(
    (a, b) => Math.abs(a.indent - own) - Math.abs(b.indent - own) || b.indent - a.indent,
  );
  if (best === undefined) return undefined;
  return `indent it by ${best.indent} spaces, as "${best.field}" above it`;
}

/** The name of the field that a line begins with. */
function fieldOf(line: string): string | undefined {
  return /^\s*(?:- )?([\w./@+-]+|"[^"]*"):(?:\s|$)/.exec(line)?.[1];
}

/** The next line with something in it. */
function nextLine(source: Source, line: number): number | undefined {
  for (let next = line + 1; next <= source.lineStarts.length; next += 1) {
    if (/^\s*[^\s#]/.test(lineText(source, next))) return next;
  }
  return undefined;
}

/** Where the text of a line begins and ends, without its indentation. */
function spanOf(source: Source, line: number): { readonly start: number; readonly end: number } {
  const start = source.lineStarts[line - 1] ?? 0;
  const text = lineText(source, line);
  return { start: start + indentOf(text), end: start + text.trimEnd().length };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
