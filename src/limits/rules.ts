/**
 * Rules as they are applied: every number that a rule sets becomes a meter, something that counts for one key and
 * refuses when it is full. Meters know their limit and their unit, not what has been counted; that is the store's.
 */
import type { BudgetPeriod, LimitSet, RateLimit } from '../config/types.ts';

/** A window is cut into so many buckets; what is counted in one of them leaves the window at once. */
export const bucketsPerWindow = 200;

/**
 * Buckets that count at any moment: the window itself, the bucket that it only reaches into, and one more. The last
 * is not needed by arithmetic. An admission is noticed outside a little later than it was counted, some sooner and
 * some later, and the limit is to hold there too.
 */
export const bucketsCounted = bucketsPerWindow + 2;

/** Who is counted, where that is not the one that all the meters of a request are of. */
export interface Owner {
  /** Where its counters stand. */
  readonly account: string;
  readonly kind: 'group';
  readonly name: string;
}

interface AnyMeter {
  /** Names the counter within its account. Without the limit in it: a changed limit goes on with the same count. */
  readonly id: string;
  /** Undefined for the account of the meters that it is among. */
  readonly owner: Owner | undefined;
}

export interface RateMeter extends AnyMeter {
  readonly kind: 'requests' | 'tokens';
  readonly limit: number;
  readonly windowMs: number;
  readonly bucketMs: number;
  /** The glob of `per_model` that set it. */
  readonly glob: string | undefined;
}

export interface ConcurrencyMeter extends AnyMeter {
  readonly kind: 'concurrency';
  readonly limit: number;
  readonly glob: string | undefined;
}

export interface BudgetMeter extends AnyMeter {
  readonly kind: 'budget';
  /** Billionths of a US dollar, so that sums of prices per token stay whole numbers. */
  readonly limit: number;
  readonly period: BudgetPeriod;
  readonly glob: string | undefined;
}

export type Meter = RateMeter | ConcurrencyMeter | BudgetMeter;

/** The meters that a request of one key has to pass, all or none. One object per combination: stores key by it. */
export interface Meters {
  /** Whose counters these are, but for those that have an owner of their own. */
  readonly account: string;
  readonly list: readonly Meter[];
  /** Every account that one of them is of, each once. */
  readonly accounts: readonly string[];
  readonly countsTokens: boolean;
  readonly hasBudget: boolean;
  /** An account that anybody can make us open: the store keeps a bounded number of those. */
  readonly isTransient: boolean;
}

export const nanoUsdPerUsd = 1_000_000_000;

/** Groups meters into what a request has to pass. */
export function metersOf(account: string, list: readonly Meter[], isTransient = false): Meters {
  return {
    account,
    list,
    accounts: [...new Set(list.map(({ owner }) => owner?.account ?? account))],
    countsTokens: list.some(({ kind }) => kind === 'tokens'),
    hasBudget: list.some(({ kind }) => kind === 'budget'),
    isTransient,
  };
}

/** A rate, in requests or tokens, over a sliding window. */
export function rateMeter(
  kind: RateMeter['kind'],
  limit: number,
  windowMs: number,
  glob?: string,
  owner?: Owner,
): RateMeter {
  const bucketMs = windowMs / bucketsPerWindow;
  return { kind, id: idOf(`${kind}:${windowMs}`, glob), owner, limit, windowMs, bucketMs, glob };
}

/** Requests in flight. */
export function concurrencyMeter(limit: number, glob?: string, owner?: Owner): ConcurrencyMeter {
  return { kind: 'concurrency', id: idOf('concurrency', glob), owner, limit, glob };
}

/** Money per calendar period. */
export function budgetMeter(usd: number, period: BudgetPeriod, glob?: string, owner?: Owner): BudgetMeter {
  return {
    kind: 'budget',
    id: idOf(`budget:${period}`, glob),
    owner,
    limit: Math.round(usd * nanoUsdPerUsd),
    period,
    glob,
  };
}

