/**
 * The effect of an outage of backends on a plan. A backend that is down takes no connection: each attempt on it fails,
 * and the next one may follow at once. The order of a model's deployments depends on load, on the body and on recent
 * events. So the worst order counts, in which those that are down come first. None of them is known to be out yet, as
 * for the first requests of an outage and for rare ones throughout it.
 */

import type { Config } from '../../config/types/gateway.ts';
import { attemptAllowance } from '../../routing/attempts/retries.ts';
import type { PlannedModel } from '../../routing/routing-table.ts';

/** Backends that leave a request without an answer when they are down together; none of them is superfluous. */
export interface Breaking {
  readonly backends: readonly string[];
  /** The number of them, or of their servers if those are counted. */
  readonly outages: number;
  /** No deployment is left; or one is, and all attempts may be used up before it. */
  readonly because: 'nobody' | 'attempts';
}

/**
 * The occurrences of alike backends in a plan: the number of their deployments of each model, in the order of the
 * chain.
 */
interface Kind {
  readonly counts: readonly number[];
  /** The outages that it takes for one of them to fail. */
  readonly cost: number;
  readonly backends: string[];
}

/** Returns the outages that it takes for a backend to fail. */
export type CostOf = (backend: string) => number;

const wholeBackends: CostOf = () => 1;

/**
 * The servers of a backend that have to be down for it to fail, if servers are counted. Of several servers a second one
 * is tried, and in the worst order both are down. The number behind a name is unknown, so it counts as one.
 */
export function serversToFail(backends: Config['backends']): CostOf {
  return (name) => {
    const replicas = backends.get(name)?.replicas;
    return replicas?.kind === 'list' ? Math.min(2, replicas.servers.length) : 1;
  };
}

/**
 * The fewest backends, up to a number of outages, that break a plan; undefined if none do.
 *
 * @param costOf Returns the outages that it takes for a backend to fail.
 */
export function breakingOutage(
  models: readonly PlannedModel[],
  outages: number,
  maxPerModel: number,
  costOf: CostOf = wholeBackends,
): Breaking | undefined {
  if (survivesByItsFirst(models, outages, maxPerModel)) return undefined;
  const all = models.map(({ eligible }) => eligible.length);
  const isServed = (down: readonly number[]) => isServedWith(all, down, maxPerModel);
  const kinds = kindsOf(models, costOf);
  if (isServed(mostDown(kinds, all, outages))) return undefined;
  for (let size = 1; size <= outages; size += 1) {
    const backends = choose(
      kinds,
      size,
      isServed,
      all.map(() => 0),
      0,
    );
    if (backends === undefined) continue;
    const down = new Set(backends);
    const isNobody = models.every(({ eligible }) =>
      eligible.every(({ deployment }) => down.has(deployment.backend)),
    );
    return { backends, outages: size, because: isNobody ? 'nobody' : 'attempts' };
  }
  return undefined;
}

/**
 * True if the first model alone is enough, as it mostly is: each healthy backend has at least one deployment, so at
 * most the others are down.
 */
function survivesByItsFirst(models: readonly PlannedModel[], outages: number, maxPerModel: number): boolean {
  const { eligible } = models[0]!;
  let backends = 0;
  for (let at = 0; at < eligible.length; at += 1) {
    const { backend } = eligible[at]!.deployment;
    let before = 0;
    while (eligible[before]!.deployment.backend !== backend) before += 1;
    if (before === at) backends += 1;
  }
  const mostDown = eligible.length - (backends - outages);
  const allowed = attemptAllowance({ made: 0, modelsToCome: models.length - 1, maxPerModel });
  return backends > outages && allowed > mostDown;
}

/** True if a request is served in the worst order, with so many deployments of each model down. */
function isServedWith(all: readonly number[], down: readonly number[], maxPerModel: number): boolean {
  let made = 0;
  for (let place = 0; place < all.length; place += 1) {
    const allowed = attemptAllowance({ made, modelsToCome: all.length - place - 1, maxPerModel });
    if (allowed > down[place]! && all[place]! > down[place]!) return true;
    made += Math.min(allowed, down[place]!);
  }
  return false;
}

function kindsOf(models: readonly PlannedModel[], costOf: CostOf): readonly Kind[] {
  const counts = new Map<string, number[]>();
  for (const [place, { eligible }] of models.entries()) {
    for (const { deployment } of eligible) {
      const count = counts.get(deployment.backend) ?? models.map(() => 0);
      count[place]! += 1;
      counts.set(deployment.backend, count);
    }
  }
  const kinds = new Map<string, Kind>();
  for (const [backend, count] of counts) {
    const cost = costOf(backend);
    const name = `${cost} ${count.join()}`;
    const kind = kinds.get(name);
    if (kind === undefined) kinds.set(name, { counts: count, cost, backends: [backend] });
    else kind.backends.push(backend);
  }
  return [...kinds.values()];
}

/** For each model, the most deployments that so many backends have there: no outage is worse for it. */
function mostDown(kinds: readonly Kind[], all: readonly number[], outages: number): readonly number[] {
  return all.map((_, place) => {
    const most = kinds
      .flatMap(({ counts, backends }) => backends.slice(0, outages).map(() => counts[place]!))
      .sort((a, b) => b - a);
    return most.slice(0, outages).reduce((sum, count) => sum + count, 0);
  });
}

/**
 * Backends that so many outages can make fail, and that break the plan, from one kind on; of each kind the first ones.
 */
function choose(
  kinds: readonly Kind[],
  size: number,
  isServed: (down: readonly number[]) => boolean,
  down: readonly number[],
  from: number,
): readonly string[] | undefined {
  if (size === 0) return isServed(down) ? undefined : [];
  for (let at = from; at < kinds.length; at += 1) {
    const { counts, cost, backends } = kinds[at]!;
    for (let taken = 1; taken * cost <= size && taken <= backends.length; taken += 1) {
      const more = down.map((count, place) => count + taken * counts[place]!);
      const rest = choose(kinds, size - taken * cost, isServed, more, at + 1);
      if (rest !== undefined) return [...backends.slice(0, taken), ...rest];
    }
  }
  return undefined;
}
