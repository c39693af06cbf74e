import { fileShape } from '../schema/generated/shape.generated.js';
import { allSecretNames, knownSecret, namesOfSecretLists } from './secret-fields.ts';
import { isHarmless } from './secret-spans.ts';
import { lineText, positionAt, type Source } from './source.ts';
import type { Span } from './tree.ts';

/** The width beside the line number in a terminal or a log. */
const width = 110;

/** In a line that is longer than this nobody finds anything, and looking for secrets in it takes its time. */
const longestLine = 16 * 1024;

/**
 * The line on which a span begins, with carets under it. Whatever is, or may be, a secret is masked: the frame
 * goes to terminals, logs and the records of CI. Undefined for a line that is too long to be shown.
 */
export function codeFrame(source: Source, span: Span, secrets: readonly Span[]): string | undefined {
  const { line, column } = positionAt(source, span.start);
  const lineStart = span.start - column + 1;
  const whole = lineText(source, line);
  if (whole.length > longestLine) return undefined;
  const shown = isSecretItem(source, line) ? whole.replace(/[^\s-]/g, '*') : whole;
  const masked = maskLine(shown, lineStart, secrets).replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  const from = column > width - 30 ? column - 30 : 0;
  const text = masked.slice(from, from + width);
  const length = Math.max(
    1,
    Math.min(span.end - span.start, whole.length - column + 1, width - (column - 1 - from)),
  );
  const gutter = String(line).padStart(6);
  return `${gutter} | ${text}\n${' '.repeat(gutter.length)} | ${' '.repeat(column - 1 - from)}${'^'.repeat(length)}`;
}

const secretNames = allSecretNames.join('|');
const secretField = new RegExp(
  String.raw`((?:^|[\s{,"'-])[\w-]*(?:${secretNames})["']?\s*:\s*)("(?:\\.|[^"\\])*"?|'[^']*'?|[^\s"'#][^,}]*)`,
  'gi',
);
/** Fields that hold a list of secrets, and what stands in its brackets. */
const secretLists = namesOfSecretLists(fileShape).join('|');
const secretList = new RegExp(String.raw`((?:^|[\s{,"'])(?:${secretLists})["']?\s*:\s*\[)([^\]]*)`, 'gi');
const secretListAbove = new RegExp(String.raw`^\s*["']?(?:${secretLists})["']?\s*:\s*(?:#.*)?$`, 'i');
const listItem = /^\s*- /;
/** So many items of a list are looked past for its name. */
const mostItems = 32;

/** True for a line with an item of a list of secrets. */
function isSecretItem(source: Source, line: number): boolean {
  if (!listItem.test(lineText(source, line))) return false;
  for (let above = line - 1; above >= Math.max(1, line - mostItems); above -= 1) {
    const text = lineText(source, above);
    if (text.trim() !== '' && !listItem.test(text)) return secretListAbove.test(text);
  }
  return false;
}

/** Texts inside a template, such as `{{ "..." }}`: a secret may be written there. */
const templateText = /(?<=\{\{[^}]*)("(?:\\.|[^"\\])*"?|'[^']*'?)/g;
/** The places of keys in URLs: before the host, or in the query. */
const userInfo = /(:\/\/)([^@]*:.*(?=@)|[^/\s@"']+(?=@))/g;
const query = /(\?[^\s="']*=)(.+)/g;
/** Anchors, aliases and tags have plain names; others may be what somebody wrote a sign before. */
const oddSign = /(?<=^|[\s:,[{(])([&*!]+)(?![a-z][a-z_-]*\d{0,2}(?:[\s,}\]]|$))([^\s,}\]]+)/g;

function maskLine(text: string, lineStart: number, secrets: readonly Span[]): string {
  let masked = text;
  for (let at = firstEndingAfter(lineStart, secrets); at < secrets.length; at += 1) {
    const span = secrets[at]!;
    if (span.start > lineStart + text.length) break;
    const from = Math.max(0, span.start - lineStart);
    const to = Math.min(text.length, span.end - lineStart);
    if (from < to) masked = masked.slice(0, from) + '*'.repeat(to - from) + masked.slice(to);
  }
  return masked
    .replace(secretField, (all, name: string, value: string) =>
      isHarmless(value) ? all : name + stars(value),
    )
    .replace(secretList, (_all, name: string, items: string) => name + items.replace(/[^\s,"']/g, '*'))
    .replace(templateText, stars)
    .replace(oddSign, (_all, sign: string, name: string) => sign + stars(name))
    .replace(knownSecret, stars)
    .replace(userInfo, (_all, mark: string, info: string) => mark + stars(info))
    .replace(query, (_all, name: string, value: string) => name + stars(value));
}

/** By halves, since a file may hold thousands. */
function firstEndingAfter(offset: number, spans: readonly Span[]): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.end > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function stars(text: string): string {
  return '*'.repeat(text.length);
}
