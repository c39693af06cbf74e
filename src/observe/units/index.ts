/** The units that come with the gateway. Others are named by a file, under `per_unit`. */
import { characters } from './characters.ts';
import { images } from './images.ts';
import { searchUnits } from './search-units.ts';
import { seconds } from './seconds.ts';
import type { UnitDefinition, UnitPrice } from './unit.ts';

/** In the order of their columns. A new one stands last, for those who read columns by their place. */
export const units = {
  images,
  seconds,
  characters,
  searchUnits,
} as const satisfies Readonly<Record<string, UnitDefinition>>;

export type UnitCounter = keyof typeof units;

export type Unit = (typeof units)[UnitCounter];

export const unitCounters = Object.keys(units) as readonly UnitCounter[];

/** The name of each in files and columns. */
export type UnitName = Unit['name'];

/** The fields of a price. */
export type UnitPriceField = Unit['prices'][number]['field'];

/** Those of them that may be a map by quality and size, */
export type KindedPriceField = Extract<Unit, { readonly isPricedByKind: true }>['prices'][number]['field'];

/** and those that are numbers. */
export type PlainPriceField = Exclude<UnitPriceField, KindedPriceField>;

/** A unit, with the name that records of usage have for it. */
export type CountedUnit = UnitDefinition & { readonly counter: UnitCounter };

/** In the order of their columns. */
export const countedUnits: readonly CountedUnit[] = unitCounters.map((counter) => ({
  ...units[counter],
  counter,
}));

/** In the order in which their prices go before each other. */
export const settlingUnits: readonly CountedUnit[] = [...countedUnits].sort(
  (one, other) => one.precedence - other.precedence,
);

/** A field of a price and the unit that it is about. */
export interface PricedUnit extends UnitPrice {
  readonly field: UnitPriceField;
  readonly unit: CountedUnit;
}

/** Every field of a price that is about a unit, in the order of the units' columns. */
export const unitPrices: readonly PricedUnit[] = countedUnits.flatMap((unit) =>
  unit.prices.map((price) => ({ ...price, field: price.field as UnitPriceField, unit })),
);

/** Those of the fields that are numbers. */
export const plainUnitPrices = unitPrices.filter(
  ({ unit }) => !unit.isPricedByKind,
) as readonly (PricedUnit & {
  readonly field: PlainPriceField;
})[];

/** Those that may be a map by quality and size of images. */
export const kindedUnitPrices = unitPrices.filter(
  ({ unit }) => unit.isPricedByKind,
) as readonly (PricedUnit & {
  readonly field: KindedPriceField;
})[];

/** The counts of one answer where it names none. */
export const noUnits = Object.fromEntries(unitCounters.map((counter) => [counter, 0])) as Readonly<
  Record<UnitCounter, number>
>;
