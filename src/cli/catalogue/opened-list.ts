import { resolve } from 'node:path';
import { Catalogue } from '../../config/catalogue/catalogue.ts';
import type { PriceList } from '../../config/catalogue/entry.ts';
import { readPriceList } from '../../config/catalogue/own-prices.ts';
import { shippedPrices } from '../../config/catalogue/shipped.ts';
import { Report } from '../../config/problem-report.ts';
import { formatProblems } from '../../config/problems.ts';
import { Files } from '../../config/text/files.ts';
import type { Terminal } from '../terminal.ts';

/** A price list in a file; undefined where something is wrong with it, which `err` is told. */
export function openedList(file: string, terminal: Terminal): PriceList | undefined {
  const report = new Report();
  const list = readPriceList(resolve(file), new Files(), report);
  const problems = report.problems();
  if (problems.length > 0) terminal.err(`${formatProblems(problems, { color: terminal.colorErr })}\n`);
  return list;
}

/** The shipped list, overlaid with the list of a file if one is named; undefined as above. */
export function openedCatalogue(file: string | undefined, terminal: Terminal): Catalogue | undefined {
  if (file === undefined) return new Catalogue(undefined, shippedPrices);
  const own = openedList(file, terminal);
  return own && new Catalogue(own, shippedPrices);
}
