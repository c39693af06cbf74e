import type { EndpointSet } from '../../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { countedUnits, type UnitPriceField, unitPrices } from '../../../observe/units/index.ts';
import { Catalogue } from '../../catalogue/catalogue.ts';
import type { CataloguePrice } from '../../catalogue/entry.ts';
import { readPriceList } from '../../catalogue/own-prices.ts';
import { shippedPrices } from '../../catalogue/shipped.ts';
import type { Deployment, GatewayFile, Price } from '../../schema/generated/file.generated.ts';
import { missingHint } from '../../schema/missing-hints.ts';
import { nodeAt, type Path } from '../../text/tree.ts';
import type { PriceConfig } from '../../types/prices.ts';
import { type Context, duration, fileAt, isAbsent, shown, wrong } from '../context.ts';
import { compilePrice, inputRates, outputRates, withoutUnitsOf } from './rates.ts';

/** The price lists; without findings about names while the operator's own list can't be read. */
export interface Prices {
  readonly catalogue: Catalogue | undefined;
  /** The highest age of a price on which a budget should rest. */
  readonly maxAgeMs: number;
}

/** The price list of a file: its own, where it names one, over the shipped one. */
export function resolvePrices(
  context: Context,
  { catalogue: { file, max_age: maxAge } }: GatewayFile,
): Prices {
  const maxAgeMs = duration(context, ['catalogue', 'max_age'], maxAge);
  if (file === undefined || !context.intact(['catalogue']) || isAbsent(context, ['catalogue', 'file']))
    return { catalogue: file === undefined ? new Catalogue(undefined, shippedPrices) : undefined, maxAgeMs };
  const path = ['catalogue', 'file'];
  const own = readPriceList(fileAt(context, file), context.files, context.report, (name, fault) =>
    wrong(context, path, name, `the file ${shown(context, path, file)} ${fault}`),
  );
  return { catalogue: own && new Catalogue(own, shippedPrices), maxAgeMs };
}

/**
 * The name that a deployment has in the price list, as `VENDOR/ID`; undefined where it names none, or what it says can't
 * be, which is reported.
 *
 * @param upstream The name that the backend knows the model by.
 * @param vendor Of the backend.
 */
export function catalogueName(
  context: Context,
  path: Path,
  { catalogue }: Deployment,
  upstream: string,
  vendor: string | undefined,
): string | undefined {
  if (typeof catalogue !== 'boolean') return catalogue;
  const at = [...path, 'catalogue'];
  if (!catalogue)
    wrong(context, at, 'wrong_value', 'must be VENDOR/ID, or true', {
      hint: 'leave it out instead of `false`',
    });
  else if (vendor === undefined)
    wrong(context, at, 'unknown_price', 'needs the `vendor` of the backend beside it', {
      hint: 'write `vendor: openai` (or the right vendor) to the backend, or VENDOR/ID here',
    });
  else return `${vendor}/${upstream}`;
  return undefined;
}

/**
 * The price of a deployment: what is written, and beside it what the catalogue has under the name that is written. It is
 * filled in where it stands in the file's data, as defaults are, and so is part of what is shown of the file.
 */
export function resolvePrice(
  context: Context,
  path: Path,
  written: Pick<Deployment, 'price' | 'endpoints'>,
  { prices: { catalogue }, endpoints }: { readonly prices: Prices; readonly endpoints: EndpointSet },
  name: string | undefined,
): PriceConfig | undefined {
  if (name !== undefined && !isAbsent(context, [...path, 'catalogue'])) {
    const taken = catalogue && lookUp(context, [...path, 'catalogue'], name, catalogue, written.price);
    if (taken === undefined) return undefined;
    // A new map: an anchor may share the one that is written among deployments.
    written.price = taken;
  }
  const { price } = written;
  if (price === undefined || !isSound(context, path, price, written, endpoints)) return undefined;
  return compilePrice(price);
}

