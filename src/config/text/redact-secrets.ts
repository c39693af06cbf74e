/** Messages without what may be a secret: whoever puts a message together need not know where secrets stand. */
import { isFieldName, knownSecret } from './secret-fields.ts';
import type { Source } from './source.ts';
import type { Span } from './tree.ts';

const mask = '***';
/** The separators between the words of a value, and of messages about it. */
const apart = /[^\s"'`{}[\],;<>|&*!?$@%()\\]+/g;
/** The characters that precede a quotation from the file; a message's own words have none of them before. */
const quoting = /["'`&*!.:=[{]/;
/** The parts of a word. */
const parts = /[^:=#./]+/g;
const shortest = 4;
/** With a digit or in mixed case a word of this length is hardly one of a language. */
const shortestPlain = 8;
/** Words beyond that many make a text slow to look through, and its messages hold the first ones mostly. */
const mostWords = 10_000;

export type Scrub = (text: string) => string;

/** Removes the words of some spans from a text. */
export function scrubOf({ text }: Source, secrets: readonly Span[]): Scrub {
  const words = new Set<string>();
  for (const { start, end } of secrets) {
    if (words.size > mostWords) break;
    for (const word of wordsOf(text.slice(start, end))) words.add(word);
  }
  if (words.size === 0) return (message) => message.replace(knownSecret, maskKey);
  const isSecret = (word: string, before: string | undefined) =>
    words.has(word) && (!/^[a-z]+$/.test(word) || quoting.test(before ?? ''));
  const without = (word: string, at: number, message: string): string => {
    if (isSecret(word, message[at - 1])) return mask;
    return word.replace(parts, (part: string, place: number) =>
      isSecret(part, word[place - 1] ?? message[at - 1]) ? mask : part,
    );
  };
  return (message) => message.replace(apart, without).replace(knownSecret, maskKey);
}

/** Our documentation has it. */
function maskKey(key: string): string {
  return key === 'sk-quickstart' ? key : mask;
}

function* wordsOf(text: string): Generator<string> {
  for (const [whole] of text.matchAll(apart)) {
    for (const word of new Set([whole, ...(whole.match(parts) ?? [])])) if (isTelling(word)) yield word;
  }
}

/** True for a word that reveals something by itself. */
function isTelling(word: string): boolean {
  if (word.length < shortest || isFieldName(word) || /^(?:bearer|basic|sha256)$/i.test(word)) return false;
  return word.length >= shortestPlain || /\d/.test(word) || /[a-z][A-Z]/.test(word);
}
