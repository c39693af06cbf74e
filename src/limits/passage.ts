/**
 * The amounts that one request holds on the limits of its key and of its deployments. The first model and the first
 * deployment are asked for together with the limits of every model; a later one only for its own.
 */
import type { GatewayError } from '../errors.ts';
import type { DeploymentLimits } from './accounts/deployment-limits.ts';
import type { EndUser } from './accounts/end-user-limits.ts';
import { isOfDeployment } from './accounts/owners.ts';
import type { KeyLimits } from './key-limits.ts';
import { asUnavailable, refusalError } from './limit-refusal.ts';
import {
  type Admission,
  type Grant,
  type LimitStore,
  type ModelSettlements,
  type ReservedMoney,
  type Settlement,
  settlementOn,
  type Verdict,
} from './limit-store.ts';
import { changeBySettling, releasedBySettling } from './memory-store.ts';
import type { Share } from './queue/fair-share.ts';
import type { LimitRefusal, Meter, Meters, QuotaSeen, QuotaStatus } from './rules.ts';
import type { TokenEstimate } from './token-estimate.ts';

interface Held {
  /** The limits of the deployment that it is for; undefined if that has none. */
  readonly of: DeploymentLimits | undefined;
  readonly meters: Meters;
  readonly grant: Grant;
}

/** The place where a request's use is counted, as plain data, for later corrections. */
export interface Booking {
  readonly account: string;
  readonly meters: readonly Meter[];
  /** The moment of the grant. */
  readonly at: number;
}

/** The use of a request for one of the models that took part in its answer. */
export interface ModelShare {
  /** The id in the request for it. */
  readonly model: string;
  readonly tokens: number;
  readonly costNanoUsd: number;
}

const neverMade: Settlement = { attempted: false, tokens: 0, costNanoUsd: 0 };
const failed: Settlement = { attempted: true, tokens: 0, costNanoUsd: 0 };
/** A settlement that counts as used. */
const used: Settlement = { attempted: true, tokens: 1, costNanoUsd: 0 };

/** The verdict if nothing is counted. */
const uncounted: Verdict = { admitted: true, grant: { settle() {}, at: 0 }, quotas: [] };

export class Passage {
  readonly #store: LimitStore;
  readonly #limits: KeyLimits;
  readonly #estimate: TokenEstimate;
  /** The reserved tokens. */
  #tokens: number;
  /** The share of them for advisors. */
  readonly #beside: number;
  readonly #money: ReservedMoney | undefined;
  readonly #maximum: string | undefined;
  readonly #endUser: EndUser | undefined;
  /** The last known status of its limits. */
  quota: QuotaSeen;
  /** The model that was admitted first. */
  #firstModel: string | undefined;
  #held: readonly Held[] = [];
  /** The meters of the key that it holds, and their status. */
  #meters: readonly Meters[] = [];
  #quotas: readonly (readonly QuotaStatus[])[] = [];
  /** Slots of deployments and backends. */
  #slots: readonly Meter[] = [];
  #countsUse = false;
  #isSettled = false;
  /** Deployments without capacity, and the error if no other is left. */
  #fullOnes: readonly string[] = [];
  #full: GatewayError | undefined;
  /** The meter that refused it last. */
  refusedBy: Meter | undefined;

  /**
   * @param money The reserved amount of budgets; undefined if the key has none.
   * @param maximum The field of the request that bounds its answer, for messages; undefined for none.
   * @param endUser The end user, if the key's end users have limits of their own.
   */
  constructor(
    store: LimitStore,
    limits: KeyLimits,
    estimate: TokenEstimate,
    money?: ReservedMoney,
    maximum?: string,
    endUser?: EndUser,
  ) {
    this.#store = store;
    this.#limits = limits;
    this.#estimate = estimate;
    this.#beside = estimate.beside ?? 0;
    this.#tokens = estimate.input + estimate.output + this.#beside;
    this.#money = money;
    this.#maximum = maximum;
    this.#endUser = endUser;
    this.quota = limits.seen;
  }