/** True if the fields of a price are consistent; reports every fault. */
function isSound(
  context: Context,
  path: Path,
  price: Price,
  { endpoints: served }: Pick<Deployment, 'endpoints'>,
  endpoints: EndpointSet,
): boolean {
  const at = [...path, 'price'];
  let faults = 0;
  const missing = (field: string) => {
    faults += 1;
    // Faulty values are already reported.
    if (nodeAt(context.tree, [...at, field]) !== undefined) return;
    context.report.atKey(context.tree, at, 'missing_field', `the field "${field}" is missing`, {
      hint: missingHint(at, field, context.tree.root.value),
    });
  };
  const has = (fields: readonly (keyof Price)[]) => fields.some((field) => price[field] !== undefined);
  const answersHaveTokens = endpoints.deployed.some(
    (name) => served[name] !== undefined && endpoints.of(name).estimate.output > 0,
  );
  const plainInput = ['input', 'audio_input', 'image_input'] as const;
  if (has(inputRates) && !has(plainInput)) missing('input');
  if (has(inputRates) && !has(outputRates) && answersHaveTokens) missing('output');
  if (has(outputRates) && !has(inputRates)) missing('input');
  const levels: readonly (readonly [Path, Partial<Price>])[] = [
    [at, price],
    ...(price.tiers ?? []).map((tier, index) => [[...at, 'tiers', index], tier] as const),
  ];
  for (const [place, level] of levels) {
    for (const { prices } of countedUnits) {
      const [first, ...others] = prices.filter(({ field }) => level[field as UnitPriceField] !== undefined);
      for (const other of others) {
        faults += 1;
        wrong(context, [...place, other.field], 'bad_price', `has no effect beside \`${first!.field}\``, {
          hint: `keep one of them: \`${first!.field}\` is ${first!.times / other.times} times \`${other.field}\``,
        });
      }
    }
  }
  const tiers = new Set<number>();
  for (const [index, { above_input: above }] of (price.tiers ?? []).entries()) {
    if (tiers.has(above)) {
      faults += 1;
      const place = [...at, 'tiers', index, 'above_input'];
      wrong(context, place, 'duplicate_entry', `another tier begins above ${above} tokens already`);
    }
    tiers.add(above);
  }
  return faults === 0;
}

function lookUp(
  context: Context,
  path: Path,
  name: string,
  catalogue: Catalogue,
  written: Deployment['price'],
): Deployment['price'] {
  const found = catalogue.find(name);
  if (found === undefined) {
    const [nearest, ...others] = catalogue.near(name);
    const guess = nearest === undefined ? '' : ` (did you mean "${nearest}"?)`;
    const hint =
      nearest === undefined
        ? '`gateway catalogue search WORDS` looks for one; `price` gives it without the list'
        : others.length === 0
          ? undefined
          : `near it too: ${others.join(', ')}`;
    wrong(context, path, 'unknown_price', `no model is listed as ${shown(context, path, name)}${guess}`, {
      hint,
    });
    return undefined;
  }
  const { price } = found.entry;
  // The used entry belongs to this version, whichever list it is from.
  context.files.include(Buffer.from(JSON.stringify([name, found])));
  const merged = mergedPrice(price, written);
  const { input, output } = merged;
  if (hasUnits(merged)) return merged;
  if (input === undefined || output === undefined) {
    const lacks = input === undefined ? 'input' : 'output';
    const message = `the price list has no price of ${shown(context, path, name)} for ${lacks} tokens`;
    wrong(context, path, 'unknown_price', message, {
      hint: 'write `price: { input: ..., output: ... }` beside it, or in its place',
    });
    return undefined;
  }
  return merged;
}

/** Overlays the listed price with the written one, field by field. */
function mergedPrice(listed: CataloguePrice = {}, written: Partial<Price> = {}): Price {
  const { reasoning_output: _reasoning, tiers, ...rates } = listed;
  const shownTiers = tiers?.map(({ reasoning_output: _output, ...tier }) => tier);
  return {
    ...withoutUnitsOf(rates, written),
    ...(shownTiers === undefined ? {} : { tiers: shownTiers }),
    ...written,
  } as Price;
}

function hasUnits(price: Price): boolean {
  const { per_unit: unit, per_request: request } = price;
  return (
    unit !== undefined || request !== undefined || unitPrices.some(({ field }) => price[field] !== undefined)
  );
}
