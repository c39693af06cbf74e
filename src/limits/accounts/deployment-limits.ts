/** What deployments and their backends take at most, whoever asks: quotas of the operator's own accounts there. */
import { deploymentName } from '../../config/derived/model-names.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { ModelConfig } from '../../config/types/models.ts';
import { concurrencyMeter, type Meter, type Meters, metersIn, metersOf } from '../rules.ts';
import { backendOwner, connectionsOwner, deploymentOwner } from './owners.ts';

/** The limits of one deployment: its own, and those that it shares with others of its backend. */
export class DeploymentLimits {
  /** `MODEL/NAME`. */
  readonly key: string;
  readonly list: readonly Meter[];
  /** Its connections, for those requests that can wait for one. */
  readonly connections: readonly Meter[];
  readonly #behind = new WeakMap<Meters, Meters>();

  constructor(key: string, list: readonly Meter[], connections: readonly Meter[] = []) {
    this.key = key;
    this.list = list;
    this.connections = connections;
  }

  /** What a request has to pass that is held by other meters too: those first. The same object each time. */
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

/** The connections that those deployments take whose requests can wait for one, by `MODEL/NAME`. */
function connectionsOf(
  queued: readonly ModelConfig[],
  { backends, models }: Pick<Config, 'backends' | 'models'>,
  worker: string,
): ReadonlyMap<string, readonly Meter[]> {
  const meters = new Map<string, readonly Meter[]>();
  const found = new Map<string, readonly Meter[]>();
  const all = queued.flatMap((model) => [model, ...model.fallbacks.flatMap((id) => models.get(id) ?? [])]);
  for (const { model, name, backend } of all.flatMap(({ deployments }) => deployments)) {
    const { maxConnections } = backends.get(backend)!;
    const owner = connectionsOwner(backend, worker);
    const meter = meters.get(backend) ?? [awaited(concurrencyMeter(maxConnections, undefined, owner))];
    meters.set(backend, meter);
    found.set(deploymentName(model, name), meter);
  }
  return found;
}

/**
 * The deployments that have limits, by `MODEL/NAME`; those that backends have alone stand under the backend's name.
 *
 * @param worker Which process it is for: each has `max_connections` of its own.
 * @param isAwaited Requests may wait for their slots.
 */
export function limitsOfDeployments(
  { backends, models, stateful }: Pick<Config, 'backends' | 'models' | 'stateful'>,
  worker = '',
  isAwaited = false,
): ReadonlyMap<string, DeploymentLimits> {
  const shared = new Map<string, readonly Meter[]>();
  const queued = [...models.values()].filter(({ queue }) => queue !== undefined);
  const connections = connectionsOf(queued, { backends, models }, worker);
  for (const { name, limits } of backends.values())
    if (limits !== undefined) shared.set(name, metersIn(limits, undefined, backendOwner(name)));
  const found = new Map<string, DeploymentLimits>();
  const all = [...models.values()].flatMap(({ deployments }) => deployments);
  for (const { model, name, backend, limits } of [...all, ...(stateful?.deployments ?? [])]) {
    const key = deploymentName(model, name);
    const own = limits === undefined ? [] : metersIn(limits, undefined, deploymentOwner(key));
    const all = [...own, ...(shared.get(backend) ?? [])];
    const list = isAwaited ? all.map(awaited) : all;
    const ofConnections = connections.get(key);
    if (list.length > 0 || ofConnections !== undefined)
      found.set(key, new DeploymentLimits(key, list, ofConnections));
  }
  return found;
}
