/**
 * The wanted tags that a backend as a whole meets, for requests without a model. The file's own names
 * (`extra_capabilities`), such as the place of data, count: each deployment of the backend has to list them, under
 * every endpoint that it serves, or under the one that the tag is scoped to. Capabilities of models do not apply to
 * backends.
 */
import { type EndpointSet, endpointsOf } from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import { allOwnCapabilities } from '../api/endpoints/index.ts';
import { capabilityNames } from '../config/capability-names.ts';
import { parseTag } from './eligibility.ts';
import type { PlannedModel, RoutedConfig } from './routing-table.ts';
import { listed, quoted } from './wording.ts';

const ofModels: ReadonlySet<string> = new Set([...capabilityNames, ...allOwnCapabilities]);
const nobody: readonly PlannedModel[] = [];

/** The number of a backend's deployments that serve an endpoint, and that list each capability there. */
interface Declared {
  served: number;
  readonly servedAt: Map<string, number>;
  /** By capability, and by `ENDPOINT:CAPABILITY`. */
  readonly lists: Map<string, number>;
}

export class BackendTags {
  readonly #endpoints: EndpointSet;
  readonly #declared = new Map<string, Declared>();

  constructor(config: Pick<RoutedConfig, 'models' | 'declaredEndpoints'>) {
    this.#endpoints = endpointsOf(config);
    for (const { deployments } of config.models.values()) {
      for (const { backend, endpoints } of deployments) this.#add(backend, endpoints);
    }
  }

  /** Those of the tags that a backend does not meet. */
  unmet(backend: string, tags: readonly string[]): readonly string[] {
    return tags.filter((tag) => !this.#meets(backend, tag));
  }

  /** The part of a plan that meets all tags. */
  meeting(planned: readonly PlannedModel[], tags: readonly string[]): readonly PlannedModel[] {
    if (tags.length === 0) return planned;
    const meets = (backend: string) => tags.every((tag) => this.#meets(backend, tag));
    const left = planned.map((one) => ({
      ...one,
      eligible: one.eligible.filter(({ deployment }) => meets(deployment.backend)),
    }));
    return left.every(({ eligible }) => eligible.length === 0) ? nobody : left;
  }

  #add(backend: string, endpoints: Readonly<Record<string, readonly string[] | undefined>>): void {
    const declared = this.#declared.get(backend) ?? { served: 0, servedAt: new Map(), lists: new Map() };
    this.#declared.set(backend, declared);
    for (const [endpoint, capabilities] of Object.entries(endpoints)) {
      if (capabilities === undefined) continue;
      declared.served += 1;
      increment(declared.servedAt, endpoint);
      for (const capability of capabilities) {
        if (ofModels.has(capability)) continue;
        increment(declared.lists, capability);
        increment(declared.lists, `${endpoint}:${capability}`);
      }
    }
  }

  #meets(backend: string, tag: string): boolean {
    const { endpoint, capability } = parseTag(tag, this.#endpoints);
    if (ofModels.has(capability)) return true;
    const declared = this.#declared.get(backend);
    if (declared === undefined) return false;
    const times = declared.lists.get(tag);
    return (
      times !== undefined &&
      times === (endpoint === undefined ? declared.served : declared.servedAt.get(endpoint))
    );
  }
}

/** Why nobody takes a request, in words for the client. */
export function unmetByBackends(tags: readonly string[]): string {
  const wanted = listed([...new Set(tags)].map(quoted), 'and');
  return `No backend that could answer meets the routing requirements (${wanted}).`;
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
