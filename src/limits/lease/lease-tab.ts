/**
 * What a worker knows of one combination of meters: what it was leased and has not used, what it used since it last
 * told, and where the meters stood everywhere else when the primary last said.
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

/** A refusal that only time can change is given again for this long without asking. */
const repeatRefusalMs = 50;
/**
 * A budget is given leave to spend and not amounts, so that nothing else would make a busy worker ask. What has been spent
 * elsewhere is heard of by then, also where nobody took the leave back: by a gateway before this one, or under a limit of before.
 */
const askOfBudgetsMs = 1000;
/** The smallest bucket there is, and what all others are whole multiples of: windows have whole seconds. */
const leastBucketMs = bookedTogetherMs;

/** A request that waits for the primary's verdict. */
export interface Waiting {
  readonly reserved: Reserved;
  readonly known: Demand['known'];
  readonly resolve: (verdict: Verdict) => void;
  /** Tells that nobody decides in time. */
  readonly reject: (fault: StoreFault) => void;
  /** When it came. */
  readonly sinceMs: number;
  /** It has been told so: a verdict that comes after all is given back. */
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
  /** Looks after those that wait. */
  patience: NodeJS.Timeout | undefined;
  /** Admitted and not settled. */
  inFlight = 0;
  lastSpendMs = 0;
  /** When the primary last heard of it. */
  toldMs = 0;
  /** Slots that it counts are waited for: what is free of them goes back at once. */
  isWanted = false;
  /** Uses are noted by the beginning of a stretch of this length: one entry stands for many, in the same buckets. */
  readonly #stampMs: number;
  /** Leased and unused. */
  readonly #available: number[];
  /** What was left everywhere else when the primary last said, and until when it is whole, on the wall clock. */
  #remaining: number[];
  #resetAtMs: number[];
  /** When the primary last said. */
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

  /** Some of its requests are not over. Whatever else there is of it can be told and given back. */
  get isInUse(): boolean {
    return this.inFlight > 0 || this.waiting.length > 0;
  }

  /** There is something that the primary has not heard. */
  get hasNews(): boolean {
    return this.#used.length > 0 || this.#released.length > 0 || this.#changed.length > 0;
  }

  /** What others left, and the lease: both are there for the client. */
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

  /** The last refusal once more, where it still holds for a request like the last. */
  repeatedRefusal(reserved: Reserved, now: number): LimitRefusal | undefined {
    // One that takes more or less may be refused by another meter, or not at all.
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

  /** Takes a request from the lease, to the moment it counts at; undefined where the lease does not suffice. */
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

  /** Learns from what the primary said of a request with so many tokens. */
  takeJudgement(judgement: Judgement, reserved: Reserved, now: number, wall: number): void {
    this.#judgedMs = now;
    this.#remaining = judgement.quotas.map(({ remaining }) => remaining);
    this.#resetAtMs = judgement.quotas.map(({ resetMs }) => wall + resetMs);
    if (judgement.admitted) return;
    const { kind } = this.meters.list[judgement.index]!;
    if (kind === 'requests' || kind === 'budget') this.#refused = { refusal: judgement, reserved, atMs: now };
  }

  /** Notes what a request came to that was counted at a moment. */
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
    // What was given back may be what the next request was refused for.
    this.#refused = undefined;
  }

  /** Notes what a request used that is over. */
  correct(correction: Correction, clock: Clock): void {
    const { list } = this.meters;
    const amounts = entryAt(this.#changed, momentOf(correction, clock), list.length);
    for (let place = 0; place < list.length; place += 1) {
      amounts[place]! += changeByCorrection(list[place]!, correction, clock.wall());
    }
  }

  /** What the primary has not heard of. `andReturn` gives back the lease with it. */
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
      // What costs nothing needs nothing of a budget but that it is not spent.
      if (meter.kind !== 'budget') {
        if (available === 0) return false;
      } else if (this.#remaining[place]! + available <= 0 || wall >= this.#resetAtMs[place]!) return false;
    }
    return true;
  }
}

/**
 * The longest stretch that lies in one bucket of every meter. With a minute's window that is 300 ms, and there is an
 * entry or two in what is told, where it would be forty. A period of a budget ends at a moment of the calendar.
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

/** The amounts noted for a moment. It is among the last few. */
function entryAt(entries: Entry[], at: number, meters: number): number[] {
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index]!;
    if (entry.at === at) return entry.amounts;
  }
  const amounts = new Array<number>(meters).fill(0);
  entries.push({ at, amounts });
  return amounts;
}
