/**
 * Models that a body names beside its own: each has to be one that the key may use, on the same backend as the deployment
 * that answers, where the vendor runs it within the same call. The pipeline and `explain` both ask here.
 */
import type { EndpointName } from '../api/endpoints/index.ts';
import type { NestedModel, NestedModels, NestedPlace } from '../api/endpoints/nested-models.ts';
import { modelLists } from '../config/derived/allowed-models.ts';
import { hasBudget } from '../config/derived/has-budget.ts';
import type { Config } from '../config/types/gateway.ts';
import type { KeyConfig } from '../config/types/keys.ts';
import type { DeploymentConfig } from '../config/types/models.ts';
import { compileGlob } from '../lib/glob.ts';
import { isSameModel } from './batch-prices.ts';
import type { Question } from './chain.ts';
import { isEligible } from './plan.ts';
import {
  type Candidate,
  calledFor,
  type PlannedModel,
  type RoutingTable,
  routesOf,
} from './routing-table.ts';
import { quoted } from './wording.ts';

/** The key, as far as it decides on further models; undefined stands for a key that may use everything. */
export interface NestingKey {
  readonly config: KeyConfig;
  allowsEndpoint(endpoint: EndpointName): boolean;
}

/** The part of a configuration that decides on further models, made when it is loaded. */
export class NestingRules {
  readonly #config: Pick<Config, 'backends' | 'groups' | 'models'>;
  readonly #never: readonly ((keyId: string) => boolean)[];

  constructor({ backends, groups, models, never }: Pick<Config, 'backends' | 'groups' | 'models' | 'never'>) {
    this.#config = { backends, groups, models };
    this.#never = never.map(({ request: { key } }) => (key === undefined ? () => true : compileGlob(key)));
  }

  /** A cloud's envelope is put around what goes to the backend. */
  isEnveloped(backend: string): boolean {
    return this.#config.backends.get(backend)?.wire !== undefined;
  }

