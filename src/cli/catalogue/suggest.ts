import { stringify } from 'yaml';
import type { Catalogue } from '../../config/catalogue/catalogue.ts';
import type { CataloguePrice } from '../../config/catalogue/entry.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { openedCatalogue } from './opened-list.ts';
import { likelyCapabilities, priceText } from './price-words.ts';

/**
 * Prints a model to paste below `models:`, with a deployment for each vendor that lists it. Capabilities are comments:
 * they are guarantees for each endpoint, which no price list gives.
 *
 * @param model `VENDOR/ID`, or the id alone for all vendors of it.
 */
export function suggest(model: string, { list }: { readonly list?: string }, terminal: Terminal): ExitCode {
  const catalogue = openedCatalogue(list, terminal);
  if (catalogue === undefined) return exitCodes.notValid;
  const found = catalogue.find(model) ? [model] : namedBy(model, catalogue);
  if (found.length === 0) {
    const near = catalogue.near(model);
    const guess = near.length === 0 ? '' : `; near it: ${near.join(', ')}`;
    terminal.err(`gateway: no model is listed as ${JSON.stringify(model)}${guess}\n`);
    return exitCodes.notValid;
  }
  const id = idOf(found[0]!);
  const lines = found.flatMap((name) => deployment(name, id, catalogue));
  // Each vendor has a prompt cache of its own.
  const balance = found.length > 1 ? ['    balance: sticky'] : [];
  terminal.out(['models:', `  ${scalar(id)}:`, ...balance, '    deployments:', ...lines, ''].join('\n'));
  return exitCodes.good;
}

function namedBy(id: string, catalogue: Catalogue): readonly string[] {
  return catalogue
    .names()
    .filter((name) => idOf(name) === id)
    .sort();
}

function deployment(name: string, id: string, catalogue: Catalogue): readonly string[] {
  const { entry, date } = catalogue.find(name)!;
  const vendor = name.slice(0, name.indexOf('/'));
  const likely = likelyCapabilities(entry);
  const endpoint = /anthropic/.test(vendor) ? 'messages' : 'chat_completions';
  const priced = isPriced(entry.price);
  return [
    `      # USD for a million tokens, as of ${date}: ${priceText(entry.price)}`,
    `      - backend: ${scalar(vendor)}`,
    ...(idOf(name) === id ? [] : [`        model: ${scalar(idOf(name))}`]),
    priced
      ? `        catalogue: ${scalar(name)}`
      : '        # its price is not known: write `price: { input: ..., output: ... }` here',
    ...(likely.length === 0
      ? []
      : [`        # the vendor speaks of ${likely.join(', ')}: list what you have tried`]),
    `        endpoints: { ${endpoint}: [streaming] }`,
  ];
}

function idOf(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/** A text as YAML writes it, in quotes where it needs them. */
function scalar(text: string): string {
  return stringify(text, { lineWidth: 0 }).trimEnd();
}

/** True if a price of the list is complete by itself. */
function isPriced(price: CataloguePrice = {}): boolean {
  const { input, output } = price;
  return (
    (input !== undefined && output !== undefined) ||
    Object.keys(price).some((name) => name.startsWith('per_'))
  );
}
