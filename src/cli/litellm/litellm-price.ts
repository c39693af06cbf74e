/** The costs in LiteLLM's entries, as `price` of a deployment. */
import { type BuiltInName, endpoints } from '../../api/endpoints/index.ts';
import { countedUnits } from '../../observe/units/index.ts';
import { type Fields, number } from './read-litellm.ts';

const perToken = {
  input: 'input_cost_per_token',
  output: 'output_cost_per_token',
  cachedInput: 'cache_read_input_token_cost',
  cacheWrite: 'cache_creation_input_token_cost',
} as const;

/** Fields of entries that a price is made of. */
export const costFields: ReadonlySet<string> = new Set([
  ...Object.values(perToken),
  ...countedUnits.flatMap(({ litellm }) => litellm.fields),
]);

/** The prices of what answers of an endpoint are counted by beside tokens. */
function unitPrices(costs: Fields, endpoint: BuiltInName | undefined): readonly string[] {
  const counted = endpoint === undefined ? {} : (endpoints[endpoint].estimate.units ?? {});
  return countedUnits.flatMap(({ counter, litellm: { fields, price, times } }) => {
    const cost = fields.map((name) => number(costs[name])).find((one) => one !== undefined);
    if (cost === undefined || !(counter in counted)) return [];
    return [`${price}: ${Number((cost * times).toPrecision(12))}`];
  });
}

/** Theirs is per token, ours per million. */
export function priceOf(costs: Fields, endpoint: BuiltInName | undefined): string | undefined {
  const million = (name: string) => {
    const cost = number(costs[name]);
    return cost === undefined ? undefined : Number((cost * 1e6).toPrecision(12));
  };
  const input = million(perToken.input);
  const output = million(perToken.output);
  const units = unitPrices(costs, endpoint);
  if (input === undefined || output === undefined)
    return units.length === 0 ? undefined : `{ ${units.join(', ')} }`;
  const cached = million(perToken.cachedInput);
  const write = million(perToken.cacheWrite);
  const cache = [
    ...(cached === undefined ? [] : [`cached_input: ${cached}`]),
    ...(write === undefined ? [] : [`cache_write: ${write}`]),
  ];
  return `{ ${[`input: ${input}`, ...cache, `output: ${output}`, ...units].join(', ')} }`;
}
