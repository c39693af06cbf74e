import { isId, isWord } from '../../../api/text/index.ts';

/** A line that is neither data nor the name of an event. */
const otherLine = /(?:^|[\r\n])(?![\r\n]|data(?:[:\r\n]|$)|event(?:[:\r\n]|$))./;
const lineEnd = /[\r\n]+/;
const nothing: readonly string[] = [];

/**
 * The texts of an event outside of its data: comments, ids and names that are more than the word or id that they should be.
 * Models write none of them, and clients can read all of them.
 */
export function textsOutsideData(text: string, type: string): readonly string[] {
  const isNamed = isWord(type);
  if (isNamed && !otherLine.test(text)) return nothing;
  const found = isNamed ? [] : [type];
  for (const line of text.split(lineEnd)) {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    const isAside =
      (name === '' && !isWord(value)) ||
      (name === 'id' && !isId(value)) ||
      (name === 'retry' && !/^\d*$/.test(value));
    if (colon !== -1 && isAside) found.push(value);
  }
  return found;
}
