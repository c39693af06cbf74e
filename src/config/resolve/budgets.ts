import { type EndpointName, endpointNames } from '../../api/endpoints/index.ts';
import { type Config, globReaches, type ModelConfig, modelLists, type RateLimit } from '../types.ts';
import type { Context } from './context.ts';

/** Keys, and the groups whose limits hold them too. */
export type HeldKeys = Pick<Config, 'keys' | 'groups'>;

/**
 * A budget holds only as far as prices are known: a deployment without one would be free of charge. Reports each
 * deployment without a price that some key with a budget can reach, once, in the file that has its model.
 */
export function checkBudgets(
  contextOf: (model: string) => Context,
  held: HeldKeys,
  models: ReadonlyMap<string, ModelConfig>,
): void {
  const unpriced = [...models.values()].flatMap(({ id, deployments }) =>
    [...deployments.entries()].flatMap(([index, { price, endpoints }]) =>
      price === undefined ? [{ id, index, endpoints }] : [],
    ),
  );
  if (unpriced.length === 0) return;
  const keyOf = budgetedKeys(held);
  for (const { id, index, endpoints } of unpriced) {
    const found = keyOf(id, endpoints);
    if (found === undefined) continue;
    const more = found.others === 0 ? '' : ` (and ${found.others} more)`;
    const of = found.group === undefined ? '' : ` of the group "${found.group}"`;
    const message = `this deployment has no price, and the key "${found.key}"${more} that can reach it has a budget${of}`;
    const context = contextOf(id);
    context.report.atKey(context.tree, ['models', id, 'deployments', index], 'unpriced_budget', message, {
      hint: 'give it a `price: { input: ..., output: ... }` in USD per million tokens; 0 for what costs nothing',
    });
  }
}

/** Finds the first key with a budget that can reach a deployment, by its model and endpoints, and how many others can. */
export function budgetedKeys(
  held: HeldKeys,
): (
  model: string,
  endpoints: ModelConfig['deployments'][number]['endpoints'],
) => { readonly key: string; readonly group: string | undefined; readonly others: number } | undefined {
  const reaches = reachesOf(held);
  return (model, endpoints) => {
    const found = reaches.filter(
      ({ allowed, budgeted, called }) => allowed(model) && budgeted(model) && isServed(endpoints, called),
    );
    const [first] = found;
    if (first === undefined) return undefined;
    const { key, group } = first;
    return { key, group, others: found.reduce((sum, { count }) => sum + count, 0) - 1 };
  };
}

/** What keys with a budget may reach, once for all that are alike. */
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

function reachesOf({ keys, groups }: HeldKeys): readonly Reach[] {
  const reaches = new Map<string, Reach>();
  for (const key of keys.values()) {
    const { id, endpoints } = key;
    const holders = [
      { name: undefined, limits: key.limits },
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
        called: endpoints ?? endpointNames,
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
