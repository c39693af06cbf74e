/**
 * A worker's knowledge of one combination of meters: the unused lease, the use since its last report, and the status
 * everywhere else at the primary's last message.
 */

import type { Clock } from '../clock.ts';
import { type Correction, changeByCorrection, momentOf } from '../correction.ts';
import { bookedTogetherMs } from '../counters.ts';
import {
  costOn,
  type Demand,
  type LimitRefusal,
  type Reserved,
  type Settlement,
  type StoreFault,
  type Verdict,
} from '../limit-store.ts';
import { changeBySettling, releasedBySettling } from '../memory-store.ts';
import { bucketsCounted, type Meters, type QuotaStatus } from '../rules.ts';
import type { Entry, Judgement, TabReport } from './lease-messages.ts';
import { Pace } from './lease-pace.ts';

/** Milliseconds for which a refusal that only time can change is repeated without asking. */
const repeatRefusalMs = 50;
/**
 * Milliseconds. A budget's lease is a permission and not an amount, so a busy worker would never ask for more. It asks
 * after this time, to learn of spending elsewhere even if nobody revoked the permission: by an earlier gateway, or
 * under an earlier limit.
 */
const askOfBudgetsMs = 1000;
/** Milliseconds of the smallest bucket; all others are whole multiples of it, as windows have whole seconds. */
const leastBucketMs = bookedTogetherMs;

/** A request that waits for the primary's verdict. */
export interface Waiting {
  readonly reserved: Reserved;
  readonly known: Demand['known'];
  readonly resolve: (verdict: Verdict) => void;
  /** Reports that nobody decides in time. */
  readonly reject: (fault: StoreFault) => void;
  /** The moment at which it came. */
  readonly sinceMs: number;
  /** It was rejected already: a late verdict is given back. */
  isGivenUp: boolean;
}

interface Refused {
  readonly refusal: LimitRefusal;
  readonly reserved: Reserved;
  readonly atMs: number;
}

export class Tab {
  readonly number: number;
  readonly meters: Meters;
  readonly pace = new Pace();
  waiting: Waiting[] = [];
  isAsking = false;
  /** The timer that bounds the waits. */
  patience: NodeJS.Timeout | undefined;
  /** Admitted and not settled. */
  inFlight = 0;
  lastSpendMs = 0;
  /** The moment of the last report to the primary. */
  toldMs = 0;
  /** Requests wait for its slots: free ones go back at once. */
  isWanted = false;
  /**
   * Milliseconds. The moment of a use is rounded down to a multiple of this, so that one entry holds many uses of the
   * same bucket.
   */
  readonly #stampMs: number;
  /** Leased and unused. */
  readonly #available: number[];
  /**
   * The amounts left everywhere else at the primary's last message, and on the wall clock the moment at which each is
   * full again.
   */
  #remaining: number[];
  #resetAtMs: number[];
  /** The moment of the primary's last message. */
  #judgedMs = 0;
  #used: Entry[] = [];
  #released: Entry[] = [];
  #changed: Entry[] = [];
  #refused: Refused | undefined;

  constructor(number: number, meters: Meters) {
    this.number = number;
    this.meters = meters;
    this.#stampMs = stampOf(meters);
    this.#available = meters.list.map(() => 0);
    this.#remaining = meters.list.map(({ limit }) => limit);
    this.#resetAtMs = meters.list.map(() => 0);
  }

  get hasLease(): boolean {
    return this.#available.some((amount) => amount > 0);
  }

  /** Some of its requests are in flight. Everything else of it can be reported and given back. */
  get isInUse(): boolean {
    return this.inFlight > 0 || this.waiting.length > 0;
  }

  /** The primary has not got its latest news. */
  get hasNews(): boolean {
    return this.#used.length > 0 || this.#released.length > 0 || this.#changed.length > 0;
  }

