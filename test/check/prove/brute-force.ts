/**
 * Every request that a small configuration can be sent, under everything that can fail: the planner's own functions are
 * asked about each, and attempts are made one after the other as they are for a request.
 */
import { type EndpointName, endpointNames } from '../../../src/api/endpoints/index.ts';
import type { NestedModels } from '../../../src/api/endpoints/nested-models.ts';
import type { Config } from '../../../src/config/types/gateway.ts';
import type { KeyConfig } from '../../../src/config/types/keys.ts';
import type { NeverAssertion } from '../../../src/config/types/tests.ts';
import { clientKey, type Key } from '../../../src/keys/keyring.ts';
import { attemptAllowance } from '../../../src/routing/attempts/retries.ts';
import { NestingRules, planNested } from '../../../src/routing/nested-models.ts';
import { plannedModels } from '../../../src/routing/plan.ts';
import { type PlannedModel, type RoutingTable, routingTable } from '../../../src/routing/routing-table.ts';
import { idsAsked, tagsAsked } from './random-files.ts';

export interface Request {
  readonly key: KeyConfig;
  readonly endpoint: EndpointName;
  readonly model: string | undefined;
  readonly models: readonly string[];
  readonly tags: readonly string[];
}

/** How one deployment is: it answers, attempts on it fail, or it is not tried at all. */
type State = 'up' | 'fails' | 'out';

export class BruteForce {
  readonly #config: Config;
  readonly #table: RoutingTable;
  readonly #rules: NestingRules;
  readonly #reached = new Map<string, ReadonlySet<string>>();
  readonly #keys = new Map<KeyConfig, Key>();

  constructor(config: Config) {
    this.#config = config;
    this.#table = routingTable(config);
    this.#rules = new NestingRules(config);
  }

  /** The models of its plan; none where it is refused. */
  #planned({ key: config, ...request }: Request): readonly PlannedModel[] {
    const key = this.#keys.get(config) ?? clientKey(config);
    this.#keys.set(config, key);
    if (!key.allowsEndpoint(request.endpoint)) return [];
    return plannedModels(this.#table, {
      ...request,
      tags: [...request.tags, ...config.tags],
      allows: key.allowsModel,
    });
  }

  /** `MODEL/NAME` of all that an attempt is made on, in any order and whatever fails. */
  reached(request: Request): ReadonlySet<string> {
    const models = this.#planned(request);
    const name = models.map(({ eligible }) => eligible.map(({ key }) => key).join()).join(';');
    const known = this.#reached.get(name);
    if (known !== undefined) return known;
    const reached = new Set<string>();
    const all = models.flatMap(({ eligible }) => eligible.map(({ key }) => key));
    for (const orders of arrangements(models)) {
      for (const failing of ['fails', 'out'] as const) {
        for (const down of subsets(all)) {
          const states = new Map<string, State>(down.map((key) => [key, failing]));
          for (const key of this.#attempts(orders, states).tried) reached.add(key);
        }
      }
    }
    this.#reached.set(name, reached);
    return reached;
  }

  /**
   * `MODEL/NAME` of all that the vendor runs within an attempt, as the body names it. Where the choice is the vendor's it is
   * every deployment of the backend.
   */
  reachedWithin(request: Request, nested: NestedModels): ReadonlySet<string> {
    const { key: config } = request;
    const key = clientKey(config);
    const question = { ...request, tags: [...request.tags, ...config.tags], allows: key.allowsModel };
    const asking = { config, allowsEndpoint: (name: EndpointName) => key.allowsEndpoint(name) };
    const found = planNested(this.#table, question, nested, this.#rules, asking, this.#planned(request));
    const reached = new Set<string>();
    if (found.refusal !== undefined) return reached;
    for (const { eligible } of found.models) {
      for (const { deployment } of eligible) {
        for (const { key } of found.names.get(deployment.backend)?.values() ?? []) reached.add(key);
        if (nested.open !== undefined) for (const key of this.#at(deployment.backend)) reached.add(key);
      }
    }
    return reached;
  }

  #at(backend: string): readonly string[] {
    return [...this.#config.models.values()].flatMap(({ id, deployments }) =>
      deployments.filter((one) => one.backend === backend).map(({ name }) => `${id}/${name}`),
    );
  }

  /** Whether a request is answered in every order, whether what is down is known to be out or not; undefined with no plan. */
  isServed(request: Request, backends: readonly string[]): boolean | undefined {
    const models = this.#planned(request);
    if (models.length === 0) return undefined;
    const down = models.flatMap(({ eligible }) =>
      eligible.filter(({ deployment }) => backends.includes(deployment.backend)).map(({ key }) => key),
    );
    return arrangements(models).every((orders) =>
      subsets(down).every((known) => {
        const states = new Map<string, State>(
          down.map((key) => [key, known.includes(key) ? 'out' : 'fails']),
        );
        return this.#attempts(orders, states).isAnswered;
      }),
    );
  }

  #attempts(orders: readonly (readonly string[])[], states: ReadonlyMap<string, State>) {
    const tried: string[] = [];
    for (const [place, order] of orders.entries()) {
      const modelsToCome = orders.length - place - 1;
      const { maxAttempts: maxPerModel } = this.#config.routing;
      const allowed = attemptAllowance({ made: tried.length, modelsToCome, maxPerModel });
      for (const key of order.filter((one) => states.get(one) !== 'out').slice(0, allowed)) {
        tried.push(key);
        if (!states.has(key)) return { tried, isAnswered: true };
      }
    }
    return { tried, isAnswered: false };
  }
}

