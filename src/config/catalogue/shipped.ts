import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../lib/packages/package-folder.ts';
import type { PriceList } from './entry.ts';

/** The price list of this release, read and parsed anew: nothing of it is kept where no file names it. */
export function shippedPrices(): PriceList {
  return JSON.parse(readFileSync(join(packageFolder(), 'data', 'catalogue.json'), 'utf8')) as PriceList;
}
