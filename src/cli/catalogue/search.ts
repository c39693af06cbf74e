import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { openedCatalogue } from './opened-list.ts';
import { priceText } from './price-words.ts';
import type { ListOptions } from './show.ts';

/** Prints a line for each model whose name has all words in it; nothing found is exit code 1, as for `grep`. */
export function search(
  words: readonly string[],
  { list, format }: ListOptions,
  terminal: Terminal,
): ExitCode {
  const catalogue = openedCatalogue(list, terminal);
  if (catalogue === undefined) return exitCodes.notValid;
  const wanted = words.map((word) => word.toLowerCase());
  const found = catalogue
    .names()
    .filter((name) => wanted.every((word) => name.toLowerCase().includes(word)))
    .sort();
  if (format === 'json') terminal.out(`${JSON.stringify(found, null, 2)}\n`);
  else {
    const width = Math.max(0, ...found.map((name) => name.length));
    for (const name of found) {
      const { price } = catalogue.find(name)?.entry ?? {};
      terminal.out(`${name.padEnd(width)}  ${priceText(price)}\n`);
    }
  }
  if (found.length > 0) return exitCodes.good;
  terminal.err(
    `gateway: no name of a model has ${words.map((word) => JSON.stringify(word)).join(' and ')} in it\n`,
  );
  return exitCodes.notValid;
}
