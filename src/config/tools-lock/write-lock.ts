/**
 * Writes `tools.lock`: YAML with a line for each value, so that a diff shows what changed; texts of several lines stand as
 * such. The same content gives the same text.
 */
import { isList, sortedMembers, type WrittenJson } from '../../lib/json/written-json.ts';
import { type LockEntry, lockedKinds, type ToolsLock, toolsLockVersion } from './tools-lock.ts';

const header = [
  '# What servers of tools offer: written by `gateway tools lock`, and reviewed before it is merged.',
  '# A server with `pin: lock` offers what stands here, unchanged, and nothing else.',
];

/** So long a list of plain values stands in one line at most. */
const mostInLine = 80;

export function lockText(lock: ToolsLock): string {
  const servers = sortedMembers(lock).map(([name, entries]) => {
    const parts = new Map<string, WrittenJson>();
    if (entries.instructions !== undefined) parts.set('instructions', entryOf(entries.instructions));
    for (const kind of lockedKinds) {
      if (entries[kind].size === 0) continue;
      parts.set(kind, new Map(sortedMembers(entries[kind]).map(([key, entry]) => [key, entryOf(entry)])));
    }
    return [name, parts] as const;
  });
  const lines = [...header, `version: ${toolsLockVersion}`];
  member('servers', new Map<string, WrittenJson>(servers), 0, lines);
  lines.push('');
  return lines.join('\n');
}

function entryOf({ sha256, whole }: LockEntry): WrittenJson {
  return new Map<string, WrittenJson>([
    ['sha256', JSON.stringify(sha256)],
    ['whole', ordered(whole)],
  ]);
}

/** The same with all names in order. */
function ordered(value: WrittenJson): WrittenJson {
  if (typeof value === 'string') return value;
  if (isList(value)) return value.map(ordered);
  return new Map(sortedMembers(value).map(([name, inner]) => [name, ordered(inner)]));
}

function member(name: string, value: WrittenJson, depth: number, lines: string[]): void {
  below(`${'  '.repeat(depth)}${nameText(name)}:`, value, depth, lines);
}

/** The lines of an object or a list that has something in it. */
function block(value: Exclude<WrittenJson, string>, depth: number, lines: string[]): void {
  if (!isList(value)) {
    for (const [name, inner] of value) member(name, inner, depth, lines);
    return;
  }
  const indent = '  '.repeat(depth);
  for (const item of value) {
    const at = lines.length;
    if (typeof item === 'string' || lineText(item) !== undefined) below(`${indent}-`, item, depth, lines);
    else {
      block(item, depth + 1, lines);
      // The dash stands where the first line is indented.
      lines[at] = `${indent}- ${lines[at]!.slice(indent.length + 2)}`;
    }
  }
}

/** A value in the line that it begins in, or in lines below that. */
function below(start: string, value: WrittenJson, depth: number, lines: string[]): void {
  const inLine = lineText(value);
  if (inLine !== undefined) lines.push(`${start} ${inLine}`);
  else if (typeof value === 'string') {
    const [mark, ...texts] = textLines(value)!;
    lines.push(`${start} ${mark}`);
    const indent = '  '.repeat(depth + 1);
    for (const line of texts) lines.push(line === '' ? '' : indent + line);
  } else {
    lines.push(start);
    block(value, depth + 1, lines);
  }
}

/** A value that stands in one line; undefined for one that has lines of its own. */
function lineText(value: WrittenJson): string | undefined {
  if (typeof value === 'string') return textLines(value) === undefined ? visible(value) : undefined;
  if (!isList(value)) return value.size === 0 ? '{}' : undefined;
  if (value.some((item) => typeof item !== 'string')) return undefined;
  const text = `[${value.map((item) => visible(item as string)).join(', ')}]`;
  return value.length === 0 || text.length <= mostInLine ? text : undefined;
}

/** The mark and the lines of a text that YAML takes as a block; undefined where a reader could misread that. */
function textLines(scalar: string): readonly string[] | undefined {
  if (!scalar.startsWith('"') || !scalar.includes('\\n')) return undefined;
  const text = JSON.parse(scalar) as string;
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  const lines = body.split('\n');
  if (lines.length < 2 || /^\s|^$/.test(lines[0]!) || lines.at(-1) === '') return undefined;
  if (lines.some((line) => !isVisible(line) || line.endsWith(' '))) return undefined;
  return [text.endsWith('\n') ? '|' : '|-', ...lines];
}

/**
 * Characters that a reviewer does not see, or sees in another place than they stand in: a text that has some is written with
 * them as escapes.
 */
const invisible =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffe\uffff]|(?! )\p{Zs}/u;
const allInvisible = new RegExp(invisible.source, 'gu');

const ascii = /^[ -~]*$/;

/** Most texts are of the characters that a keyboard has, which is quickly seen. */
function isVisible(text: string): boolean {
  return ascii.test(text) || !invisible.test(text);
}

function visible(scalar: string): string {
  if (ascii.test(scalar)) return scalar;
  return scalar.replace(allInvisible, (character) =>
    Array.from({ length: character.length }, (_, at) => {
      return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
    }).join(''),
  );
}

/** A name without quotes, where YAML takes it for nothing but a name. */
function nameText(name: string): string {
  const isPlain = /^[A-Za-z_$][\w$-]*$/.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(name);
  return isPlain ? name : visible(JSON.stringify(name));
}
