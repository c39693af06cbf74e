/**
 * The destinations of requests without a model: the backend of the object that they name, else the first healthy one of
 * those in the file. For routing, limits, health and the log such a backend is a deployment of its own name, of no
 * model.
 */
import { type EndpointName, keptEndpoints, type ServedEndpoint } from '../api/endpoints/index.ts';
import type { Config } from '../config/types/gateway.ts';
import type { DeploymentConfig, ModelConfig } from '../config/types/models.ts';
import type { PriceConfig } from '../config/types/prices.ts';
import type { StatefulConfig } from '../config/types/state.ts';
import { BackendTags } from './backend-tags.ts';
import { type Candidate, candidateOf, type PlannedModel, type RoutedConfig } from './routing-table.ts';

const nobody: readonly PlannedModel[] = [];
const nothing: PriceConfig = {
  tokens: undefined,
  units: undefined,
  named: undefined,
  toolCall: undefined,
  request: 0,
  tiers: undefined,
  byService: undefined,
  plain: undefined,
};

/** The plan of requests to an own endpoint that names no model, in the order of its backends. */
export function planWithoutModel(deployments: readonly DeploymentConfig[]): PlannedModel {
  return { model: modelOf(deployments), eligible: deployments.map((deployment) => candidateOf(deployment)) };
}

function modelOf(deployments: readonly DeploymentConfig[]): ModelConfig {
  return {
    id: '',
    at: deployments[0]?.at ?? { file: '', line: 1, column: 1 },
    ownedBy: '',
    displayName: undefined,
    codex: undefined,
    spill: undefined,
    sessionFrom: [],
    queue: undefined,
    description: undefined,
    created: 0,
    balance: 'weighted',
    fallbacks: [],
    mirror: undefined,
    deployments,
  };
}

export class ObjectRoutes {
  readonly #model: ModelConfig;
  readonly #candidates: ReadonlyMap<string, Candidate>;
  readonly #pinned: ReadonlyMap<string, readonly PlannedModel[]>;
  readonly #usual = new Map<EndpointName, readonly PlannedModel[]>();
  /** Backends by whose keys may list what is there. */
  readonly #lists: ReadonlyMap<string, string | undefined>;
  readonly #prices: StatefulConfig['prices'];
  /** The tags that backends meet. */
  readonly tags: BackendTags;

  constructor(
    stateful: StatefulConfig,
    config: Pick<Config, 'backends'> & Pick<RoutedConfig, 'models' | 'declaredEndpoints'>,
  ) {
    const { deployments } = stateful;
    this.#prices = stateful.prices;
    this.tags = new BackendTags(config);
    this.#lists = new Map([...config.backends].map(([name, { lists }]) => [name, lists]));
    this.#model = modelOf(deployments);
    this.#candidates = new Map(deployments.map((one) => [one.backend, candidateOf(one)]));
    this.#pinned = new Map([...this.#candidates].map(([name, one]) => [name, this.#planOf([one])]));
    for (const name of keptEndpoints) {
      const usual = stateful.backends[name] ?? [];
      this.#usual.set(
        name,
        this.#planOf(
          usual.flatMap((backend, place) => {
            const candidate = this.#candidates.get(backend);
            return candidate === undefined ? [] : [candidateOf({ ...candidate.deployment, priority: place })];
          }),
        ),
      );
    }
  }

  /** The one backend that has something, by its name. */
  to(backend: string): readonly PlannedModel[] {
    return this.#pinned.get(backend) ?? nobody;
  }

  /**
   * The price of a request of an endpoint's operation; undefined if unknown. An object that models made had its cost
   * when it was made, and looking at it costs nothing.
   */
  price({ name, answeredBy }: ServedEndpoint): PriceConfig | undefined {
    return answeredBy === 'deployments' ? nothing : this.#prices[name];
  }

  /** The destinations of new objects, in order. */
  usual(endpoint: EndpointName): readonly PlannedModel[] {
    return this.#usual.get(endpoint) ?? nobody;
  }

  /** The only possible place of an object whose place is unknown; empty if there are several. */
  soleBackend(endpoint: EndpointName): readonly PlannedModel[] {
    const usual = this.usual(endpoint);
    return usual[0]?.eligible.length === 1 ? usual : nobody;
  }

  /** The backend whose lists an owner's keys may see, of those where what is new goes. */
  listing(endpoint: EndpointName, owner: string): readonly PlannedModel[] {
    const own = this.usual(endpoint)
      .flatMap(({ eligible }) => eligible)
      .find(({ deployment }) => this.#lists.get(deployment.backend) === owner);
    return own === undefined ? nobody : this.to(own.deployment.backend);
  }

  #planOf(eligible: readonly Candidate[]): readonly PlannedModel[] {
    return eligible.length === 0 ? nobody : [{ model: this.#model, eligible }];
  }
}

/**
 * The part of a plan that may answer a request about an object of a backend: the model that was asked for, there and
 * nowhere else.
 */
export function pinnedTo(
  backend: string,
  wanted: string | undefined,
  planned: readonly PlannedModel[],
): readonly PlannedModel[] {
  const own = planned.find(({ model, asked = model.id }) => asked === wanted);
  const eligible = own?.eligible.filter(({ deployment }) => deployment.backend === backend) ?? [];
  return eligible.length === 0 ? nobody : [{ ...own!, eligible }];
}
