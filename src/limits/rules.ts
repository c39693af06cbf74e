/**
 * Rules in the form that applies them: every number of a rule becomes a meter, which counts for one key and refuses
 * when it is full. A meter knows its limit and its unit, not its count; the store has that.
 */
import type { BudgetPeriod, BudgetReserve, LimitSet, RateLimit } from '../config/types/limits.ts';

/** Buckets of a window; a bucket leaves the window as a whole. */
export const bucketsPerWindow = 200;

/**
 * Buckets that count at any moment: the window itself, the bucket that it only reaches into, and one more. Arithmetic
 * does not need the last one. But the outside notices an admission a little after its count, some sooner and some
 * later, and the limit is to hold there too.
 */
export const bucketsCounted = bucketsPerWindow + 2;

/** The counted party, if it is not the one that all the meters of a request belong to. */
export interface Owner {
  /** The account of its counters. */
  readonly account: string;
  readonly kind: 'group' | 'end_user' | 'deployment' | 'backend' | 'connections' | 'share';
  /** The name of an end user in the request; empty for unnamed ones. */
  readonly name: string;
  /** The key of the end user or caller; for a caller that a token names, with the claim. */
  readonly key?: string;
}

interface AnyMeter {
  /**
   * Names the counter within its account. It does not include the limit: a changed limit goes on with the same count.
   */
  readonly id: string;
  /** Undefined for the account of the meters around it. */
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
  /** Milliseconds that a request waits if it is full; absent for no wait. */
  readonly waitMs?: number | undefined;
  /** Requests may wait for it: if hosts share it, a new request leaves free slots to them. */
  readonly isAwaited?: true | undefined;
}

export interface BudgetMeter extends AnyMeter {
  readonly kind: 'budget';
  /** Billionths of a US dollar, so that sums of prices per token stay whole numbers. */
  readonly limit: number;
  readonly period: BudgetPeriod;
  /** The reserved share of the longest answer that a request allows. */
  readonly reserve: BudgetReserve;
  readonly glob: string | undefined;
}

export type Meter = RateMeter | ConcurrencyMeter | BudgetMeter;

/**
 * The meters that a request of one key has to pass, all or none. One object per combination: stores use it as a key.
 */
export interface Meters {
  /** The account of these counters, except those that have an owner of their own. */
  readonly account: string;
  readonly list: readonly Meter[];
  /** Every account of the meters, each once. */
  readonly accounts: readonly string[];
  readonly countsTokens: boolean;
  readonly hasBudget: boolean;
  /** An account that anybody can make the gateway open: the store keeps a bounded number of those. */
  readonly isTransient: boolean;
  /** Some belong to an end user; there may be very many of those. */
  readonly hasEndUser: boolean;
}

export const nanoUsdPerUsd = 1_000_000_000;

/** Groups meters that a request has to pass. */
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

/** True for a meter that counts sockets, and no requests. */
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

/** Every meter of a set of limits. */
export function metersIn(limits: LimitSet, glob?: string, owner?: Owner): readonly Meter[] {
  const { requests, tokens, concurrency, waitMs, budget } = limits;
  return [
    ...requests.map((rate) => rateMeter('requests', rate.limit, rate.windowMs, glob, owner)),
    ...tokens.map((rate) => rateMeter('tokens', rate.limit, rate.windowMs, glob, owner)),
    ...(concurrency === undefined ? [] : [concurrencyMeter(concurrency, glob, owner, waitMs)]),
    ...(budget === undefined ? [] : [budgetMeter(budget.usd, budget.period, glob, owner, budget.reserve)]),
  ];
}

/** Every meter of a rule, including those of all its globs, in the form of an account. */
export function everyMeterOf(account: string, rule: RateLimit): Meters {
  const perModel = [...rule.perModel].flatMap(([glob, limits]) => metersIn(limits, glob));
  return metersOf(account, [...metersIn(rule), ...perModel]);
}

/** The meters of a rule, counted for one that it limits. */
export interface RuleMeters {
  /** The meters of every model, */
  readonly common: readonly Meter[];
  /** that of sockets, which requests do not pass, */
  readonly sockets: readonly Meter[];
  /** and those of the models that a glob matches. */
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
 * A wait in milliseconds, as clients get it: at most the window. Counts leave their window up to a two-hundredth of it
 * late. But official clients do not try again if a window of a minute is announced as longer than a minute.
 */
export function atMostWindow(meter: Meter, ms: number): number {
  return meter.kind === 'requests' || meter.kind === 'tokens' ? Math.min(ms, meter.windowMs) : ms;
}

/** The status of one meter. */
export interface QuotaStatus {
  /** The rest; billionths of a US dollar for a budget. Never negative. */
  readonly remaining: number;
  /** The use beyond the limit, for example by answers longer than reserved; absent for none. */
  readonly over?: number;
  /**
   * Milliseconds until all of it is available again, 0 if it is; 0 for slots, which requests in flight decide; for a
   * budget until its period ends.
   */
  readonly resetMs: number;
}

/** The status of a meter with so much of its limit left, or a negative rest. */
export function quotaLeft(left: number, resetMs: number): QuotaStatus {
  return left < 0 ? { remaining: 0, over: -left, resetMs } : { remaining: left, resetMs };
}

/** A store's last answer for a key, and its moment on `performance.now()`. */
export interface QuotaSeen {
  readonly meters: Meters;
  readonly quotas: readonly QuotaStatus[];
  readonly atMs: number;
}

/** The reason why meters refuse a request. */
export interface LimitRefusal {
  readonly admitted: false;
  /** The place of the refusing meter: of the full ones, the one that admits the request last. */
  readonly index: number;
  /**
   * Milliseconds until the request would be admitted if no other came; for slots and reserved money, whose moment is
   * unknown, a guess.
   */
  readonly retryAfterMs: number;
  /** The meter is a budget with a rest: requests in flight hold it. */
  readonly isReserved?: boolean;
  readonly quotas: readonly QuotaStatus[];
}