  /** The reserved tokens: fewer than the estimate if fewer were left and the request names no maximum. */
  get reserved(): TokenEstimate {
    const { input } = this.#estimate;
    return { ...this.#estimate, output: Math.max(0, this.#tokens - this.#beside - input) };
  }

  /** The error of a refusal. */
  errorOf(meters: Meters, refusal: LimitRefusal): GatewayError {
    return refusalError(meters, refusal, { tokens: this.#tokens, maximum: this.#maximum });
  }

  #spend(meters: Meters): Verdict | Promise<Verdict> {
    const asked = this.#store.spend({ meters, tokens: this.#tokens, money: this.#money });
    if (!(asked instanceof Promise)) return this.#orForFewer(meters, asked);
    return asked.then((verdict) => this.#orForFewer(meters, verdict));
  }

  /** Asks once more for the tokens that are left, if the request does not say how many it will use. */
  #orForFewer(meters: Meters, verdict: Verdict): Verdict | Promise<Verdict> {
    if (verdict.admitted || !this.#estimate.isOpen || meters.list[verdict.index]!.kind !== 'tokens') {
      return verdict;
    }
    let left = this.#tokens;
    for (const [place, { kind }] of meters.list.entries()) {
      if (kind === 'tokens') left = Math.min(left, Math.floor(verdict.quotas[place]!.remaining));
    }
    if (left <= this.#estimate.input || left >= this.#tokens) return verdict;
    this.#tokens = left;
    return this.#store.spend({ meters, tokens: left, money: this.#money });
  }

  /** Some of its meters count tokens or money. */
  get countsUse(): boolean {
    return this.#countsUse;
  }

  /** The client's error if every possible deployment was passed over, as far as that is known. */
  get full(): GatewayError | undefined {
    return this.#full;
  }

  /** True if a deployment was found to have no capacity left. */
  isFull(deployment: string): boolean {
    return this.#fullOnes.includes(deployment);
  }

  /**
   * Asks for the limits of every model, those of this one, and those of the first deployment. A refusal comes from the
   * key, or from the deployment: `isFull` tells which.
   *
   * @param share Counts the requests of its key in flight, if requests can wait.
   * @throws StoreFault
   */
  enter(model: string, deployment?: DeploymentLimits, share?: Share): Verdict | Promise<Verdict> {
    const own = this.#limits.metersFor(model, this.#endUser);
    const passed = deployment === undefined ? own : deployment.behind(own);
    const meters = share === undefined ? passed : share.behind(passed, deployment);
    const asked = meters.list.length === 0 ? uncounted : this.#spend(meters);
    if (!(asked instanceof Promise)) return this.#entered(model, own, meters, deployment, asked);
    return asked.then((verdict) => this.#entered(model, own, meters, deployment, verdict));
  }

  #entered(
    model: string,
    own: Meters,
    meters: Meters,
    deployment: DeploymentLimits | undefined,
    verdict: Verdict,
  ): Verdict {
    const quotas = verdict.quotas.slice(0, own.list.length);
    if (verdict.admitted) {
      this.#firstModel = model;
      this.#meters = [own];
      this.#hold(meters, deployment, verdict.grant);
    } else {
      this.refusedBy = meters.list[verdict.index];
      if (deployment !== undefined) this.#noteFull(meters, deployment, verdict);
    }
    this.#quotas = [quotas];
    this.#see(model, own, quotas);
    return verdict;
  }

  #hold(meters: Meters, deployment: DeploymentLimits | undefined, grant: Grant): void {
    this.#held = [...this.#held, { of: deployment, meters, grant }];
    this.#countsUse ||= meters.countsTokens || meters.hasBudget;
    if (deployment !== undefined) this.#slots = [...this.#slots, ...deployment.list.filter(isSlots)];
  }

  #noteFull(meters: Meters, deployment: DeploymentLimits, refusal: LimitRefusal): void {
    if (!isOfDeployment(meters.list[refusal.index]!)) return;
    this.#fullOnes = [...this.#fullOnes, deployment.key];
    const error = this.errorOf(meters, refusal);
    if (this.#full === undefined || error.retryAfterMs! < this.#full.retryAfterMs!) this.#full = error;
  }

  /** True if a model may be used on a deployment without asking again. */
  holds(model: string, deployment?: DeploymentLimits): boolean {
    if (deployment !== undefined && !this.#held.some(({ of }) => of?.key === deployment.key)) return false;
    return (
      model === this.#firstModel || this.#limits.moreFor(model, this.#meters, this.#endUser) === undefined
    );
  }

  /**
   * Asks for the limits of a further model, and of a further deployment. Returns the reason if the model may not be
   * used, or not there: `isFull` tells which.
   */
  async use(model: string, deployment?: DeploymentLimits): Promise<GatewayError | undefined> {
    const own = this.#limits.moreFor(model, this.#meters, this.#endUser);
    // It is one request, with one slot of a backend, on any number of its deployments.
    const more = deployment?.list.filter((meter) => !this.#isTaken(meter, deployment)) ?? [];
    const meters = more.length === 0 ? own : this.#limits.together(own?.list ?? [], more, this.#endUser);
    if (meters === undefined) return undefined;
    let verdict: Verdict;
    try {
      verdict = await this.#spend(meters);
    } catch (error) {
      return asUnavailable(error);
    }
    if (!verdict.admitted) {
      if (deployment !== undefined) this.#noteFull(meters, deployment, verdict);
      return this.errorOf(meters, verdict);
    }
    this.#hold(meters, deployment, verdict.grant);
    if (own === undefined) return undefined;
    this.#meters = [...this.#meters, own];
    this.#quotas = [...this.#quotas, verdict.quotas.slice(0, own.list.length)];
    this.#see(model, this.#limits.joined(this.#meters, this.#endUser), this.#quotas.flat());
    return undefined;
  }

  /**
   * True if it has taken from a meter already. Of a deployment of several equal servers, it takes counts over time
   * once, and a slot of each server that it is sent to.
   */
  #isTaken(meter: Meter, { key, deployment }: DeploymentLimits): boolean {
    if (this.#slots.includes(meter)) return true;
    if (key === deployment || isSlots(meter)) return false;
    return this.#held.some(({ of }) => of?.deployment === deployment && of.key !== key);
  }

  /**
   * Takes the limits of a model except slots, before it waits for those. Returns the reason for a refusal.
   *
   * @throws StoreFault
   */
  async takeRates(model: string): Promise<GatewayError | undefined> {
    this.#firstModel = model;
    this.#quotas = [];
    // Full deployments are waited for: they have capacity once it has its slots.
    this.#fullOnes = [];
    this.#full = undefined;
    const rates = this.#limits.ratesFor(model, this.#endUser);
    if (rates === undefined) return undefined;
    const verdict = await this.#spend(rates);
    if (!verdict.admitted) return this.errorOf(rates, verdict);
    this.#meters = [rates];
    this.#quotas = [verdict.quotas];
    this.#hold(rates, undefined, verdict.grant);
    this.#see(model, rates, verdict.quotas);
    return undefined;
  }

  /** The slots that it needs for a model on a deployment. */
  choice(model: string, deployment: DeploymentLimits | undefined, share: Share): Meters {
    return share.choice(this.#limits.metersFor(model, this.#endUser), deployment);
  }

  /** Takes the slots of a choice without waiting. Rejects with a StoreFault. */
  spendSlots(choice: Meters): Verdict | Promise<Verdict> {
    return this.#store.spend({ meters: choice, tokens: 0 });
  }

  /** Records that it got the slots of a choice. */
  seat(
    model: string,
    deployment: DeploymentLimits | undefined,
    choice: Meters,
    { grant, quotas }: Pick<Admission, 'grant' | 'quotas'>,
  ): void {
    this.#firstModel = model;
    this.#hold(choice, deployment, grant);
    const own = this.#limits.slotsFor(model, this.#endUser);
    if (own === undefined) return;
    this.#meters = [...this.#meters, own];
    this.#quotas = [...this.#quotas, quotas.slice(0, own.list.length)];
    this.#see(model, this.#limits.joined(this.#meters, this.#endUser), this.#quotas.flat());
  }

  /** Records that it got slots of a further deployment, beside all that it holds. */
  seatFurther(deployment: DeploymentLimits, choice: Meters, grant: Grant): void {
    this.#hold(choice, deployment, grant);
  }

  /** Gives back the slots of its last choice, and all that it took since. */
  leaveSeat(model: string, choice: Meters): void {
    const place = this.#held.findLastIndex(({ meters }) => meters === choice);
    for (const { grant } of this.#held.slice(place)) grant.settle(neverMade);
    this.#held = this.#held.slice(0, place);
    this.#slots = [];
    const kept = this.#limits.ratesFor(model, this.#endUser);
    const count = kept === undefined ? 0 : 1;
    this.#meters = this.#meters.slice(0, count);
    this.#quotas = this.#quotas.slice(0, count);
  }

  #see(model: string, meters: Meters, quotas: readonly QuotaStatus[]): void {
    this.quota = { meters, quotas, atMs: performance.now() };
    if (this.#endUser === undefined) this.#limits.seen = this.quota;
    else this.#seeKeysOwn(model, meters, quotas);
  }

  /** Nobody else sees the status of one end user. */
  #seeKeysOwn(model: string, { list }: Meters, quotas: readonly QuotaStatus[]): void {
    const own = this.#limits.metersFor(model);
    const { length } = own.list;
    if (list.length >= length && own.list.every((meter, place) => list[place] === meter))
      this.#limits.seen = { meters: own, quotas: quotas.slice(0, length), atMs: this.quota.atMs };
  }

  /**
   * Counts the real use of the request, and gives back the rest. The use counts for the last model and deployment that
   * it was sent to; for the others it counts as a failed request.
   *
   * @param tried The models that it was sent to, the last one last.
   * @param deployments The deployments, `MODEL/NAME`, in the same order.
   * @param shares The use for each model, if several took part in the answer.
   */
  settle(
    settlement: Settlement,
    tried: readonly string[],
    deployments: readonly string[] = [],
    shares?: readonly ModelShare[],
  ): void {
    const whole = this.#wholeOf(settlement, tried, shares);
    for (const { grant, of } of this.#held) grant.settle(withDeployment(whole, of?.deployment, deployments));
    this.#seeSettled(whole);
  }

  /** Corrects the status that uncounted answers show, which includes this request as it was reserved. */
  #seeSettled(settlement: Settlement): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    const { seen } = this.#limits;
    const reserved = { tokens: this.#tokens, money: this.#money };
    let quotas: QuotaStatus[] | undefined;
    const { list } = seen.meters;
    for (let place = 0; place < list.length; place += 1) {
      const meter = list[place]!;
      if (meter.kind === 'concurrency' || !this.#isHeld(meter, seen.meters)) continue;
      const released = releasedBySettling(meter, reserved);
      const change = changeBySettling(meter, reserved, settlement) - released;
      if (change === 0) continue;
      quotas ??= [...seen.quotas];
      const { remaining, resetMs } = quotas[place]!;
      const left = Math.min(meter.limit, Math.max(0, remaining - change));
      quotas[place] = {
        remaining: left,
        resetMs: left === meter.limit && meter.kind !== 'budget' ? 0 : resetMs,
      };
    }
    if (quotas !== undefined) this.#limits.seen = { meters: seen.meters, quotas, atMs: seen.atMs };
  }

  /** True if the request counts for one of these meters. */
  #isHeld(meter: Meter, among: Meters): boolean {
    return this.#meters[0] === among || this.#meters.some(({ list }) => list.includes(meter));
  }

  /** The places where `settle` of the same models and deployments counts its use: tokens and money alone. */
  bookings(tried: readonly string[], deployments: readonly string[] = []): readonly Booking[] {
    const whole = this.#wholeOf(used, tried);
    return this.#held.flatMap(({ meters, grant, of }) => {
      const settlement = withDeployment(whole, of?.deployment, deployments);
      const counting = meters.list.filter(
        (meter) =>
          (meter.kind === 'tokens' || meter.kind === 'budget') &&
          settlementOn(meter, settlement).tokens === 1,
      );
      return counting.length === 0 ? [] : [{ account: meters.account, meters: counting, at: grant.at }];
    });
  }

  #wholeOf(settlement: Settlement, tried: readonly string[], shares?: readonly ModelShare[]): Settlement {
    return this.#limits.hasPerModel
      ? { ofModels: new OfModels(this.#limits, settlement, tried, shares), ...settlement }
      : settlement;
  }
}

function withDeployment(
  whole: Settlement,
  deployment: string | undefined,
  deployments: readonly string[],
): Settlement {
  if (deployment === undefined) return whole;
  return { ofDeployment: settlementOf(deployment, whole, deployments), ...whole };
}

function settlementOf(
  deployment: string,
  settlement: Settlement,
  deployments: readonly string[],
): Settlement {
  if (deployments.at(-1) === deployment) return settlement;
  return deployments.includes(deployment) ? failed : neverMade;
}

function isSlots({ kind }: Meter): boolean {
  return kind === 'concurrency';
}

class OfModels implements ModelSettlements {
  readonly #limits: KeyLimits;
  readonly #settlement: Settlement;
  readonly #tried: readonly string[];
  readonly #shares: readonly ModelShare[] | undefined;

  constructor(
    limits: KeyLimits,
    settlement: Settlement,
    tried: readonly string[],
    shares?: readonly ModelShare[],
  ) {
    this.#shares = shares;
    this.#limits = limits;
    this.#settlement = settlement;
    this.#tried = tried;
  }

  on(glob: string): Settlement {
    if (this.#shares !== undefined) return this.#sharesOn(glob, this.#shares);
    const last = this.#tried.at(-1);
    if (last === undefined || this.#limits.covers(glob, last)) return this.#settlement;
    const attempted = this.#tried.some((model) => this.#limits.covers(glob, model));
    return { attempted, tokens: 0, costNanoUsd: 0 };
  }

  #sharesOn(glob: string, shares: readonly ModelShare[]): Settlement {
    const covered = shares.filter(({ model }) => this.#limits.covers(glob, model));
    const attempted = covered.length > 0 || this.#tried.some((model) => this.#limits.covers(glob, model));
    return {
      attempted,
      tokens: covered.reduce((sum, { tokens }) => sum + tokens, 0),
      costNanoUsd: covered.reduce((sum, share) => sum + share.costNanoUsd, 0),
    };
  }
}
