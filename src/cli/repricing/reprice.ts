import type { Config } from '../../config/types/gateway.ts';
import type { DeploymentConfig } from '../../config/types/models.ts';
import type { PriceConfig } from '../../config/types/prices.ts';
import { costNanoUsd } from '../../observe/cost.ts';
import { counters, type Usage, usageOf } from '../../observe/usage.ts';
import type { UsedSum } from './used-sum.ts';

/** The same usage under both files. US dollars. */
export interface Repriced {
  readonly name: string;
  readonly requests: number;
  readonly oldUsd: number;
  readonly newUsd: number;
}

/** Usage that one of the files has no price for. */
export interface Unpriceable {
  readonly deployment: string;
  readonly why: string;
  readonly requests: number;
  /** The cost at the time of the requests. */
  readonly countedUsd: number;
}

/** The reasons for which sums give a rough cost only. */
export const roughnesses = ['tiers', 'reported'] as const;
export type Roughness = (typeof roughnesses)[number];

export interface Repricing {
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** All there is, and what it was counted at when it was made. */
  readonly requests: number;
  readonly countedUsd: number;
  readonly total: Repriced;
  readonly keys: readonly Repriced[];
  readonly models: readonly Repriced[];
  readonly deployments: readonly Repriced[];
  readonly unpriceable: readonly Unpriceable[];
  readonly rough: readonly Roughness[];
}

type Sum = { -readonly [K in keyof Repriced]: Repriced[K] };

/** Adds up what usage costs under two files. What one of them can't price is in neither sum. */
export class Repricer {
  readonly #before: Config;
  readonly #after: Config;
  readonly #keys = new Map<string, Sum>();
  readonly #models = new Map<string, Sum>();
  readonly #deployments = new Map<string, Sum>();
  readonly #unpriceable = new Map<string, Unpriceable>();
  readonly #rough = new Set<Roughness>();
  readonly #total: Sum = { name: 'total', requests: 0, oldUsd: 0, newUsd: 0 };
  #requests = 0;
  #countedUsd = 0;
  #from: string | undefined;
  #to: string | undefined;

  constructor(before: Config, after: Config) {
    this.#before = before;
    this.#after = after;
  }

  add(sum: UsedSum): void {
    const { day, requests, costUsd, counted } = sum;
    if (day !== undefined) {
      if (this.#from === undefined || day < this.#from) this.#from = day;
      if (this.#to === undefined || day > this.#to) this.#to = day;
    }
    this.#requests += requests;
    this.#countedUsd += costUsd;
    // Usage without counts costs nothing under any file.
    if (counted === 0 && costUsd === 0) return;
    const [old, now] = [deploymentIn(this.#before, sum), deploymentIn(this.#after, sum)];
    const why = whyNot(old, now);
    if (why !== undefined) return this.#leaveOut(sum, why);
    const oldUsd = this.#cost(old!.price!, sum);
    const newUsd = this.#cost(now!.price!, sum);
    const { key, model, deployment } = sum;
    for (const [sums, name] of [
      [this.#keys, key],
      [this.#models, model],
      [this.#deployments, `${model}/${deployment}`],
    ] as const) {
      const one = sums.get(name) ?? { name, requests: 0, oldUsd: 0, newUsd: 0 };
      sums.set(name, one);
      addTo(one, requests, oldUsd, newUsd);
    }
    addTo(this.#total, requests, oldUsd, newUsd);
  }

  get result(): Repricing {
    const named = (sums: ReadonlyMap<string, Sum>) =>
      [...sums.values()].filter(({ name }) => name !== '').sort(byName);
    return {
      from: this.#from,
      to: this.#to,
      requests: this.#requests,
      countedUsd: this.#countedUsd,
      total: this.#total,
      keys: named(this.#keys),
      models: named(this.#models),
      deployments: named(this.#deployments),
      unpriceable: [...this.#unpriceable.values()],
      rough: roughnesses.filter((one) => this.#rough.has(one)),
    };
  }

  /** A cost that the backend itself reports does not depend on the file. */
  #cost(price: PriceConfig, { usage, counted, reported, costUsd }: UsedSum): number {
    if (reported > 0 && reported >= counted) return costUsd;
    if (reported > 0) this.#rough.add('reported');
    if (price.tiers !== undefined || price.byService !== undefined) this.#rough.add('tiers');
    const flat = { ...price, tiers: undefined, byService: undefined };
    const each = eachOf(usage, counted);
    return (costNanoUsd(flat, each, each.input > 0 || each.output > 0) * counted) / 1e9;
  }

  #leaveOut({ model, deployment, requests, costUsd }: UsedSum, why: string): void {
    const name = `${model}/${deployment}`;
    const before = this.#unpriceable.get(name) ?? { deployment: name, why, requests: 0, countedUsd: 0 };
    this.#unpriceable.set(name, {
      ...before,
      requests: before.requests + requests,
      countedUsd: before.countedUsd + costUsd,
    });
  }
}

function addTo(sum: Sum, requests: number, oldUsd: number, newUsd: number): void {
  sum.requests += requests;
  sum.oldUsd += oldUsd;
  sum.newUsd += newUsd;
}

/** The mean of so many requests: prices are of one, and no single answer costs as much as all of them may. */
function eachOf(usage: Usage, requests: number): Usage {
  const share = 1 / Math.max(1, requests);
  return usageOf(Object.fromEntries(counters.map((counter) => [counter, usage[counter] * share])));
}

function deploymentIn(config: Config, { model, deployment }: UsedSum): DeploymentConfig | undefined {
  return config.models.get(model)?.deployments.find(({ name }) => name === deployment);
}

function whyNot(old: DeploymentConfig | undefined, now: DeploymentConfig | undefined): string | undefined {
  if (now === undefined) return old === undefined ? 'in neither file' : 'not in the new file';
  if (old === undefined) return 'not in the old file';
  if (now.price === undefined)
    return old.price === undefined ? 'no price in either file' : 'no price in the new file';
  return old.price === undefined ? 'no price in the old file' : undefined;
}

function byName(a: Repriced, b: Repriced): number {
  return a.name < b.name ? -1 : 1;
}