/** The models that a request can name: up to three, the fewest first. */
const chains: readonly Pick<Request, 'model' | 'models'>[] = [
  ...lists(idsAsked, 3)
    .filter((models) => models.length > 0)
    .map((models) => ({ model: undefined, models })),
  ...[...idsAsked, 'unknown'].flatMap((model) => lists(idsAsked, 2).map((models) => ({ model, models }))),
].sort((one, other) => sizeOf({ ...one, tags: [] }) - sizeOf({ ...other, tags: [] }));

const tagSets: readonly (readonly string[])[] = [...subsets(tagsAsked)].sort(
  (one, other) => one.length - other.length,
);

/** Every request that an assertion is about, but for its key; those that say least come first. */
export function* requests(asserted: NeverAssertion['request']): Generator<Omit<Request, 'key'>> {
  const endpoints = endpointNames.filter((name) => (asserted.endpoint ?? name) === name);
  const tagsMeant = tagSets.filter((tags) => (asserted.tags ?? []).every((tag) => tags.includes(tag)));
  const chainsMeant = chains.filter(
    ({ model, models }) =>
      (asserted.model ?? model) === model &&
      (asserted.models === undefined || asserted.models.join() === models.join()),
  );
  for (const chain of chainsMeant) {
    for (const tags of tagsMeant) {
      for (const endpoint of endpoints) yield { endpoint, tags, ...chain };
    }
  }
}

/** How much a request says: a model more weighs more than any tags. */
export function sizeOf({ model, models, tags }: Pick<Request, 'model' | 'models' | 'tags'>): number {
  return ((model === undefined ? 0 : 1) + models.length) * 100 + tags.length;
}

/** All orders of each model's deployments, in all combinations. */
function arrangements(models: readonly PlannedModel[]): readonly (readonly (readonly string[])[])[] {
  return models.reduce<readonly (readonly (readonly string[])[])[]>(
    (before, { eligible }) => {
      const orders = lists(
        eligible.map(({ key }) => key),
        eligible.length,
      ).filter(({ length }) => length === eligible.length);
      return before.flatMap((earlier) => orders.map((order) => [...earlier, order]));
    },
    [[]],
  );
}

/** Lists of different items, of every length up to one. */
export function lists<Item>(items: readonly Item[], longest: number): readonly (readonly Item[])[] {
  if (longest === 0) return [[]];
  return [
    [],
    ...items.flatMap((first) =>
      lists(
        items.filter((item) => item !== first),
        longest - 1,
      ).map((rest) => [first, ...rest]),
    ),
  ];
}

export function subsets<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return items.reduce<readonly (readonly Item[])[]>(
    (before, item) => before.concat(before.map((subset) => [...subset, item])),
    [[]],
  );
}
