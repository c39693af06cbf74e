/**
 * What one request holds of the limits of its key, over all the models that it is sent to. The first model is asked for
 * together with the limits that hold for every model; each further one only for what is its own.
 */
import type { GatewayError } from '../errors.ts';
import type { EndUser } from './accounts/end-user-limits.ts';
import type { TokenEstimate } from './cost.ts';
import type { KeyLimits } from './key-limits.ts';
import { asUnavailable, refusalError } from './limit-refusal.ts';
import type { Grant, LimitStore, ModelSettlements, Settlement, Verdict } from './limit-store.ts';
import type { LimitRefusal, Meters, QuotaSeen, QuotaStatus } from './rules.ts';

interface Held {
  readonly model: string;
  readonly grant: Grant;
}

export class Passage {
  readonly #store: LimitStore;
  readonly #limits: KeyLimits;
  readonly #estimate: TokenEstimate;
  /** What is reserved. */
  #tokens: number;
  readonly #maximum: string | undefined;
  readonly #endUser: EndUser | undefined;
  /** Where its limits stand, as far as it was told. */
  quota: QuotaSeen;
  /** The model that was admitted first, and what was asked for after it. */
  #first: Held | undefined;
  #further: readonly Held[] = [];
  #meters: readonly Meters[] = [];
  #quotas: readonly (readonly QuotaStatus[])[] = [];

  /**
   * @param maximum The field of the request that bounds its answer, for words about it, where there is one.
   * @param endUser Whom it is for, where the key's end users have limits of their own.
   */
  constructor(
    store: LimitStore,
    limits: KeyLimits,
    estimate: TokenEstimate,
    maximum?: string,
    endUser?: EndUser,
  ) {
    this.#store = store;
    this.#limits = limits;
    this.#estimate = estimate;
    this.#tokens = estimate.input + estimate.output;
    this.#maximum = maximum;
    this.#endUser = endUser;
    this.quota = limits.seen;
  }

  /** What is reserved of tokens: less than the estimate where less was left, and the request names no maximum. */
  get reserved(): TokenEstimate {
    return { ...this.#estimate, output: this.#tokens - this.#estimate.input };
  }

  /** The failure that a refusal ends in. */
  errorOf(meters: Meters, refusal: LimitRefusal): GatewayError {
    return refusalError(meters, refusal, { tokens: this.#tokens, maximum: this.#maximum });
  }

  #spend(meters: Meters): Verdict | Promise<Verdict> {
    const asked = this.#store.spend({ meters, tokens: this.#tokens });
    if (!(asked instanceof Promise)) return this.#orForFewer(meters, asked);
    return asked.then((verdict) => this.#orForFewer(meters, verdict));
  }

  /** Asks once more for what is left of tokens, where the request leaves open how many it will use. */
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
    return this.#store.spend({ meters, tokens: left });
  }

  /** Something of what it holds counts tokens or money. */
  get countsUse(): boolean {
    return this.#meters.some(({ countsTokens, hasBudget }) => countsTokens || hasBudget);
  }

  /**
   * Asks for the limits that hold for every model, and those of this one.
   *
   * @throws StoreFault
   */
  enter(model: string): Verdict | Promise<Verdict> {
    const meters = this.#limits.metersFor(model, this.#endUser);
    const asked = this.#spend(meters);
    if (!(asked instanceof Promise)) return this.#entered(model, meters, asked);
    return asked.then((verdict) => this.#entered(model, meters, verdict));
  }

  #entered(model: string, meters: Meters, verdict: Verdict): Verdict {
    if (verdict.admitted) {
      this.#first = { model, grant: verdict.grant };
      this.#meters = [meters];
    }
    this.#quotas = [verdict.quotas];
    this.#see(model, meters, verdict.quotas);
    return verdict;
  }

  /** Whether a model may be used without asking for more. */
  holds(model: string): boolean {
    return (
      model === this.#first?.model || this.#limits.moreFor(model, this.#meters, this.#endUser) === undefined
    );
  }

  /** Asks for what is a further model's own. Gives the reason where it may not be used. */
  async use(model: string): Promise<GatewayError | undefined> {
    const meters = this.#limits.moreFor(model, this.#meters, this.#endUser);
    if (meters === undefined) return undefined;
    let verdict: Verdict;
    try {
      verdict = await this.#spend(meters);
    } catch (error) {
      return asUnavailable(error);
    }
    if (!verdict.admitted) return this.errorOf(meters, verdict);
    this.#further = [...this.#further, { model, grant: verdict.grant }];
    this.#meters = [...this.#meters, meters];
    this.#quotas = [...this.#quotas, verdict.quotas];
    this.#see(model, this.#limits.joined(this.#meters, this.#endUser), this.#quotas.flat());
    return undefined;
  }

  #see(model: string, meters: Meters, quotas: readonly QuotaStatus[]): void {
    this.quota = { meters, quotas, atMs: performance.now() };
    if (this.#endUser === undefined) this.#limits.seen = this.quota;
    else this.#seeKeysOwn(model, meters, quotas);
  }

  /** Where one end user stands is told to nobody else. */
  #seeKeysOwn(model: string, { list }: Meters, quotas: readonly QuotaStatus[]): void {
    const own = this.#limits.metersFor(model);
    const { length } = own.list;
    if (list.length >= length && own.list.every((meter, place) => list[place] === meter))
      this.#limits.seen = { meters: own, quotas: quotas.slice(0, length), atMs: this.quota.atMs };
  }

  /**
   * Counts what the request came to, and gives back the rest. What was used, was used of the last model that it was sent
   * to; of the others it counts as a request that failed.
   *
   * @param tried The models that it was sent to, the last one last.
   */
  settle(settlement: Settlement, tried: readonly string[]): void {
    const first = this.#first;
    if (first === undefined) return;
    if (!this.#limits.hasPerModel) return first.grant.settle(settlement);
    const ofModels = new OfModels(this.#limits, settlement, tried);
    for (const { grant } of [first, ...this.#further]) grant.settle({ ...settlement, ofModels });
  }
}

class OfModels implements ModelSettlements {
  readonly #limits: KeyLimits;
  readonly #settlement: Settlement;
  readonly #tried: readonly string[];

  constructor(limits: KeyLimits, settlement: Settlement, tried: readonly string[]) {
    this.#limits = limits;
    this.#settlement = settlement;
    this.#tried = tried;
  }

  on(glob: string): Settlement {
    const last = this.#tried.at(-1);
    if (last === undefined || this.#limits.covers(glob, last)) return this.#settlement;
    const attempted = this.#tried.some((model) => this.#limits.covers(glob, model));
    return { attempted, tokens: 0, costNanoUsd: 0 };
  }
}
