/** Finds the fault in the indentation of a file that is not YAML, and the right indentation. */
import type { ProblemName } from '../problem-codes.ts';
import { lineText, positionAt, type Source } from './source.ts';
import type { Span } from './tree.ts';

/** The wording for one error of the parser. */
export interface Wording {
  readonly name: ProblemName;
  readonly message: string;
  readonly hint?: string | undefined;
  /** The position, if it differs from the parser's. */
  readonly at?: Span;
}

/** The hint for a file whose indentation has tabs. */
export function tabHint(source: Source): string {
  const count = source.lineStarts.filter((_, index) =>
    /^ *\t[\t ]*\S/.test(lineText(source, index + 1)),
  ).length;
  return count > 1 ? `indent with spaces, in this line and ${count - 1} more` : 'indent with spaces';
}

/**
 * The wording for a value that goes on in the next line, which looks like a field of its own or an entry of a list, or
 * that has a colon in it; undefined where it does neither. `at` is in the value.
 */
export function misplacedLine(source: Source, at: number): Wording | undefined {
  const { line } = positionAt(source, at);
  const colon = colonInValue(source, line);
  if (colon !== undefined) return colon;
  const next = nextLine(source, line);
  const own = columnOf(lineText(source, line));
  const text = next === undefined ? '' : lineText(source, next);
  if (next === undefined || columnOf(text) <= own || fieldOf(text) === undefined)
    return dashAmongFields(source, at);
  const above = fieldOf(lineText(source, line));
  return {
    name: 'yaml_syntax',
    message: `"${fieldOf(text)}" is indented deeper than ${above === undefined ? 'the line above' : `"${above}"`}, which already has a value`,
    hint: indentHint(source, next),
    at: spanOf(source, next),
  };
}

/** Fields whose value nobody keeps secret. */
const shown = /^(?:name|note|owner|description)$/;

/** The wording for `name: EU: stays`; undefined where a line has nothing of the kind. */
function colonInValue(source: Source, line: number): Wording | undefined {
  const text = lineText(source, line);
  const [, before = '', field, value] =
    /^(\s*(?:- +)*([\w./@+-]+): +)([^\s"'{}[\]#|>&*!%@`][^#"]*?:\s[^#"]*?)\s*(?:\s#.*)?$/.exec(text) ?? [];
  if (field === undefined || value === undefined) return undefined;
  const start = (source.lineStarts[line - 1] ?? 0) + before.length;
  return {
    name: 'yaml_syntax',
    message: `the value of "${field}" has a colon and a space in it, and no quotes around it`,
    hint: shown.test(field) ? `write ${field}: "${value}"` : `put all that follows \`${field}: \` in quotes`,
    at: { start, end: start + value.length },
  };
}

/** The wording for an entry of a list among the fields of a map; undefined where the line is none. */
export function dashAmongFields(source: Source, at: number): Wording | undefined {
  const { line } = positionAt(source, at);
  const text = lineText(source, line);
  if (!/^\s*- /.test(text)) return undefined;
  const [, field, value] = /^\s*- (name|id|model|model_name): *["']?([\w./:@+-]+)["']?\s*$/.exec(text) ?? [];
  const [, name] = /^\s*- ([\w./@+-]+):\s*(?:#.*)?$/.exec(text) ?? [];
  return {
    name: 'yaml_syntax',
    message: 'an entry of a list is among the fields of a map',
    hint:
      name !== undefined
        ? `write \`${name}:\` without the dash, with its fields deeper below it`
        : value === undefined
          ? 'a map has names: write `NAME:` in place of the dash, with the fields below it'
          : `write \`${value}:\` in place of \`- ${field}: ${value}\`, with the fields below it`,
    at: spanOf(source, line),
  };
}

/** The indentation that fits a line best: that of the nearest field above, of those that it could stand beside. */
export function indentHint(source: Source, line: number): string | undefined {
  const text = lineText(source, line);
  const own = columnOf(text);
  const next = nextLine(source, line);
  // A line with fields of its own below it has a smaller indentation than they.
  const below = next === undefined ? 0 : columnOf(lineText(source, next));
  const most = /:\s*(?:#.*)?$/.test(text) && below > own ? below - 1 : Number.POSITIVE_INFINITY;
  const above: { readonly indent: number; readonly field: string }[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let other = line - 1; other >= 1 && least > 0; other -= 1) {
    const before = lineText(source, other);
    const field = fieldOf(before);
    if (field === undefined || columnOf(before) >= least) continue;
    least = columnOf(before);
    if (least <= most) above.push({ indent: least, field });
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

/** The text of a line without its indentation. */
function spanOf(source: Source, line: number): { readonly start: number; readonly end: number } {
  const start = source.lineStarts[line - 1] ?? 0;
  const text = lineText(source, line);
  return { start: start + indentOf(text), end: start + text.trimEnd().length };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The column of a line's first field: behind the dash of a list's entry. */
function columnOf(line: string): number {
  return /^\s*(?:- +)*/.exec(line)?.[0].length ?? 0;
}
