/** The texts of a request beside its body: some backends read the fields of forms in the query first. */

import type { FoundTexts, TextBounds, TextKind, TextPiece } from './extracted-text-types.ts';
import { isFieldName, isId, isWord } from './field-rules/string-formats.ts';

/** Parameters of APIs' own addresses, whose values are words. */
const parameters = new Set([
  'api-version',
  'beta',
  'include',
  'include[]',
  'stream',
  'starting_after',
  'include_obfuscation',
  'limit',
  'order',
  'after',
  'before',
  'after_id',
  'before_id',
  'purpose',
]);

const dividers = /[&;]/;

/**
 * The texts of an address.
 *
 * @param query With its `?`, or empty.
 * @param ids Segments of the path that clients fill in.
 */
export function addressTexts(query: string, ids: readonly string[], { maxText }: TextBounds): FoundTexts {
  const texts: TextPiece[] = [];
  const add = (text: string, kind: TextKind, at: string) => {
    if (text === '') return;
    const span = { from: 0, to: 0, isFixed: true } as const;
    texts.push({ text, kind, role: 'none', message: -1, isNew: true, at, span });
  };
  for (const id of ids) if (!isId(id)) add(id, 'unknown', 'the path');
  if (query.length > maxText) {
    const unseen = { kind: 'max_text', at: 'the query', isNew: true } as const;
    return { texts, unseen: [unseen], lastSigned: undefined };
  }
  for (const part of query.slice(1).split(dividers)) {
    const equals = part.indexOf('=');
    const name = decoded(equals === -1 ? part : part.slice(0, equals));
    const value = equals === -1 ? '' : decoded(part.slice(equals + 1));
    if (!isFieldName(name) && !parameters.has(name)) add(name, 'name', 'the query');
    if (!(parameters.has(name) && isWord(value))) add(value, 'unknown', 'the query');
  }
  return { texts, unseen: [], lastSigned: undefined };
}

/** As forms are read; what is no escape stays as it is. */
function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return new URLSearchParams(`a=${text}`).get('a') ?? spaced;
  }
}
