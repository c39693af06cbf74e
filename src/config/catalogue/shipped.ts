import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../lib/packages/package-folder.ts';
import type { CatalogueEntry, CataloguePrice, PriceList } from './entry.ts';

/**
 * Prices kept by hand: those missing in the list's source, and those on which two other sources agree against it, each
 * with its page. Empty `tiers` mean that there are none.
 */
export interface KeptByHand {
  readonly models: Readonly<Record<string, { readonly price: CataloguePrice; readonly link: string }>>;
}

/**
 * The price list of this release, with what is kept by hand laid over it field by field; read and parsed anew: nothing of
 * it is kept where no file names it.
 */
export function shippedPrices(): PriceList {
  const list = parsed('catalogue.json') as PriceList;
  const models: Record<string, CatalogueEntry> = { ...list.models };
  for (const [name, { price }] of Object.entries(pricesKeptByHand().models)) {
    const listed = models[name];
    const { tiers = [], ...rates } = { ...listed?.price, ...price };
    models[name] = { ...listed, price: tiers.length === 0 ? rates : { ...rates, tiers } };
  }
  return { ...list, models };
}

export function pricesKeptByHand(): KeptByHand {
  return parsed('catalogue-by-hand.json') as KeptByHand;
}

function parsed(name: string): unknown {
  return JSON.parse(readFileSync(join(packageFolder(), 'data', name), 'utf8'));
}