  /** The amounts that others left, plus the lease: the client can use both. */
  quotas(wall: number): readonly QuotaStatus[] {
    const { list } = this.meters;
    const quotas: QuotaStatus[] = [];
    for (let place = 0; place < list.length; place += 1) {
      quotas.push({
        remaining: Math.max(0, this.#remaining[place]! + this.#available[place]!),
        resetMs: Math.max(0, this.#resetAtMs[place]! - wall),
      });
    }
    return quotas;
  }

  /** The last refusal again, if it still holds for a request like the last. */
  repeatedRefusal(reserved: Reserved, now: number): LimitRefusal | undefined {
    // Another meter may refuse a larger or smaller request, or none may.
    if (this.#refused === undefined || !isSame(this.#refused.reserved, reserved)) return undefined;
    const { refusal, atMs } = this.#refused;
    const passed = now - atMs;
    if (passed < repeatRefusalMs && passed < refusal.retryAfterMs) {
      return {
        ...refusal,
        retryAfterMs: refusal.retryAfterMs - passed,
        quotas: refusal.quotas.map(({ remaining, resetMs }) => ({
          remaining,
          resetMs: Math.max(0, resetMs - passed),
        })),
      };
    }
    this.#refused = undefined;
    return undefined;
  }

  /** Takes a request from the lease. Returns the moment at which it counts; undefined if the lease does not suffice. */
  spendLeased(reserved: Reserved, now: number, wall: number): number | undefined {
    if (!this.#suffices(reserved, now, wall)) return undefined;
    const at = Math.floor(now / this.#stampMs) * this.#stampMs;
    const { list } = this.meters;
    const noted = entryAt(this.#used, at, list.length);
    for (let place = 0; place < list.length; place += 1) {
      const meter = list[place]!;
      const cost = costOn(meter, reserved);
      if (cost === 0) continue;
      this.#available[place]! -= cost;
      if (meter.kind === 'concurrency') continue;
      noted[place]! += cost;
      if (meter.kind === 'budget') continue;
      const { bucketMs } = meter as Extract<typeof meter, { bucketMs: number }>;
      this.#resetAtMs[place] = wall + (Math.floor(at / bucketMs) + bucketsCounted) * bucketMs - now;
    }
    return at;
  }

  takeLease(leased: readonly number[]): void {
    for (const [place, amount] of leased.entries()) this.#available[place]! += amount;
  }

  /** Takes over the primary's judgement of a request. */
  takeJudgement(judgement: Judgement, reserved: Reserved, now: number, wall: number): void {
    this.#judgedMs = now;
    // Below zero where more is reserved than was left: what is given back fills that up first.
    this.#remaining = judgement.quotas.map(({ remaining, over = 0 }) => remaining - over);
    this.#resetAtMs = judgement.quotas.map(({ resetMs }) => wall + resetMs);
    if (judgement.admitted) return;
    const { kind } = this.meters.list[judgement.index]!;
    if (kind === 'requests' || kind === 'budget') this.#refused = { refusal: judgement, reserved, atMs: now };
  }

  /** Records the final use of a request that was counted at a moment. */
  settle(at: number, reserved: Reserved, settlement: Settlement): void {
    this.inFlight -= 1;
    const { list } = this.meters;
    for (let place = 0; place < list.length; place += 1) {
      const meter = list[place]!;
      const released = releasedBySettling(meter, reserved);
      if (released !== 0) {
        entryAt(this.#released, at, list.length)[place]! += released;
        this.#remaining[place]! += released;
      }
      const change = changeBySettling(meter, reserved, settlement);
      if (change === 0) continue;
      // The slot stays in this worker for a moment: the next request may be on its way here.
      if (meter.kind === 'concurrency') this.#available[place]! -= change;
      else {
        entryAt(this.#changed, at, list.length)[place]! += change;
        this.#remaining[place]! -= change;
      }
    }
    // The last refusal may have been for lack of what has just come back.
    this.#refused = undefined;
  }

  /** Records a correction of a request that is over. */
  correct(correction: Correction, clock: Clock): void {
    const { list } = this.meters;
    const amounts = entryAt(this.#changed, momentOf(correction, clock), list.length);
    for (let place = 0; place < list.length; place += 1) {
      amounts[place]! += changeByCorrection(list[place]!, correction, clock.wall());
    }
  }

  /** The news for the primary. `andReturn` gives back the lease too. */
  report(andReturn: boolean): TabReport | undefined {
    const returned = andReturn && this.hasLease ? [...this.#available] : undefined;
    if (!this.hasNews && returned === undefined) return undefined;
    if (returned !== undefined) {
      this.#available.fill(0);
      for (const [place, amount] of returned.entries()) this.#remaining[place]! += amount;
    }
    const used = this.#used;
    const changed = this.#changed;
    const released = this.#released;
    this.#released = [];
    this.#used = [];
    this.#changed = [];
    return { tab: this.number, used, released, changed, returned };
  }

  #suffices(reserved: Reserved, now: number, wall: number): boolean {
    const { list, hasBudget } = this.meters;
    if (hasBudget && now - this.#judgedMs >= askOfBudgetsMs) return false;
    for (let place = 0; place < list.length; place += 1) {
      const meter = list[place]!;
      const available = this.#available[place]!;
      if (available < costOn(meter, reserved)) return false;
      // A request without cost only needs an unspent budget.
      if (meter.kind !== 'budget') {
        if (available === 0) return false;
      } else if (this.#remaining[place]! + available <= 0 || wall >= this.#resetAtMs[place]!) return false;
    }
    return true;
  }
}

/**
 * The longest stretch that lies in one bucket of every meter. With a minute's window that is 300 ms, so a report has an
 * entry or two in place of forty. A period of a budget ends at a moment of the calendar.
 */
function stampOf({ list, hasBudget }: Meters): number {
  const buckets = list.flatMap((meter) => ('bucketMs' in meter ? [meter.bucketMs] : []));
  const least = Math.min(...buckets);
  const isCommon = !hasBudget && buckets.length > 0 && buckets.every((bucketMs) => bucketMs % least === 0);
  return isCommon ? least : leastBucketMs;
}

function isSame(a: Reserved, b: Reserved): boolean {
  return (
    a.tokens === b.tokens && a.money?.capped === b.money?.capped && a.money?.maximum === b.money?.maximum
  );
}

/** The amounts recorded for a moment. It is among the last few. */
function entryAt(entries: Entry[], at: number, meters: number): number[] {
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index]!;
    if (entry.at === at) return entry.amounts;
  }
  const amounts = new Array<number>(meters).fill(0);
  entries.push({ at, amounts });
  return amounts;
}
