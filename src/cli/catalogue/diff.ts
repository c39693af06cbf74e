import type { CatalogueEntry, PriceList } from '../../config/catalogue/entry.ts';
import { shippedPrices } from '../../config/catalogue/shipped.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { openedList } from './opened-list.ts';
import { priceText } from './price-words.ts';

/** The differences of another price list. */
interface PriceDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly name: string; readonly before: string; readonly after: string }[];
}

/** Prints which models a price list has that the shipped one lacks, or the other way round, and which prices differ. */
export function diff(
  file: string,
  { format }: { readonly format: 'text' | 'json' },
  terminal: Terminal,
): ExitCode {
  const after = openedList(file, terminal);
  if (after === undefined) return exitCodes.notValid;
  const before = shippedPrices();
  const found = compared(before, after);
  if (format === 'json') terminal.out(`${JSON.stringify(found, null, 2)}\n`);
  else {
    terminal.out(`- ${before.date}, ${before.source}\n+ ${after.date}, ${after.source}\n`);
    for (const { name, before: old, after: now } of found.changed)
      terminal.out(`~ ${name}\n    - ${old}\n    + ${now}\n`);
    for (const name of found.added) terminal.out(`+ ${name}  ${priceText(after.models[name]?.price)}\n`);
    for (const name of found.removed) terminal.out(`- ${name}\n`);
  }
  return exitCodes.good;
}

function compared(before: PriceList, after: PriceList): PriceDiff {
  const of = ({ models }: PriceList, name: string): CatalogueEntry | undefined =>
    Object.hasOwn(models, name) ? models[name] : undefined;
  const names = (list: PriceList) => Object.keys(list.models).sort();
  return {
    added: names(after).filter((name) => of(before, name) === undefined),
    removed: names(before).filter((name) => of(after, name) === undefined),
    changed: names(after).flatMap((name) => {
      const old = of(before, name);
      if (old === undefined) return [];
      const [from, to] = [priceText(old.price), priceText(of(after, name)?.price)];
      return from === to ? [] : [{ name, before: from, after: to }];
    }),
  };
}
