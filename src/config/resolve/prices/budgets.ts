import type { EndpointSet } from '../../../api/endpoints/declared-endpoints/endpoint-set.ts';
import {
  type CountableUnit,
  countableUnits,
  type EndpointName,
  isFree,
  type ServedEndpoint,
} from '../../../api/endpoints/index.ts';
import { units } from '../../../observe/units/index.ts';
import { modelLists } from '../../derived/allowed-models.ts';
import { globReaches } from '../../derived/model-names.ts';
import { nodeAt } from '../../text/tree.ts';
import type { Config } from '../../types/gateway.ts';
import type { RateLimit } from '../../types/limits.ts';
import type { ModelConfig } from '../../types/models.ts';
import type { PriceConfig } from '../../types/prices.ts';
import type { Context } from '../context.ts';
import type { KeptEndpoints } from '../endpoints/kept.ts';

/** Keys, and the groups whose limits hold them too. */
export type HeldKeys = Pick<Config, 'keys' | 'groups'>;

/**
 * A budget holds only as far as prices are known: what has none would be free of charge. Reports each deployment that
 * some key with a budget can reach without a price for what is counted there, once, in the file that has its model.
 */
export function checkBudgets(
  contextOf: (model: string) => Context,
  held: HeldKeys,
  models: ReadonlyMap<string, ModelConfig>,
  all: EndpointSet,
): void {
  const lacking = [...models.values()].flatMap(({ id, deployments }) =>
    [...deployments.entries()].flatMap(([index, { price, endpoints }]) =>
      lacksOf(price, endpoints, all).map((lack) => ({ id, index, lack })),
    ),
  );
  if (lacking.length === 0) return;
  const keyOf = budgetedKeys(held, all);
  const told = new Set<string>();
  for (const { id, index, lack } of lacking) {
    const place = `${id}\n${index}`;
    const found = told.has(place) ? undefined : keyOf(id, lack.endpoints);
    if (found === undefined) continue;
    told.add(place);
    const message = `this deployment has no price${lack.what}, and the key ${whose(found)}`;
    const context = contextOf(id);
    // A price that is there and is wrong has been told.
    if (context.report.hasWithin(context.tree, ['models', id, 'deployments', index, 'price'])) continue;
    context.report.atKey(context.tree, ['models', id, 'deployments', index], 'unpriced_budget', message, {
      hint: lack.hint,
    });
  }
}

/** The same of endpoints whose requests name no model: a budget for all models holds them too. */
export function checkEndpointBudgets(
  context: Context,
  held: HeldKeys,
  settings: Config['endpoints'],
  all: EndpointSet,
): void {
  const keyOf = budgetedKeys(held, all);
  for (const { name } of all.declared) {
    const [deployment] = settings[name]?.deployments ?? [];
    if (deployment === undefined) continue;
    const [lack] = lacksOf(deployment.price, deployment.endpoints, all);
    const found = lack && keyOf(undefined, lack.endpoints);
    if (found === undefined) continue;
    const message = `${name} has no price, and the key "${found.key}" that can call it has a budget`;
    const hint = lack!.hint;
    context.report.atKey(context.tree, ['endpoints', name], 'unpriced_budget', message, { hint });
  }
}

/** The same of endpoints for what backends keep: a request is of no model, so a key reaches it whatever its models are. */
export function checkKeptBudgets(
  context: Context,
  held: HeldKeys,
  kept: KeptEndpoints | undefined,
  all: EndpointSet,
): void {
  const lacking = (kept?.endpoints ?? []).filter(
    (name) => all.of(name).answeredBy === 'backends' && kept?.prices[name] === undefined,
  );
  if (lacking.length === 0) return;
  const reaches = reachesOf(held, all).filter(({ budgeted }) => budgeted(''));
  for (const name of lacking) {
    const { grant } = all.of(name);
    // Told of the one that it goes with.
    if (typeof grant === 'object' && lacking.includes(grant.with as EndpointName)) continue;
    const found = firstOf(reaches.filter(({ called }) => called.includes(name)));
    if (found === undefined) continue;
    const message = `${name} has no price, and the key ${whose(found)}`;
    const own = ['endpoints', name];
    const path = nodeAt(context.tree, own) === undefined ? ['stateful', 'endpoints'] : own;
    const hint = `write \`endpoints: { ${name}: { price: { per_request: ... } } }\`, in USD; 0 if it is free`;
    context.report.atKey(context.tree, path, 'unpriced_budget', message, { hint });
  }
}

/** A key, and whose budget it is. */
function whose({ key, group, others }: ReachingKey): string {
  const more = others === 0 ? '' : ` (and ${others} more)`;
  const of = group === undefined ? '' : ` of the group "${group}"`;
  return `"${key}"${more} that can reach it has a budget${of}`;
}

type Served = ModelConfig['deployments'][number]['endpoints'];

/** The missing parts of a price, and the endpoints concerned, without those that are free by nature. */
export interface Lack {
  readonly endpoints: Served;
  readonly what: string;
  readonly hint: string;
}

const tokensHint =
  'give it a `price: { input: ..., output: ... }` in USD per million tokens; 0 if it is free';

/** The field of a price for a unit. */
function fieldOf(unit: CountableUnit): string {
  if (unit === 'tokens') return 'input: ..., output: ...';
  return unit === 'named' ? 'per_unit: { ... }' : `${units[unit].prices[0].field}: ...`;
}

