/** `docs/reference/log.md`: every field of a request's line, every message, every field of usage. */
import { readdirSync, readFileSync } from 'node:fs';
import { countedUnits } from '../src/observe/units/index.ts';
import { outcomes } from '../src/routing/outcomes.ts';
import {
  attemptFields,
  type Message,
  messages,
  outcomeWords,
  requestFields,
  usageFields,
} from './log-words.ts';

const src = new URL('../src/', import.meta.url);

/** A place where the code writes to the log. */
export interface LogCall {
  /** Below `src`. */
  readonly file: string;
  /** Undefined where the code decides. */
  readonly level: string | undefined;
  /** The texts, with `…` for inserted values. */
  readonly says: readonly string[];
  /** The last argument, where it says something that does not stand there. */
  readonly unread: string | undefined;
}

const call = /\blog(?:ger)?\??(?:\.(trace|debug|info|warn|error|fatal)|\[\w[\w.]*\])\(/g;
const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

/** All of them. */
export function logCalls(): readonly LogCall[] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.generated.ts'),
  );
  return files.sort().flatMap((file) => {
    const text = readFileSync(new URL(file, src), 'utf8');
    return [...text.matchAll(call)].map((found) => {
      const said = lastArgument(text, found.index + found[0].length);
      // The other side of a comparison is not part of the text.
      const says = textsIn(said.replace(/=== '[^']*'/g, ''));
      const isWhole = says.length > 0 && !/: \w+$/.test(said);
      return { file, level: found[1], says, unread: isWhole ? undefined : said };
    });
  });
}

/** The texts that stand in a piece of code. */
export function textsIn(code: string): readonly string[] {
  return [...code.matchAll(literal)].map(([, single, double, template]) =>
    (single ?? double ?? (template ?? '').replace(/\$\{[^}]*\}/g, '…')).replaceAll("\\'", "'"),
  );
}

/** Of a call whose arguments begin there. */
function lastArgument(text: string, from: number): string {
  let depth = 1;
  let start = from;
  let at = from;
  for (; depth > 0; at += 1) {
    const sign = text[at]!;
    if (`'"\``.includes(sign)) at = endOfText(text, at);
    else if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    else if (sign === ',' && depth === 1 && text.slice(at + 1).trimStart()[0] !== ')') start = at + 1;
  }
  return text
    .slice(start, at - 1)
    .trim()
    .replace(/,$/, '');
}

function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== text[from]) at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** The page's text for each message, and its severity in the code. */
function levelOf({ says, level, spoken }: Message, calls: readonly LogCall[]): string {
  if (level !== undefined) return level;
  if (spoken !== undefined) return spoken.level;
  return [...new Set(calls.filter((each) => each.says.includes(says)).map((each) => each.level))].join(', ');
}

/** The words of `audit`, as the admin listener writes them. */
export function auditWords(): readonly string[] {
  const text = readFileSync(new URL('admin/audit.ts', src), 'utf8');
  return textsIn(/readonly what:([^;]*);/.exec(text)?.[1] ?? '');
}

/** Of a request's line, in order. */
export function accessLogFields(): readonly string[] {
  const text = readFileSync(new URL('pipeline/access-log.ts', src), 'utf8');
  const [line = ''] = /new LogLine[\s\S]*?\.end\(/.exec(text) ?? [];
  const written = [...line.matchAll(/\.(?:word|text|texts|number|json)\('(\w+)'|of countedUnits\)/g)].flatMap(
    ([, name]) => name ?? countedUnits.map((unit) => unit.name),
  );
  return ['level', 'time', ...written, 'msg'];
}

/** Of each attempt in it, in order. */
export function attemptLogFields(): readonly string[] {
  const text = readFileSync(new URL('pipeline/access-log.ts', src), 'utf8');
  const [written = ''] = /function attemptsWritten[\s\S]*/.exec(text) ?? [];
  return [...written.matchAll(/"(\w+)":/g)].map(([, name = '']) => name);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const fieldRows = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, about]) => [`\`${name}\``, about]);

const elsewhereWords = { yes: 'yes', once: 'once', same_again_free: 'on the same one again', no: 'no' };
const healthWords = { success: 'well', failure: 'failure', unjudged: 'nothing' };

/** As code, though code may stand in it. */
const quoted = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

/** The page without its head. */
export function logText(): string {
  const calls = logCalls();
  const outcomeRows = Object.entries(outcomes).map(([word, { elsewhere, health }]) => [
    `\`${word}\``,
    outcomeWords[word as keyof typeof outcomes],
    elsewhereWords[elsewhere],
    healthWords[health],
  ]);
  const sections = Object.entries(messages).map(([title, list]) => {
    const rows = list.map((message) => [quoted(message.says), levelOf(message, calls), message.about]);
    return `### ${title}\n\n${table(['message', 'level', 'details, and the remedy'], rows)}`;
  });
  return `One JSON object a line, on standard output or in \`log.file\`. Each has \`level\`, \`time\` (UTC) and \`msg\`; unknown
fields are left out. No line holds a body, a secret or a whole header. [The configuration](../configuration.md#log) sets the
lines; [Logs, metrics, traces and alerts](../monitoring.md) is the guide.

## A request

\`msg\` is \`request\`: one line for each, when it is over.

${table(['field', 'says'], fieldRows(requestFields))}

### Attempts

${table(['field of an attempt', 'says'], fieldRows(attemptFields))}

${table(['outcome', 'means', 'tried elsewhere', 'effect on its circuit'], outcomeRows)}

## Messages

\`…\` is a variable part. \`err\` has \`message\`, \`code\` and \`stack\`.

${sections.join('\n\n')}

## Actions of operators

\`msg\` is \`admin\`, at every level but \`silent\`. \`audit\` is the action, \`by\` the actor (a person, \`token\`, \`read_token\` or
\`nobody\`), with \`subject\` and \`session\` of a person, \`client\` the address, and the subject of the action: \`key\`, \`deployment\`, \`group\`, \`usd\`, \`outcome\` of a reload, \`reason\`.

\`audit\` is one of ${auditWords()
    .map((word) => `\`${word}\``)
    .join(', ')}.

## Usage

\`gateway usage export\` and \`GET /api/usage\` have these fields for each combination of the names in \`by\`; fields of other
names are empty. [What was spent](../money.md) describes a record.

${table(['field', 'says'], fieldRows(usageFields))}`;
}
