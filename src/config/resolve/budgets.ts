import type { Path } from '../text/tree.ts';
import { type EndpointName, endpointNames, type KeyConfig, type ModelConfig } from '../types.ts';
import { type Context, wrong } from './context.ts';

/** A key, and where its rule stands in which file. */
export interface BudgetedKey {
  readonly context: Context;
  readonly path: Path;
  readonly key: KeyConfig;
}

/**
 * A budget holds only as far as prices are known: a deployment without one would be free of charge. Reports for each
 * key with a budget the first such deployment that it can reach.
 */
export function checkBudgets(keys: readonly BudgetedKey[], models: ReadonlyMap<string, ModelConfig>): void {
  const unpriced = [...models.values()].flatMap(({ deployments }) =>
    deployments.filter(({ price }) => price === undefined),
  );
  if (unpriced.length === 0) return;
  for (const { context, path, key } of keys) {
    const budgeted = budgetedModels(key);
    if (budgeted === undefined) continue;
    const allowed = key.models === undefined ? undefined : matcherOf(key.models);
    const found = unpriced.find(
      ({ model, endpoints }) =>
        (allowed?.(model) ?? true) && budgeted(model) && isServed(endpoints, key.endpoints ?? endpointNames),
    );
    if (found === undefined) continue;
    const message = `the key "${key.id}" has a budget and can reach "${found.model}/${found.name}", which has no price`;
    wrong(context, path, 'unpriced_budget', message, { hint: 'give that deployment a `price`' });
  }
}

/** The models that money of a key is counted for; undefined where it has no budget. */
function budgetedModels({ limits }: KeyConfig): ((model: string) => boolean) | undefined {
  if (limits === undefined) return undefined;
  if (limits.budget !== undefined) return () => true;
  const globs = [...limits.perModel].filter(([, { budget }]) => budget !== undefined).map(([glob]) => glob);
  return globs.length === 0 ? undefined : matcherOf(globs);
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
  return (model) => patterns.some((pattern) => pattern.test(model));
}
