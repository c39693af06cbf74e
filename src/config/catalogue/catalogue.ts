import { nearestNames } from '../../lib/suggest.ts';
import type { CatalogueEntry, PriceList } from './entry.ts';

/** An entry with the day that its price is of. */
export interface FoundEntry {
  readonly entry: CatalogueEntry;
  readonly date: string;
  readonly source: string;
  /** The source that alone has this price, or has another one than the rest. */
  readonly onlySource?: string;
}

/** The shipped price list with that of the operator laid over it. The shipped one is read when first asked for. */
export class Catalogue {
  readonly #own: PriceList | undefined;
  readonly #readShipped: () => PriceList;
  #shipped: PriceList | undefined;

  constructor(own: PriceList | undefined, readShipped: () => PriceList) {
    this.#own = own;
    this.#readShipped = readShipped;
  }

  /** The entry of `VENDOR/ID`. The operator's list overrides the shipped one field by field; a price is taken whole. */
  find(name: string): FoundEntry | undefined {
    const shipped = entryIn(this.#list, name);
    const own = this.#own && entryIn(this.#own, name);
    if (shipped === undefined && own === undefined) return undefined;
    const holding = own?.price === undefined ? shipped : own;
    const { date: day, source } = own?.price === undefined ? this.#list : this.#own!;
    const date = holding?.date ?? day;
    const { date: _day, single_source: _only, ...entry }: CatalogueEntry = { ...shipped, ...own };
    const only = holding?.single_source;
    const found = { date, source, ...(only === undefined ? {} : { onlySource: only }) };
    if (own === undefined || shipped?.retired === undefined) return { ...found, entry };
    // A model in the operator's list is on sale.
    const { retired: _retired, ...sold } = entry;
    return { ...found, entry: sold };
  }

  /** All names, those of the operator first. */
  names(): readonly string[] {
    return [...new Set([...Object.keys(this.#own?.models ?? {}), ...Object.keys(this.#list.models)])];
  }

  /** Names that may have been meant, the nearest first. */
  near(name: string): readonly string[] {
    const names = this.names();
    const near = nearestNames(name, names, 3);
    if (near.length > 0) return near;
    // The same model of another vendor.
    const id = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
    return names.filter((other) => other.toLowerCase().endsWith(`/${id}`)).slice(0, 3);
  }

  get #list(): PriceList {
    this.#shipped ??= this.#readShipped();
    return this.#shipped;
  }
}

function entryIn({ models }: PriceList, name: string): CatalogueEntry | undefined {
  return Object.hasOwn(models, name) ? models[name] : undefined;
}