function idOf(id: string, glob: string | undefined): string {
  return glob === undefined ? id : `${id}@${glob}`;
}

/** Every meter that a set of limits asks for. */
export function metersIn(limits: LimitSet, glob?: string, owner?: Owner): readonly Meter[] {
  const { requests, tokens, concurrency, budget } = limits;
  return [
    ...requests.map((rate) => rateMeter('requests', rate.limit, rate.windowMs, glob, owner)),
    ...tokens.map((rate) => rateMeter('tokens', rate.limit, rate.windowMs, glob, owner)),
    ...(concurrency === undefined ? [] : [concurrencyMeter(concurrency, glob, owner)]),
    ...(budget === undefined ? [] : [budgetMeter(budget.usd, budget.period, glob, owner)]),
  ];
}

/** Every meter of a rule, those of all its globs too, as an account has them. */
export function everyMeterOf(account: string, rule: RateLimit): Meters {
  const perModel = [...rule.perModel].flatMap(([glob, limits]) => metersIn(limits, glob));
  return metersOf(account, [...metersIn(rule), ...perModel]);
}

/** A rule as one that it holds is counted under it. */
export interface RuleMeters {
  /** Those that hold for every model, */
  readonly common: readonly Meter[];
  /** and those for the models that a glob matches. */
  readonly perModel: readonly {
    readonly glob: string;
    readonly matches: (model: string) => boolean;
    readonly list: readonly Meter[];
  }[];
}

/** `compileGlob` makes a matcher of a pattern over model ids. */
export function metersOfRule(
  rule: RateLimit,
  compileGlob: (pattern: string) => (model: string) => boolean,
  owner?: Owner,
): RuleMeters {
  return {
    common: metersIn(rule, undefined, owner),
    perModel: [...rule.perModel].map(([glob, limits]) => ({
      glob,
      matches: compileGlob(glob),
      list: metersIn(limits, glob, owner),
    })),
  };
}

/** Models a client names are checked against the file before they get here, so there are only so many. */
const maxRememberedModels = 4096;

/** Where one meter stands. */
export interface QuotaStatus {
  /** What is left; billionths of a US dollar for a budget. Never negative. */
  readonly remaining: number;
  /**
   * Milliseconds until all of it is there again, 0 when it is; 0 for slots, which requests in flight decide; for a
   * budget until its period ends.
   */
  readonly resetMs: number;
}

/** What a store last said of a key, and when on `performance.now()`. */
export interface QuotaSeen {
  readonly meters: Meters;
  readonly quotas: readonly QuotaStatus[];
  readonly atMs: number;
}

/** Why meters refuse a request. */
export interface LimitRefusal {
  readonly admitted: false;
  /** Which meter: of those that are full, the one that lets the request through last. */
  readonly index: number;
  /** Until it would be admitted if nobody else came; for slots, which nobody can foretell, a guess. */
  readonly retryAfterMs: number;
  readonly quotas: readonly QuotaStatus[];
}

/** A refusal that every request of a key meets, whatever it is for. */
export interface Closed {
  readonly meters: Meters;
  readonly refusal: LimitRefusal;
}

/** What a worker was told counts for it no longer than this: others use the key too. */
const toldMs = 1000;
/** Slots come back sooner than they can be foretold. */
const toldOfSlotsMs = 250;

/** The limits of one key, with the meters of each model worked out once. */
export class KeyLimits {
  readonly keyId: string;
  /** Those that hold for every model. */
  readonly common: Meters;
  /** What clients are told where nothing is counted: on errors before the admission, on the list of models. */
  seen: QuotaSeen;
  readonly #perModel: RuleMeters['perModel'];
  readonly #byModel = new Map<string, Meters>();
  readonly #byList = new Map<string, Meters>();
  #closed: Closed | undefined;
  #closedMs = 0;
  #openMs = 0;

