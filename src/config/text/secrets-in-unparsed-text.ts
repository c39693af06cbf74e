/**
 * The possible secrets in text that is not YAML, and so has no fields: everything behind and below the names that hold
 * them, up to another field. Only names of fields, numbers and plain references are known to be harmless.
 */
import { fileShape } from '../schema/generated/shape.generated.js';
import { allSecretNames, isFieldName, namesOfSecretLists } from './secret-fields.ts';
import { lineText, type Source } from './source.ts';
import type { Span } from './tree.ts';

const holders = [
  '<<',
  'ids',
  ...namesOfSecretLists(fileShape),
  'auth',
  'headers',
  'default_headers',
  'query',
  'hash',
  'proxy',
  'hooks',
  ...allSecretNames,
].join('|');
const opener = new RegExp(String.raw`(?:^|[\s{,"'\[?-])(?:[\w-]*(?:${holders}))["']?(?=\s|[:=,}\]]|$)`, 'i');
const named = /^\s*(?:- +)*["']?([\w.-]+)["']?\s*:(?:\s|$)/;
const word = /[^\s"'{}[\],]+/g;
const plain =
  /^(?:[:=?#|>&*!%@`-]+|-?[\d.]+|true|false|null|<<:?|\$\{?|[A-Z_][A-Z0-9_]*|[Bb](?:earer|asic):?|[&*][a-z_-]+)$/;
/** A file beyond that is no configuration that somebody wrote. */
const longestText = 4 * 1024 * 1024;

/** Spans of all that may be a secret, in the order of the text. */
export function secretsInUnparsedText(source: Source): readonly Span[] {
  const spans: Span[] = [];
  if (source.text.length > longestText) return spans;
  /** The indentation of the line that opened a place for secrets; undefined outside of one. */
  let openAt: number | undefined;
  for (let line = 1; line <= source.lineStarts.length; line += 1) {
    const text = lineText(source, line);
    const indentation = /^[\s-]*/.exec(text)![0].length;
    if (text.trim() === '') continue;
    const isInside = openAt !== undefined && (indentation > openAt || !named.test(text));
    const opened = opener.exec(text);
    if (isInside) addWords(spans, source.lineStarts[line - 1]!, text, 0);
    else if (opened !== null)
      addWords(spans, source.lineStarts[line - 1]!, text, opened.index + opened[0].length);
    if (!isInside) openAt = opened === null ? undefined : indentation;
  }
  return spans;
}

function addWords(spans: Span[], lineStart: number, text: string, from: number): void {
  for (const { 0: found, index } of text.slice(from).matchAll(word)) {
    const start = lineStart + from + index;
    const [, name = '', rest = ''] = /^([A-Za-z_][\w-]*):(.*)$/s.exec(found) ?? [];
    if (name !== '' && isFieldName(name)) {
      if (rest !== '' && !isPlain(rest))
        spans.push({ start: start + name.length + 1, end: start + found.length });
    } else if (!isPlain(found)) spans.push({ start, end: start + found.length });
  }
}

function isPlain(text: string): boolean {
  return plain.test(text) || isFieldName(text.replace(/[:=]$/, ''));
}
