import { Catalogue } from '../catalogue/catalogue.ts';
import { readPriceList } from '../catalogue/own-prices.ts';
import { shippedPrices } from '../catalogue/shipped.ts';
import type { Deployment, GatewayFile } from '../schema/generated/file.generated.ts';
import type { Path } from '../text/tree.ts';
import type { PriceConfig } from '../types.ts';
import { type Context, duration, fileAt, isAbsent, shown, wrong } from './context.ts';

/** Where deployments look prices up; nothing is said of names while the operator's own list cannot be read. */
export interface Prices {
  readonly catalogue: Catalogue | undefined;
  /** How old a price may be before a budget should not rest on it. */
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
 * The price of a deployment: what is written, and beside it what the catalogue has under the name that is written. It is
 * filled in where it stands in the file's data, as defaults are, and so is part of what is shown of the file.
 */
export function resolvePrice(
  context: Context,
  path: Path,
  written: Deployment,
  { catalogue }: Prices,
): PriceConfig | undefined {
  const name = written.catalogue;
  if (name !== undefined && !isAbsent(context, [...path, 'catalogue'])) {
    const taken = catalogue && lookUp(context, [...path, 'catalogue'], name, catalogue, written.price);
    // A new map: an anchor may share the one that is written among deployments.
    if (taken !== undefined) written.price = taken;
  }
  if (written.price === undefined) return undefined;
  const { input, output, cached_input: cachedInput = input, cache_write: cacheWrite = input } = written.price;
  // What is missing has been reported, by the schema or above.
  if (input === undefined || output === undefined) return undefined;
  return { input, output, cachedInput: cachedInput ?? input, cacheWrite: cacheWrite ?? input };
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
        ? '`gateway catalogue search WORDS` looks for one; `price` says it without'
        : others.length === 0
          ? undefined
          : `near it too: ${others.join(', ')}`;
    wrong(context, path, 'unknown_price', `no model is listed as ${shown(context, path, name)}${guess}`, {
      hint,
    });
    return undefined;
  }
  const { price } = found.entry;
  // What was taken is part of this version, wherever it lay.
  context.files.include(Buffer.from(JSON.stringify([name, found])));
  const { input, cached_input, cache_write, output } = { ...price, ...written };
  if (input === undefined || output === undefined) {
    const lacks = input === undefined ? 'input' : 'output';
    const message = `the price list has no price of ${shown(context, path, name)} for ${lacks} tokens`;
    wrong(context, path, 'unknown_price', message, {
      hint: 'write `price: { input: ..., output: ... }` beside it, or in its place',
    });
    return undefined;
  }
  return {
    input,
    ...(cached_input === undefined ? {} : { cached_input }),
    ...(cache_write === undefined ? {} : { cache_write }),
    output,
  };
}