  /**
   * @param rules What holds it: its own rule, and those of its groups. Those that several keys share are the same
   *   objects for all of them.
   */
  constructor(keyId: string, rules: readonly RuleMeters[]) {
    this.keyId = keyId;
    this.common = metersOf(
      keyId,
      rules.flatMap(({ common }) => common),
    );
    const untouched = this.common.list.map(({ limit }) => ({ remaining: limit, resetMs: 0 }));
    this.seen = { meters: this.common, quotas: untouched, atMs: 0 };
    this.#perModel = rules.flatMap(({ perModel }) => perModel);
  }

  get hasPerModel(): boolean {
    return this.#perModel.length > 0;
  }

  /** Whether the limits of a glob hold for a model. */
  covers(glob: string, model: string): boolean {
    return this.#perModel.some((one) => one.glob === glob && one.matches(model));
  }

  /** What a request for a model has to pass: the common meters and those of every glob that matches. */
  metersFor(model: string): Meters {
    if (this.#perModel.length === 0) return this.common;
    const known = this.#byModel.get(model);
    if (known !== undefined) return known;
    const more = this.#perModel.filter(({ matches }) => matches(model)).flatMap(({ list }) => list);
    const meters = more.length === 0 ? this.common : metersOf(this.keyId, [...this.common.list, ...more]);
    if (this.#byModel.size < maxRememberedModels) this.#byModel.set(model, meters);
    return meters;
  }

  /** What a request for a further model has to pass beside what it holds; undefined for nothing. */
  moreFor(model: string, held: readonly Meters[]): Meters | undefined {
    if (this.#perModel.length === 0) return undefined;
    const has = (meter: Meter) => held.some(({ list }) => list.includes(meter));
    const more = this.metersFor(model).list.filter((meter) => !has(meter));
    return more.length === 0 ? undefined : this.#same(more);
  }

  /** All that a request holds, as one. */
  joined(held: readonly Meters[]): Meters {
    return this.#same(held.flatMap(({ list }) => list));
  }

  /** Stores key by the object: the same meters are one. */
  #same(list: readonly Meter[]): Meters {
    const name = list.map(({ id, owner }) => `${owner?.account ?? ''} ${id}`).join('\n');
    const known = this.#byList.get(name);
    if (known !== undefined) return known;
    const meters = metersOf(this.keyId, list);
    if (this.#byList.size < maxRememberedModels) this.#byList.set(name, meters);
    return meters;
  }

  /** Takes note of a refusal, for those that come next; `nowMs` on `performance.now()`. */
  close(meters: Meters, refusal: LimitRefusal, nowMs: number): void {
    const { index, quotas, retryAfterMs } = refusal;
    // What is for one model only says nothing of the others, nor do many tokens of few.
    if (index >= this.common.list.length) return;
    const { kind } = this.common.list[index]!;
    if (kind === 'tokens' && quotas[index]!.remaining > 0) return;
    this.#closed = { meters, refusal };
    this.#closedMs = nowMs;
    this.#openMs = nowMs + Math.min(retryAfterMs, kind === 'concurrency' ? toldOfSlotsMs : toldMs);
  }

  /** Something was given back, or may have been: the next one asks. */
  open(): void {
    this.#closed = undefined;
  }

  /** The refusal that any request of the key would meet, as far as it is known without asking. */
  closedAt(nowMs: number): Closed | undefined {
    const closed = this.#closed;
    if (closed === undefined) return undefined;
    if (nowMs >= this.#openMs) {
      this.#closed = undefined;
      return undefined;
    }
    const { meters, refusal } = closed;
    const retryAfterMs = refusal.retryAfterMs - (nowMs - this.#closedMs);
    return { meters, refusal: { ...refusal, retryAfterMs: Math.max(1, retryAfterMs) } };
  }

  /** Every meter of the key, those of all globs too. */
  everyMeter(): Meters {
    const more = this.#perModel.flatMap(({ list }) => list);
    return more.length === 0 ? this.common : metersOf(this.keyId, [...this.common.list, ...more]);
  }
}
