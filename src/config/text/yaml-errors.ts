import type { YAMLParseError } from 'yaml';
import type { Report } from '../problem-report.ts';
import { fileShape, type Shape } from '../schema/generated/shape.generated.js';
import { meantReference, templateAt } from './reference-slips.ts';
import { lineText, positionAt, type Source } from './source.ts';
import { maxDepth } from './value-fault.ts';
import { dashAmongFields, indentHint, misplacedLine, tabHint, type Wording } from './yaml-indent.ts';

/** The parser's errors in an operator's words; one per line, since one slip often makes it stumble several times. */
export function wordSyntaxErrors(errors: readonly YAMLParseError[], source: Source, report: Report): void {
  const lines = new Set<number>();
  let isCut = false;
  const tab = errors.find(({ code }) => code === 'TAB_AS_INDENT');
  for (const error of errors) {
    const [start, end] = error.pos;
    const { line } = positionAt(source, start);
    // Behind a tab nothing is where the parser takes it to be.
    if (tab !== undefined && start > tab.pos[0]) continue;
    // An error without a position is a consequence of the error before it.
    const follows =
      lines.size > 0 && /in YAML stream|at node end/.test(error.message) && !opensReference(source, start);
    if (follows || lines.has(line) || (isCut && /flow|end with/i.test(error.message))) continue;
    isCut ||= spacelessAt(source, start) !== undefined || templateAt(source.text, start) !== undefined;
    lines.add(line);
    const { name, message, hint, at } = wordingOf(error, source);
    if (name === 'too_deep') {
      const at = tooDeepAt(source.text, start);
      report.inText(source, { start: at, end: at + 1 }, name, message, { hint });
      continue;
    }
    report.inText(source, at ?? { start, end: Math.max(end, start + 1) }, name, message, { hint });
  }
}

/** The parser stops wherever its stack ends; the bracket that goes beyond the levels we allow is a place to point at. */
function tooDeepAt(text: string, stoppedAt: number): number {
  const open: number[] = [];
  for (let at = 0; at < stoppedAt; at += 1) {
    const character = text[at];
    if (character === '[' || character === '{') open.push(at);
    else if (character === ']' || character === '}') open.pop();
  }
  return open[maxDepth] ?? stoppedAt;
}

function opensReference(source: Source, at: number): boolean {
  return at > 0 && source.text.startsWith('${', at - 1);
}

function wordingOf(error: YAMLParseError, source: Source): Wording {
  const [start] = error.pos;
  const template = templateAt(source.text, start);
  if (template !== undefined) return unfilledTemplate(template.text);
  const spaceless = spacelessAt(source, start);
  if (spaceless !== undefined) {
    const { field, rest } = spaceless;
    return {
      name: 'yaml_syntax',
      message: `a space is missing behind the colon of ${field}`,
      hint: rest !== '' ? `write ${field}: ${rest}` : `write \`${field}: \` and then the value`,
    };
  }
  if (opensReference(source, start)) {
    const written = /^\$\{[^}\n]*\}?/.exec(source.text.slice(start - 1))?.[0] ?? '${...}';
    const message = `inside { } and [ ] a value with \${...} needs quotes`;
    const at = { start: start - 1, end: start - 1 + written.length };
    // A reference without its closing brace takes the one of the map around it.
    const meant = `${written.replace(/\s*\}?$/, '')}}`;
    return { name: 'yaml_unquoted_reference', message, hint: `write "${meant}"`, at };
  }
  if (source.text[start] === '*' && error.code === 'BAD_ALIAS') return unquotedStar('*');
  switch (error.code) {
    case 'TAB_AS_INDENT':
      return { name: 'yaml_tab', message: 'a tab is used for indentation', hint: tabHint(source) };
    case 'MULTIPLE_DOCS':
      return {
        name: 'yaml_documents',
        message: 'the file holds more than one document',
        hint: 'a line of `---` or `...` begins another document; delete it',
      };
    case 'RESOURCE_EXHAUSTION':
      return { name: 'too_deep', message: 'the values are nested too deep' };
    case 'BLOCK_AS_IMPLICIT_KEY':
      return (
        misplacedLine(source, start) ?? {
          name: 'yaml_syntax',
          message: 'a value and another field are on one line, or the indentation is off',
          hint: 'a value that holds ": " needs quotes',
        }
      );
    case 'MULTILINE_IMPLICIT_KEY':
      return {
        name: 'yaml_syntax',
        message: `"${firstWord(source, start)}" is not followed by a colon`,
        hint: 'a field is written `name: value`',
      };
    case 'BAD_SCALAR_START':
      return {
        name: 'yaml_syntax',
        message: `a value that begins with ${source.text[start] ?? ''} needs quotes`,
      };
    case 'MISSING_CHAR':
      return { name: 'yaml_syntax', message: missing(error.message, firstWord(source, start)) };
    case 'BAD_INDENT':
      if (/\[|\]|\{|\}/.test(error.message)) return { name: 'yaml_syntax', message: missing(error.message) };
      return (
        dashAmongFields(source, start) ?? {
          name: 'yaml_syntax',
          message: 'the indentation does not fit the lines around it',
          hint: indentHint(source, positionAt(source, start).line),
        }
      );
    case 'BAD_DQ_ESCAPE':
      return {
        name: 'yaml_syntax',
        message: 'the text in double quotes holds an unknown escape',
        hint: 'write \\\\ for a backslash, or use single quotes',
      };
    default:
      return {
        name: 'yaml_syntax',
        message: `the text is not YAML: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`,
      };
  }
}