export function lacksOf(
  price: PriceConfig | undefined,
  endpoints: Served,
  all: EndpointSet,
): readonly Lack[] {
  const own = all.names.filter((name) => endpoints[name] !== undefined && !isFree(all.of(name)));
  const unpriced = own.filter((name) => !isPriced(price, all.of(name)));
  const isOfTokens = (name: EndpointName) => countableUnits(all.of(name))[0] === 'tokens';
  if (price === undefined && own.every(isOfTokens)) {
    const counted = Object.fromEntries(own.map((name) => [name, endpoints[name]!]));
    return own.length === 0 ? [] : [{ endpoints: counted, what: '', hint: tokensHint }];
  }
  return unpriced.map((name): Lack => {
    const countable = countableUnits(all.of(name));
    const fields = countable.map(fieldOf);
    const [unit] = countable.includes('named') ? [] : Object.keys(price?.named ?? {});
    const estimate =
      unit === undefined
        ? ''
        : `say what a request takes, \`endpoints.${name}.estimate: { ${unit}: 1 }\`, so that \`per_unit\` can be counted by; or `;
    return {
      endpoints: { [name]: endpoints[name]! },
      what: price === undefined && countable.length > 0 ? '' : ` that ${name} can be counted by`,
      hint: `${estimate}give it a ${[...fields, 'per_request: ...'].map((field) => `\`price: { ${field} }\``).join(', or ')}, in USD; 0 if it is free`,
    };
  });
}

/** True if every answer of an endpoint has a cost under a price. */
function isPriced(price: PriceConfig | undefined, endpoint: ServedEndpoint): boolean {
  if (price === undefined) return false;
  if (price.request !== undefined) return true;
  const named = endpoint.estimate.units?.named ?? {};
  return countableUnits(endpoint).some((unit) => {
    if (unit === 'tokens') return price.tokens !== undefined;
    if (unit === 'named') return Object.keys(named).some((name) => price.named?.[name] !== undefined);
    return price.units?.some(({ counter }) => counter === unit) === true;
  });
}

/**
 * Finds the first key with a budget that can reach a deployment, by its model (undefined where requests name none) and
 * endpoints, and how many others can.
 */
export function budgetedKeys(
  held: HeldKeys,
  all: EndpointSet,
): (
  model: string | undefined,
  endpoints: ModelConfig['deployments'][number]['endpoints'],
) => ReachingKey | undefined {
  const reaches = reachesOf(held, all);
  return (model, endpoints) => {
    return firstOf(
      reaches.filter(
        ({ allowed, budgeted, called }) =>
          (model === undefined || allowed(model)) && budgeted(model ?? '') && isServed(endpoints, called),
      ),
    );
  };
}

/** A key with a budget, the group that has the budget where it is not its own, and how many other keys are like it. */
interface ReachingKey {
  readonly key: string;
  readonly group: string | undefined;
  readonly others: number;
}

function firstOf(found: readonly Reach[]): ReachingKey | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const { key, group } = first;
  return { key, group, others: found.reduce((sum, { count }) => sum + count, 0) - 1 };
}

/** The models that keys with a budget may reach, once for all equal keys. */
interface Reach {
  /** The first of them. */
  readonly key: string;
  /** The one of its groups that has the budget; undefined for its own. */
  readonly group: string | undefined;
  count: number;
  readonly allowed: (model: string) => boolean;
  readonly budgeted: (model: string) => boolean;
  readonly called: readonly EndpointName[];
}

function reachesOf({ keys, groups }: HeldKeys, all: EndpointSet): readonly Reach[] {
  const reaches = new Map<string, Reach>();
  for (const key of keys.values()) {
    const { id, endpoints } = key;
    const holders = [
      { name: undefined, limits: key.limits },
      { name: undefined, limits: key.endUsers?.limits },
      ...key.groups.map((name) => ({ name, limits: groups.get(name)?.limits })),
    ];
    const budgets = holders.flatMap(({ name, limits }) => {
      const globs = budgetedGlobs(limits);
      return globs === undefined ? [] : [{ name, globs }];
    });
    const [first] = budgets;
    if (first === undefined) continue;
    const globs = budgets.flatMap((budget) => budget.globs);
    const allows = modelLists(key);
    const identity = JSON.stringify([globs, allows, endpoints]);
    const known = reaches.get(identity);
    if (known !== undefined) known.count += 1;
    else {
      const matchers = allows.map(matcherOf);
      reaches.set(identity, {
        key: id,
        group: first.name,
        count: 1,
        allowed: (model) => matchers.every((matches) => matches(model)),
        budgeted: matcherOf(globs),
        called: endpoints ?? all.names,
      });
    }
  }
  return [...reaches.values()];
}

/** The models that money of a key is counted for; undefined where it has no budget. */
function budgetedGlobs(limits: RateLimit | undefined): readonly string[] | undefined {
  if (limits === undefined) return undefined;
  if (limits.budget !== undefined) return ['*'];
  const globs = [...limits.perModel].filter(([, { budget }]) => budget !== undefined).map(([glob]) => glob);
  return globs.length === 0 ? undefined : globs;
}

function isServed(
  served: ModelConfig['deployments'][number]['endpoints'],
  allowed: readonly EndpointName[],
): boolean {
  return allowed.some((endpoint) => served[endpoint] !== undefined);
}

function matcherOf(globs: readonly string[]): (model: string) => boolean {
  const patterns = globs.map((glob) => {
    const pieces = glob.split(/\*+/).map((piece) => piece.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
    return new RegExp(`^${pieces.join('.*')}$`, 's');
  });
  return (model) =>
    patterns.some((pattern) => pattern.test(model)) || globs.some((glob) => globReaches(glob, model));
}
