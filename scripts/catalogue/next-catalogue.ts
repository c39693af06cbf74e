import {
  type CatalogueEntry,
  type CataloguePrice,
  type PriceList,
  rateNames,
} from '../../src/config/catalogue/entry.ts';
import { kindedUnitPrices } from '../../src/observe/units/index.ts';

/** One list that prices are taken from. */
export interface PriceSource {
  /** With its version, for people. */
  readonly name: string;
  /** By `VENDOR/ID`. */
  readonly entries: ReadonlyMap<string, CatalogueEntry>;
}

export interface NextCatalogue {
  readonly list: PriceList;
  /** A line for each model whose sources do not agree. */
  readonly disagreements: readonly string[];
}

/** Models whose listed price is a part of what is charged: the models behind them are charged on top. */
const chargedOnTop: readonly string[] = ['azure/model-router'];

/**
 * The list that follows on another one. A price that two sources agree on is taken. Where they do not agree, that of the
 * list before decides, where it has one: it stays. Else the first source has it, and the entry is marked with its name, as
 * is a price that one source alone has. What no source has stays as it was, with the day it is of; what the first source
 * says is no longer sold stays as `retired`, and is not added. What one source alone says to be free is not known.
 *
 * @param sources The first one names the models, and says what else is known of them.
 * @param today The day the sources are of.
 */
export function nextCatalogue(
  before: PriceList,
  sources: readonly PriceSource[],
  today: string,
): NextCatalogue {
  const [first, ...others] = sources as readonly [PriceSource, ...PriceSource[]];
  const models: Record<string, CatalogueEntry> = {};
  const disagreements: string[] = [];
  for (const [name, entry] of Object.entries(before.models))
    if (!isNothing(entry.price)) models[name] = { ...entry, date: entry.date ?? before.date };
  for (const name of new Set([
    ...first.entries.keys(),
    ...others.flatMap(({ entries }) => [...entries.keys()]),
  ])) {
    const known = sources.flatMap((source) => {
      const entry = source.entries.get(name);
      return entry?.price === undefined ? [] : [{ source, entry, price: entry.price }];
    });
    const old = models[name];
    const newest = first.entries.get(name);
    if (newest?.retired === true) {
      if (old !== undefined) models[name] = { ...old, retired: true };
      continue;
    }
    if (known.length === 0 || chargedOnTop.includes(name)) continue;
    const { date: _day, single_source: oldOnly, retired: _gone, price: oldPrice, ...words } = old ?? {};
    // Known facts stay: sources mean different things by the length of a context. A model's features change.
    const rest = {
      ...withoutPrice(known[0]!.entry),
      ...withoutPrice(newest ?? {}),
      ...words,
      ...takenBy(newest ?? {}),
    };
    const [taken, ...more] = known;
    const agreeing = more.filter(({ price }) => agree(taken!.price, price));
    if (agreeing.length === 0 && isNothing(taken!.price)) continue;
    if (agreeing.length > 0) {
      models[name] = {
        price: together([...agreeing.map(({ price }) => price), oldPrice ?? {}], taken!.price),
        ...rest,
      };
      continue;
    }
    if (more.length > 0) {
      const texts = known.map(({ source, price }) => `${source.name}: ${shown(price)}`);
      disagreements.push(
        `${name}: ${texts.join('; ')}; before: ${oldPrice === undefined ? 'none' : shown(oldPrice)}`,
      );
    }
    const confirmed = oldPrice && known.find(({ price }) => agree(price, oldPrice));
    if (confirmed) {
      // A price that one source alone had is not confirmed by being there again.
      const only = oldOnly === undefined ? {} : { single_source: confirmed.source.name };
      models[name] = { price: together([oldPrice], confirmed.price), ...rest, ...only };
    } else if (oldPrice !== undefined && more.length > 0) continue;
    else models[name] = { price: taken!.price, ...rest, single_source: taken!.source.name };
  }
  const source = sources.map(({ name }) => name).join(', ');
  return { list: { source, date: today, models }, disagreements };
}

/** True if all its prices are zero: a list also has zeros for unknown prices. */
function isNothing(price: CataloguePrice = {}): boolean {
  const all = Object.values(price);
  return all.length > 0 && all.every((usd) => usd === 0);
}

/** True if two lists agree on all shared rates, up to rounding. */
function agree(one: CataloguePrice, other: CataloguePrice): boolean {
  const shared = rateNames.filter((rate) => one[rate] !== undefined && other[rate] !== undefined);
  const isSame = (a: number, b: number) => Math.abs(a - b) <= Math.max(a, b) * 0.005;
  return shared.length > 0 && shared.every((rate) => isSame(one[rate]!, other[rate]!));
}

/** The last price, with what the others name beyond it. */
function together(others: readonly CataloguePrice[], price: CataloguePrice): CataloguePrice {
  const all: CataloguePrice = Object.assign({}, ...[...others].reverse(), price);
  const rates = Object.fromEntries(
    rateNames.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  );
  const kinded = kindedUnitPrices.flatMap(({ field }) =>
    all[field] === undefined ? [] : [[field, all[field]]],
  );
  const { per_tool_call: calls, tiers } = all;
  return {
    ...rates,
    ...Object.fromEntries(kinded),
    ...(calls === undefined ? {} : { per_tool_call: calls }),
    ...(tiers === undefined ? {} : { tiers }),
  };
}

function withoutPrice({ price: _price, ...rest }: CatalogueEntry): Omit<CatalogueEntry, 'price'> {
  return rest;
}

/** The features of its dialect that a model takes, as far as they are known. */
function takenBy(
  entry: CatalogueEntry,
): Pick<CatalogueEntry, 'temperature' | 'efforts' | 'forced_tool_choice'> {
  const { temperature, efforts, forced_tool_choice: forced } = entry;
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(efforts === undefined ? {} : { efforts }),
    ...(forced === undefined ? {} : { forced_tool_choice: forced }),
  };
}

function shown(price: CataloguePrice): string {
  const named = (['input', 'cached_input', 'cache_write', 'output'] as const).flatMap((rate) =>
    price[rate] === undefined ? [] : [`${rate} ${price[rate]}`],
  );
  return named.join(', ');
}
