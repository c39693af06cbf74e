/** Compares the file's values for a model with the price list, if a deployment names a model of the list. */

import { endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { CatalogueEntry } from '../../config/catalogue/entry.ts';
import type { Inspect } from '../../config/inspection.ts';
import { budgetedKeys } from '../../config/resolve/prices/budgets.ts';
import { rateFields } from '../../config/resolve/prices/rates.ts';
import { plain } from '../../config/schema/price-words.ts';
import type { Path } from '../../config/text/tree.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { DeploymentConfig } from '../../config/types/models.ts';

/** The fields of a price that make the list unnecessary. */
const needed = ['input', 'cached_input', 'cache_write', 'output'] as const;

/** The allowed difference from the listed price, as a share of it. */
const mostOff = 0.5;
/** USD for a million tokens; a smaller difference is shown as a price per token. */
const least = 0.001;

/** A written price that is far from the listed one. Free of charge is no surprise. */
export const differingPrices: Inspect = (config, found) => {
  for (const { path, deployment, name } of cataloguedOf(config)) {
    const listed = found.prices.catalogue?.find(name)?.entry.price;
    for (const [field, rateOf] of rateFields) {
      const at = [...path, 'price', field];
      const usual = listed?.[field];
      const usd = deployment.price && rateOf(deployment.price);
      if (usual === undefined || usd === undefined || !found.has(at)) continue;
      const isOfTokens = !field.startsWith('per_');
      if ((isOfTokens ? usd < least : usd === 0) || Math.abs(usd - usual) <= usual * mostOff) continue;
      const what = isOfTokens ? ' for a million tokens' : '';
      const message = `${plain(usd)} USD${what} is far from the ${usual} that "${name}" in the price list`;
      found.atValue(at, 'price_differs', message, {
        hint: 'take it out, or name the right model; put an agreed price into a list of your own, `catalogue.file`',
      });
    }
  }
};

/** Outdated prices under a budget; reported once for all of one day. */
export const stalePrices: Inspect = (config, found) => {
  const { catalogue, maxAgeMs } = found.prices;
  const told = new Set<string>();
  const keyOf = budgetedKeys(config, endpointsOf(config));
  for (const { path, deployment, name } of cataloguedOf(config)) {
    const date = catalogue?.find(name)?.date;
    if (date === undefined || told.has(date) || found.now - Date.parse(date) <= maxAgeMs) continue;
    if (needed.every((field) => found.has([...path, 'price', field]))) continue;
    const reached = keyOf(deployment.model, deployment.endpoints);
    if (reached === undefined) continue;
    told.add(date);
    const message = `the price is of ${date}, longer ago than \`catalogue.max_age\`, and the key "${reached.key}" has a budget`;
    found.atValue([...path, 'catalogue'], 'stale_price', message, {
      hint: 'lay newer prices over it with `catalogue.file`, which `gateway catalogue import` makes, or let prices be older',
    });
  }
};

/** A declared capability that the model lacks. The list denies only capabilities that it covers. */
export const deniedCapabilities: Inspect = (config, found) => {
  for (const { path, deployment, name } of cataloguedOf(config)) {
    const entry = found.prices.catalogue?.find(name)?.entry;
    if (entry === undefined) continue;
    for (const capability of deniedBy(entry)) {
      const claimed = Object.entries(deployment.endpoints).find(([, all]) => all?.includes(capability));
      if (claimed === undefined) continue;
      const common = found.itemPath([...path, 'capabilities'], capability);
      const at =
        common.length > path.length + 1
          ? common
          : found.itemPath([...path, 'endpoints', claimed[0]], capability);
      found.atValue(
        at,
        'capability_denied',
        `"${name}" does not have the capability "${capability}", as it is listed`,
        {
          hint: 'take it out, or name the right model; put a tested capability into a list of your own, `catalogue.file`',
        },
      );
    }
  }
};

/** Capabilities by their input. */
const inputs = { vision: 'image', pdf_input: 'pdf', audio_input: 'audio' } as const;

function deniedBy({ modalities, reasoning, function_calling: calls }: CatalogueEntry): readonly string[] {
  const taken = modalities?.input;
  const missing = Object.entries(inputs).filter(([, kind]) => taken?.includes(kind) === false);
  return [
    ...missing.map(([capability]) => capability),
    ...(reasoning === false ? ['reasoning'] : []),
    ...(calls === false ? ['function_calling'] : []),
  ];
}

interface Catalogued {
  readonly path: Path;
  readonly deployment: DeploymentConfig;
  /** The deployment's `catalogue`. */
  readonly name: string;
}

function* cataloguedOf({ models }: Config): Generator<Catalogued> {
  for (const { id, deployments } of models.values()) {
    for (const [index, deployment] of deployments.entries()) {
      const name = deployment.catalogue;
      if (name !== undefined) yield { path: ['models', id, 'deployments', index], deployment, name };
    }
  }
}
