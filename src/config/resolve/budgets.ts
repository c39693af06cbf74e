import { type EndpointName, endpointNames } from '../../api/endpoints/index.ts';
import { globReaches, type KeyConfig, type ModelConfig } from '../types.ts';
import type { Context } from './context.ts';

/**
 * A budget holds only as far as prices are known: a deployment without one would be free of charge. Reports each
 * deployment without a price that some key with a budget can reach, once, in the file that has its model.
 */
export function checkBudgets(
  contextOf: (model: string) => Context,
  keys: Iterable<KeyConfig>,
  models: ReadonlyMap<string, ModelConfig>,
): void {
  const unpriced = [...models.values()].flatMap(({ id, deployments }) =>
    [...deployments.entries()].flatMap(([index, { price, endpoints }]) =>
      price === undefined ? [{ id, index, endpoints }] : [],
    ),
  );
  if (unpriced.length === 0) return;
  const reaches = reachesOf(keys);
  for (const { id, index, endpoints } of unpriced) {
    const found = reaches.filter(
      ({ allowed, budgeted, called }) => allowed(id) && budgeted(id) && isServed(endpoints, called),
    );
    const [first] = found;
    if (first === undefined) continue;
    const others = found.reduce((sum, { count }) => sum + count, 0) - 1;
    const more = others === 0 ? '' : ` (and ${others} more)`;
    const message = `this deployment has no price, and the key "${first.key}"${more} that can reach it has a budget`;
    const context = contextOf(id);
    context.report.atKey(context.tree, ['models', id, 'deployments', index], 'unpriced_budget', message, {
      hint: 'give it a `price: { input: ..., output: ... }` in USD per million tokens; 0 for what costs nothing',
    });
  }
}

/** What keys with a budget may reach, once for all that are alike. */
interface Reach {
  /** The first of them. */
  readonly key: string;
  count: number;
  readonly allowed: (model: string) => boolean;
  readonly budgeted: (model: string) => boolean;
  readonly called: readonly EndpointName[];
}

function reachesOf(keys: Iterable<KeyConfig>): readonly Reach[] {
  const reaches = new Map<string, Reach>();
  for (const { id, limits, models, endpoints } of keys) {
    const globs = budgetedGlobs(limits);
    if (globs === undefined) continue;
    const identity = JSON.stringify([globs, models, endpoints]);
    const known = reaches.get(identity);
    if (known !== undefined) known.count += 1;
    else {
      reaches.set(identity, {
        key: id,
        count: 1,
        allowed: models === undefined ? () => true : matcherOf(models),
        budgeted: matcherOf(globs),
        called: endpoints ?? endpointNames,
      });
    }
  }
  return [...reaches.values()];
}

/** The models that money of a key is counted for; undefined where it has no budget. */
function budgetedGlobs(limits: KeyConfig['limits']): readonly string[] | undefined {
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
