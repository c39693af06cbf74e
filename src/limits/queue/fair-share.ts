import type { DeploymentLimits } from '../accounts/deployment-limits.ts';
import { shareOwner } from '../accounts/owners.ts';
import { concurrencyMeter, type Meters, metersOf } from '../rules.ts';

/** A limit that nothing reaches: the counter is only read. */
const anyNumber = 1_000_000_000_000;
/** Shares that are kept ready. */
const mostAtHand = 10_000;
/** Stands for a deployment without limits. */
const anyDeployment = { key: undefined };

/** Counts the requests of one key in flight in the room of one model, which decides whose turn it is there. */
export class Share {
  readonly meters: Meters;
  readonly #behind = new WeakMap<Meters, Meters>();
  readonly #choices = new WeakMap<Meters, WeakMap<DeploymentLimits | typeof anyDeployment, Meters>>();

  constructor(model: string, key: string) {
    const { account, list } = metersOf('', [concurrencyMeter(anyNumber, undefined, shareOwner(model, key))]);
    this.meters = metersOf(account, list);
  }

  /** The meters of a request, followed by this one and the deployment's connections. The same object each time. */
  behind(held: Meters, deployment: DeploymentLimits | undefined): Meters {
    const known = this.#behind.get(held);
    if (known !== undefined) return known;
    const meters = metersOf(
      held.account,
      [...held.list, ...this.meters.list, ...(deployment?.connections ?? [])],
      held.isTransient,
    );
    this.#behind.set(held, meters);
    return meters;
  }

  /**
   * All slots that a request needs on a deployment: its own, this one, and the deployment's. The same object each time.
   */
  choice(own: Meters, deployment: DeploymentLimits | undefined): Meters {
    let known = this.#choices.get(own);
    if (known === undefined) {
      known = new WeakMap();
      this.#choices.set(own, known);
    }
    let meters = known.get(deployment ?? anyDeployment);
    if (meters === undefined) {
      const all = [
        ...own.list,
        ...this.meters.list,
        ...(deployment?.list ?? []),
        ...(deployment?.connections ?? []),
      ];
      meters = metersOf(
        own.account,
        all.filter(({ kind }) => kind === 'concurrency'),
      );
      known.set(deployment ?? anyDeployment, meters);
    }
    return meters;
  }
}

/** The shares of keys, made at their first use. */
export class Shares {
  readonly #atHand = new Map<string, Share>();

  of(model: string, key: string): Share {
    const name = `${model}\n${key}`;
    const known = this.#atHand.get(name);
    if (known !== undefined) return known;
    if (this.#atHand.size >= mostAtHand) this.#atHand.delete(this.#atHand.keys().next().value!);
    const made = new Share(model, key);
    this.#atHand.set(name, made);
    return made;
  }
}
