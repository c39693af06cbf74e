/** Small pieces of the sentences that routing says to clients and operators. */
import { editDistance } from '../lib/edit-distance.ts';

const longestShown = 128;
const longestCompared = 64;

/** A name as it stands in a sentence: in backticks, cut when long, safe to print on a terminal. */
export function quoted(name: string): string {
  const shown = name.length > longestShown ? `${name.slice(0, longestShown)}…` : name;
  return `\`${shown.replace(/\p{Cc}/gu, '?')}\``;
}

/** `a`, `a and b`, `a, b and c`; more than `most` end in `and 4 more`. */
export function listed(items: readonly string[], conjunction: 'and' | 'or', most = 4): string {
  const shown =
    items.length > most ? [...items.slice(0, most - 1), `${items.length - most + 1} more`] : items;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/**
 * The word of a vocabulary that was probably meant: at most two slips away, and less than half of its letters.
 * Long input is not compared, because clients choose it.
 */
export function closest(word: string, vocabulary: Iterable<string>): string | undefined {
  if (word.length > longestCompared) return undefined;
  let best: string | undefined;
  let fewest = 3;
  for (const candidate of vocabulary) {
    if (Math.abs(candidate.length - word.length) >= fewest) continue;
    const count = editDistance(word, candidate);
    if (count < fewest && count * 2 < candidate.length) {
      best = candidate;
      fewest = count;
    }
  }
  return best;
}
