/**
 * Rules as they are applied: every number that a rule sets becomes a meter, something that counts for one key and
 * refuses when it is full. Meters know their limit and their unit, not what has been counted; that is the store's.
 */
import type { BudgetPeriod, BudgetReserve, LimitSet, RateLimit } from '../config/types/limits.ts';

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
  readonly kind: 'group' | 'end_user' | 'deployment' | 'backend' | 'connections' | 'share';
  /** Of an end user what the request calls it; empty for those that are not named. */
  readonly name: string;
  /** The key whose end user it is, and where a token names it, by what. */
  readonly key?: string;
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
  /** How long a request waits that finds it full; left out where it does not. */
  readonly waitMs?: number | undefined;
  /** Requests may wait for it: where hosts share it, whoever comes leaves what is free to them. */
  readonly isAwaited?: true | undefined;
}

export interface BudgetMeter extends AnyMeter {
  readonly kind: 'budget';
  /** Billionths of a US dollar, so that sums of prices per token stay whole numbers. */
  readonly limit: number;
  readonly period: BudgetPeriod;
  /** How much of the longest answer that a request allows is reserved. */
  readonly reserve: BudgetReserve;
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
  /** Some are an end user's, of whom there may be very many. */
  readonly hasEndUser: boolean;
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
    hasEndUser: list.some(({ owner }) => owner?.kind === 'end_user'),
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
export function concurrencyMeter(
  limit: number,
  glob?: string,
  owner?: Owner,
  waitMs?: number,
): ConcurrencyMeter {
  const waits = waitMs === undefined ? undefined : { waitMs, isAwaited: true as const };
  return { kind: 'concurrency', id: idOf('concurrency', glob), owner, limit, glob, ...waits };
}

/** WebSockets that are open: each holds a slot, as a request does. */
export function socketsMeter(limit: number, owner?: Owner): ConcurrencyMeter {
  return { kind: 'concurrency', id: idOfSockets, owner, limit, glob: undefined };
}

const idOfSockets = 'sockets';

/** Whether a meter counts sockets, and no requests. */
export function countsSockets({ id }: Meter): boolean {
  return id === idOfSockets;
}

/** Money per calendar period, or in all. */
export function budgetMeter(
  usd: number,
  period: BudgetPeriod,
  glob?: string,
  owner?: Owner,
  reserve: BudgetReserve = 'capped',
): BudgetMeter {
  return {
    kind: 'budget',
    id: idOf(`budget:${period}`, glob),
    owner,
    limit: Math.round(usd * nanoUsdPerUsd),
    period,
    reserve,
    glob,
  };
}

function idOf(id: string, glob: string | undefined): string {
  return glob === undefined ? id : `${id}@${glob}`;
}

/** Every meter that a set of limits asks for. */
export function metersIn(limits: LimitSet, glob?: string, owner?: Owner): readonly Meter[] {
  const { requests, tokens, concurrency, waitMs, budget } = limits;
  return [
    ...requests.map((rate) => rateMeter('requests', rate.limit, rate.windowMs, glob, owner)),
    ...tokens.map((rate) => rateMeter('tokens', rate.limit, rate.windowMs, glob, owner)),
    ...(concurrency === undefined ? [] : [concurrencyMeter(concurrency, glob, owner, waitMs)]),
    ...(budget === undefined ? [] : [budgetMeter(budget.usd, budget.period, glob, owner, budget.reserve)]),
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
  /** that of sockets, which requests do not pass, */
  readonly sockets: readonly Meter[];
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
    sockets: rule.sockets === undefined ? [] : [socketsMeter(rule.sockets, owner)],
    perModel: [...rule.perModel].map(([glob, limits]) => ({
      glob,
      matches: compileGlob(glob),
      list: metersIn(limits, glob, owner),
    })),
  };
}

/**
 * A wait as clients are told it. What was counted leaves its window up to a two-hundredth of it late; who is told of more than
 * the window takes a minute for longer than a minute, and official clients don't try again.
 */
export function atMostWindow(meter: Meter, ms: number): number {
  return meter.kind === 'requests' || meter.kind === 'tokens' ? Math.min(ms, meter.windowMs) : ms;
}

/** Where one meter stands. */
export interface QuotaStatus {
  /** What is left; billionths of a US dollar for a budget. Never negative. */
  readonly remaining: number;
  /** What was used beyond the limit, such as by answers that were longer than what was reserved; left out for nothing. */
  readonly over?: number;
  /**
   * Milliseconds until all of it is there again, 0 when it is; 0 for slots, which requests in flight decide; for a
   * budget until its period ends.
   */
  readonly resetMs: number;
}

/** Returns where a meter stands of whose limit so much is left, or less than nothing. */
export function quotaLeft(left: number, resetMs: number): QuotaStatus {
  return left < 0 ? { remaining: 0, over: -left, resetMs } : { remaining: left, resetMs };
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
  /** Until it would be admitted if nobody else came; for slots and reserved money, which nobody can foretell, a guess. */
  readonly retryAfterMs: number;
  /** The meter is a budget that is not spent: requests under way hold the rest of it. */
  readonly isReserved?: boolean;
  readonly quotas: readonly QuotaStatus[];
}
