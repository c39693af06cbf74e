/** What deployments and their backends take at most, whoever asks: quotas of the operator's own accounts there. */
import { deploymentName } from '../../config/derived/model-names.ts';
import type { Config } from '../../config/types/gateway.ts';
import { type Meter, type Meters, metersIn, metersOf } from '../rules.ts';
import { backendOwner, deploymentOwner } from './owners.ts';

/** The limits of one deployment: its own, and those that it shares with others of its backend. */
export class DeploymentLimits {
  /** `MODEL/NAME`. */
  readonly key: string;
  readonly list: readonly Meter[];
  readonly #behind = new WeakMap<Meters, Meters>();

  constructor(key: string, list: readonly Meter[]) {
    this.key = key;
    this.list = list;
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

/** The deployments that have limits, by `MODEL/NAME`; those that backends have alone stand under the backend's name. */
export function limitsOfDeployments({
  backends,
  models,
  stateful,
}: Pick<Config, 'backends' | 'models' | 'stateful'>): ReadonlyMap<string, DeploymentLimits> {
  const shared = new Map<string, readonly Meter[]>();
  for (const { name, limits } of backends.values())
    if (limits !== undefined) shared.set(name, metersIn(limits, undefined, backendOwner(name)));
  const found = new Map<string, DeploymentLimits>();
  const all = [...models.values()].flatMap(({ deployments }) => deployments);
  for (const { model, name, backend, limits } of [...all, ...(stateful?.deployments ?? [])]) {
    const key = deploymentName(model, name);
    const own = limits === undefined ? [] : metersIn(limits, undefined, deploymentOwner(key));
    const list = [...own, ...(shared.get(backend) ?? [])];
    if (list.length > 0) found.set(key, new DeploymentLimits(key, list));
  }
  return found;
}