  /** The deployment that a backend's own name for a model leads to, the first in the file; undefined where none does. */
  deploymentOn(backend: string, upstreamModel: string): DeploymentConfig | undefined {
    for (const { deployments } of this.#config.models.values()) {
      const found = deployments.find(
        (one) => one.backend === backend && isSameModel(one.upstreamModel, upstreamModel),
      );
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Something of what it spends, or of what the groups above it do, is bounded. */
  hasBudget(key: KeyConfig): boolean {
    return hasBudget(key, this.#config.groups);
  }

  /** Why a key can not leave the choice of a model to the vendor; undefined where it can. */
  whyBound(key: KeyConfig): string | undefined {
    if (modelLists(key).length > 0) return 'the key may use some models only';
    if (this.hasBudget(key)) return 'the key has a budget';
    return this.#never.some((isMeant) => isMeant(key.id)) ? 'the key is held by `never`' : undefined;
  }
}

/** A backend's name for each further model, and the deployment whose price it has. */
export type NestedNames = ReadonlyMap<string, Candidate>;

/** A deployment that is passed over, and the sentence that follows its name. */
export interface PassedOver {
  readonly key: string;
  readonly why: string;
}

/** Why a request is refused for a model that it names. */
export interface NestedRefusal {
  readonly item: string;
  readonly path: string;
  readonly type: string | undefined;
  readonly why: string;
}

export type NestedPlan =
  | {
      readonly models: readonly PlannedModel[];
      /** By backend. */
      readonly names: ReadonlyMap<string, NestedNames>;
      readonly passedOver: readonly PassedOver[];
      readonly refusal?: undefined;
    }
  | { readonly refusal: NestedRefusal; readonly passedOver: readonly PassedOver[] };

/** Takes those of a plan that can run every further model of a request; a refusal where nobody is left. */
export function planNested(
  table: RoutingTable,
  question: Question,
  nested: NestedModels,
  rules: NestingRules,
  key: NestingKey | undefined,
  planned: readonly PlannedModel[],
): NestedPlan {
  const search = new NestedSearch(table, question, nested, rules, key);
  const refusal = search.refused();
  if (refusal !== undefined) return { refusal, passedOver: [] };
  const passedOver: PassedOver[] = [];
  let first: NestedRefusal | undefined;
  const models: PlannedModel[] = [];
  for (const one of planned) {
    const eligible = one.eligible.filter((candidate) => {
      const against = search.against(candidate);
      if (against === undefined) return true;
      first ??= against;
      passedOver.push({ key: candidate.key, why: `${against.item}: ${against.why}` });
      return false;
    });
    if (eligible.length > 0) models.push({ ...one, eligible });
  }
  if (models.length === 0 && first !== undefined) return { refusal: first, passedOver };
  return { models, names: search.names, passedOver };
}

class NestedSearch {
  readonly names = new Map<string, Map<string, Candidate>>();
  readonly #table: RoutingTable;
  readonly #question: Question;
  readonly #nested: NestedModels;
  /** One of each model and place: a body may name the same ten thousand times. */
  readonly #distinct: readonly NestedModel[];
  readonly #rules: NestingRules;
  readonly #key: NestingKey | undefined;
  readonly #bound: string | undefined;
  readonly #verdicts = new Map<string, NestedRefusal | undefined>();

  constructor(
    table: RoutingTable,
    question: Question,
    nested: NestedModels,
    rules: NestingRules,
    key: NestingKey | undefined,
  ) {
    this.#table = table;
    this.#question = question;
    this.#nested = nested;
    this.#rules = rules;
    this.#key = key;
    this.#bound = nested.open && key && rules.whyBound(key.config);
    this.#distinct = distinct(nested.named);
  }

  /** The refusal that no deployment could change. */
  refused(): NestedRefusal | undefined {
    const { named, open } = this.#nested;
    if (this.#key?.config.nestedModels === 'refuse') {
      const why = 'the key may name no models within a request';
      return named[0] === undefined ? refusedField(open!, why) : refusedName(named[0], why);
    }
    for (const one of this.#distinct) {
      if (routesOf(this.#table, one.model) === undefined) {
        return refusedName(one, `the model ${shown(one.model)} does not exist`);
      }
      if (!this.#question.allows(one.model)) {
        return refusedName(one, `the key may not use ${shown(one.model)}`);
      }
    }
    return undefined;
  }

  /** The objection to a deployment; undefined for none. Equal questions have equal answers. */
  against({ deployment: { backend }, translation }: Candidate): NestedRefusal | undefined {
    const name = `${translation === undefined ? 'native' : 'translated'} ${backend}`;
    if (this.#verdicts.has(name)) return this.#verdicts.get(name);
    const verdict = this.#judge(backend, translation !== undefined);
    this.#verdicts.set(name, verdict);
    return verdict;
  }

  #judge(backend: string, isTranslated: boolean): NestedRefusal | undefined {
    const { open } = this.#nested;
    if (open !== undefined && !isTranslated) {
      if (this.#bound !== undefined) {
        return refusedField(
          open,
          `it can reach any model of the account, and ${this.#bound}; name the models`,
        );
      }
      if (this.#rules.isEnveloped(backend)) return refusedField(open, notOfCloud);
    }
    for (const one of this.#distinct) {
      if (isTranslated) {
        if (one.place.isLeftOut === true) continue;
        return refusedName(one, 'the model that was asked for is served through another dialect, without it');
      }
      if (one.place.isOfVendor === true && this.#rules.isEnveloped(backend))
        return refusedName(one, notOfCloud);
      const runner = this.#runnerOf(one, backend);
      if (runner === undefined) {
        const why = `${shown(one.model)} is not served where the model that was asked for is`;
        return refusedName(one, why);
      }
      const names = this.names.get(backend) ?? new Map<string, Candidate>();
      names.set(one.model, runner);
      this.names.set(backend, names);
    }
    return undefined;
  }

  /** The deployment of a further model on a backend. */
  #runnerOf({ model, place }: NestedModel, backend: string): Candidate | undefined {
    const { endpoint, tags } = this.#question;
    const routes = routesOf(this.#table, model)!;
    const { as } = place;
    const other = as as EndpointName | undefined;
    const mayUse = other !== undefined && this.#key?.allowsEndpoint(other) !== false;
    const endpoints = mayUse ? [endpoint, other] : [endpoint];
    for (const one of endpoints) {
      const all = routes.candidates[one];
      const own = all?.eligible.find(
        (candidate) =>
          candidate.deployment.backend === backend &&
          candidate.translation === undefined &&
          isEligible(candidate, tags),
      );
      if (own !== undefined)
        return calledFor(routes, { model: routes.model, eligible: [own] }, model).eligible[0];
    }
    return undefined;
  }
}

const notOfCloud =
  "it exists on the vendor's own API alone, and the model that was asked for is behind a cloud's";

function distinct(named: readonly NestedModel[]): readonly NestedModel[] {
  const met = new Map<NestedPlace, Set<string>>();
  return named.filter(({ place, model }) => {
    const models = met.get(place) ?? new Set();
    met.set(place, models);
    return models.size < models.add(model).size;
  });
}

/** A name as clients sent it: cut where it is long, safe to print. */
function shown(model: string): string {
  return quoted(model).slice(1, -1);
}

function refusedName({ item, path, type }: NestedModel, why: string): NestedRefusal {
  return { item, path, type, why };
}

function refusedField({ at: [field] }: NestedPlace, why: string): NestedRefusal {
  return { item: field, path: field, type: undefined, why };
}