function missing(message: string, word = ''): string {
  if (/followed by map values/.test(message)) return `"${word}" is not followed by a colon and a value`;
  const bracket = /end with a? ?([\]}])/.exec(message)?.[1];
  if (bracket !== undefined) return `a closing ${bracket} is missing, or is too far to the left`;
  if (/closing ["']/.test(message)) return 'a closing quote is missing';
  if (/, or : between flow/.test(message)) return 'a comma or a colon is missing between two entries';
  return `something is missing: ${message.replace(/^Missing /, '')}`;
}

function firstWord(source: Source, at: number): string {
  const { line, column } = positionAt(source, at);
  return /^[\w-]+|^.{1,20}/.exec(lineText(source, line).slice(column - 1))?.[0].trim() ?? '';
}

/** `field:value` at or just before a place where the parser stumbled; its value as far as it is a reference. */
function spacelessAt(
  source: Source,
  at: number,
): { readonly field: string; readonly rest: string } | undefined {
  const { line, column } = positionAt(source, at);
  const text = lineText(source, line);
  for (const match of text.matchAll(/(?<![\w"'-])([A-Za-z_][\w-]*):(["'](?:\$\{[^}]*\}?)?[^"']*["'])/g)) {
    if (column - 1 < match.index || column - 1 > match.index + match[0].length) continue;
    const [, field = '', rest = ''] = match;
    if (!isField(fileShape, field)) continue; // text other than a field may be half of a secret
    return { field, rest: /^(["'])\$\{[^}]*\}\1$/.test(rest) ? rest : '' };
  }
  const [, field, rest] = /^\s*(?:- )?([A-Za-z_][\w-]*):([^\s"'{}[\]]\S*)\s*$/.exec(text) ?? [];
  if (field === undefined || rest === undefined || !isField(fileShape, field)) return undefined;
  return { field, rest: /^(?:\d{1,9}|true|false)$/.test(rest) ? rest : '' };
}

function isField({ fields = {}, each }: Shape, name: string): boolean {
  if (Object.hasOwn(fields, name) || (each !== undefined && isField(each, name))) return true;
  return Object.values(fields).some((field) => isField(field, name));
}

/** The message about an unfilled placeholder of a template. */
export function unfilledTemplate(written: string): Wording {
  return {
    name: 'bad_reference',
    message: 'no template ({{ }}) is filled in here',
    hint: `write "${meantReference(written) ?? '${NAME}'}"`,
  };
}

/** A glob that YAML takes for an alias. */
export function unquotedStar(written: string): Wording {
  return {
    name: 'yaml_unquoted_star',
    message: 'a value that begins with * needs quotes',
    hint: `write "${written}"`,
  };
}
