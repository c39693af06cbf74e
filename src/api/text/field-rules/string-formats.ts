/** Checks that a string has the form of its place. Otherwise it may be anything, and is checked. */
import { callIdOf } from '../../translation/shared/call-ids.ts';

/** Ids that this gateway signs are longer than those in them. */
const longestId = 400;
/** Those that this gateway signed have a tilde. */
const id = /^[\w.:/=+~-]*$/;
const dividers = /[^A-Za-z\d]+/;
const letters = /^[A-Za-z]{2,}$/;
/** The words that make a sentence, */
const fewWords = 3;
/** and so many letters without another are several. */
const sentence = /^(?=.{21})[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})*$/;

/**
 * True for a possible id. Models of open templates read the ids of calls: a text of several words is no id, even if
 * only underscores separate them.
 */
export function isId(text: string): boolean {
  if (text.length > longestId || !id.test(text)) return false;
  // Calls that were translated carry the ids of others.
  const inner = callIdOf(text);
  if (inner !== text) return isId(inner);
  return !readsAsWords(text);
}

function readsAsWords(text: string): boolean {
  let words = 0;
  for (const part of text.split(dividers)) {
    if (!letters.test(part)) continue;
    words += 1;
    if (words === fewWords || sentence.test(part)) return true;
  }
  return false;
}

const word = /^[\w.:/@+-]{0,128}$/;

/** True for a possible word of an API, the name of a model, a time. */
export function isWord(text: string): boolean {
  return word.test(text);
}

const roles = new Set([
  'system',
  'developer',
  'user',
  'assistant',
  'model',
  'tool',
  'function',
  'critic',
  'discriminator',
  'unknown',
]);

/** Templates write the role into the prompt as it is. */
export function isRole(text: string): boolean {
  return roles.has(text);
}

const sealed = /^[\w+/=.:~-]*$/;

/** True for a possible encrypted or signed text of a vendor: the vendor refuses forged ones. */
export function isSealed(text: string): boolean {
  return sealed.test(text) && (text.length > longestId || !readsAsWords(text));
}

/** The name of a field that an API may know and we don't. */
const fieldName = /^[A-Za-z][\w./-]{0,47}$/;

export function isFieldName(text: string): boolean {
  return fieldName.test(text) && !readsAsWords(text);
}

const longestMediaType = 128;
const dataUrl = /^data:/i;
const base64 = /^[A-Za-z\d+/_-]{512,}={0,2}$/;

/** True for a text at an unknown place that is a file. */
export function isFile(text: string): boolean {
  return dataUrl.test(text.slice(0, longestMediaType)) || base64.test(text);
}
