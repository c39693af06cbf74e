/**
 * The most that deployments and their backends take from all keys together: the quotas of the operator's own accounts
 * there.
 */
import { deploymentName } from '../../config/derived/model-names.ts';
import type { BackendConfig } from '../../config/types/backends.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { CapacityLimits } from '../../config/types/limits.ts';
import { concurrencyMeter, type Meter, type Meters, metersIn, metersOf, type Owner } from '../rules.ts';
import { backendOwner, connectionsOwner, deploymentOwner, nameAt } from './owners.ts';

/** Replicas of a deployment whose limits are kept ready. */
const mostReplicas = 1024;

/** The limits of one deployment: its own, and those that it shares with others of its backend. */
export class DeploymentLimits {
  /** `MODEL/NAME`, followed by an @ and the replica for the limits of a replica. */
  readonly key: string;
  /** `MODEL/NAME`. */
  readonly deployment: string;
  readonly list: readonly Meter[];
  /** Its connections, for requests that can wait for one. */
  readonly connections: readonly Meter[];
  readonly #behind = new WeakMap<Meters, Meters>();
  readonly #made: ((replica: string) => DeploymentLimits) | undefined;
  readonly #replicas = new Map<string, DeploymentLimits>();

  /** @param made Makes the limits of one of several equal servers, which has slots of its own. */
  constructor(
    key: string,
    list: readonly Meter[],
    connections: readonly Meter[] = [],
    deployment = key,
    made?: (replica: string) => DeploymentLimits,
  ) {
    this.key = key;
    this.deployment = deployment;
    this.list = list;
    this.connections = connections;
    this.#made = made;
  }

  /** The limits of one of several equal servers. The same object each time. */
  at(replica: string): DeploymentLimits {
    const known = this.#replicas.get(replica);
    if (known !== undefined || this.#made === undefined) return known ?? this;
    if (this.#replicas.size >= mostReplicas) this.#replicas.delete(this.#replicas.keys().next().value!);
    const made = this.#made(replica);
    this.#replicas.set(replica, made);
    return made;
  }

  /** The meters that a request holds already, followed by these. The same object each time. */
  behind(held: Meters): Meters {
    const known = this.#behind.get(held);
    if (known !== undefined) return known;
    const meters = metersOf(held.account, [...held.list, ...this.list], held.isTransient);
    this.#behind.set(held, meters);
    return meters;
  }
}

/** The same object for the same meter. */
const madeAwaited = new WeakMap<Meter, Meter>();

function awaited(meter: Meter): Meter {
  if (meter.kind !== 'concurrency') return meter;
  const known = madeAwaited.get(meter) ?? { ...meter, isAwaited: true };
  madeAwaited.set(meter, known);
  return known;
}

/** The input that limits are made of: those of one server, or of one of several equal ones. */
interface Making {
  readonly key: string;
  readonly backend: BackendConfig;
  readonly limits: CapacityLimits | undefined;
  readonly worker: string;
  readonly isAwaited: boolean;
  /** Its requests can wait for one of its connections. */
  readonly waitsForConnections: boolean;
}

/** One backend's meters are the same objects for all of its deployments. */
type SharedMeters = Map<string, readonly Meter[]>;

/**
 * Slots and connections belong to one server; counts over time belong to the deployment.
 *
 * @param replica The name of one of several equal servers.
 */
function listsOf(
  { key, backend, limits, worker, isAwaited, waitsForConnections }: Making,
  shared: SharedMeters,
  replica?: string,
): { readonly list: readonly Meter[]; readonly connections: readonly Meter[] } {
  const metersAt = (of: CapacityLimits | undefined, owner: (name: string) => Owner, name: string) => {
    if (of === undefined) return [];
    const meters = metersIn(of, undefined, owner(name));
    if (replica === undefined) return meters;
    const slots = metersIn(of, undefined, owner(nameAt(name, replica)));
    return meters.map((meter, index) => (meter.kind === 'concurrency' ? slots[index]! : meter));
  };
  const sharedAs = (name: string, make: () => readonly Meter[]) => {
    const known = shared.get(name) ?? make();
    shared.set(name, known);
    return known;
  };
  const ofBackend = sharedAs(`limits ${nameAt(backend.name, replica)}`, () =>
    metersAt(backend.limits, backendOwner, backend.name),
  );
  const all = [...metersAt(limits, deploymentOwner, key), ...ofBackend];
  return {
    list: isAwaited ? all.map(awaited) : all,
    connections: waitsForConnections
      ? sharedAs(`connections ${nameAt(backend.name, replica)}`, () => [
          awaited(
            concurrencyMeter(
              backend.maxConnections,
              undefined,
              connectionsOwner(nameAt(backend.name, replica), worker),
            ),
          ),
        ])
      : [],
  };
}

/** The deployments whose requests can wait for a connection, by `MODEL/NAME`. */
function waitingForConnections(models: Config['models']): ReadonlySet<string> {
  const queued = [...models.values()].filter(({ queue }) => queue !== undefined);
  const all = queued.flatMap((model) => [model, ...model.fallbacks.flatMap((id) => models.get(id) ?? [])]);
  return new Set(
    all.flatMap(({ deployments }) => deployments.map(({ model, name }) => deploymentName(model, name))),
  );
}

/**
 * The limits of deployments that have some, by `MODEL/NAME`; limits that only their backend sets are filed under the
 * backend's name.
 *
 * @param worker The process that they are for: each has `max_connections` of its own.
 * @param isAwaited Requests may wait for their slots.
 */
export function limitsOfDeployments(
  { backends, models, stateful }: Pick<Config, 'backends' | 'models' | 'stateful'>,
  worker = '',
  isAwaited = false,
): ReadonlyMap<string, DeploymentLimits> {
  const waiting = waitingForConnections(models);
  const shared: SharedMeters = new Map();
  const ofReplicas: SharedMeters = new Map();
  const found = new Map<string, DeploymentLimits>();
  const all = [...models.values()].flatMap(({ deployments }) => deployments);
  for (const { model, name, backend: named, limits } of [...all, ...(stateful?.deployments ?? [])]) {
    const key = deploymentName(model, name);
    const backend = backends.get(named)!;
    const making = { key, backend, limits, worker, isAwaited, waitsForConnections: waiting.has(key) };
    const { list, connections } = listsOf(making, shared);
    if (list.length === 0 && connections.length === 0) continue;
    const made = (replica: string) => {
      // The addresses of a name change from time to time.
      if (ofReplicas.size > mostReplicas) ofReplicas.clear();
      const own = listsOf(making, ofReplicas, replica);
      return new DeploymentLimits(nameAt(key, replica), own.list, own.connections, key);
    };
    const isSeveral = backend.replicas !== undefined;
    found.set(key, new DeploymentLimits(key, list, connections, key, isSeveral ? made : undefined));
  }
  return found;
}
