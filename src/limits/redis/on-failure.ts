/**
 * Decides on requests while the shared store does not answer. It refuses none for the store's own sake, unless the file
 * asks for that.
 */

import { SwapList, type SwapListed } from '../../lib/swap-list.ts';
import { shareAccounts } from '../accounts/owners.ts';
import { type Clock, hostClock } from '../clock.ts';
import type { Correction } from '../correction.ts';
import { type Counter, counterFor } from '../counters.ts';
import {
  type Admission,
  costOn,
  type Demand,
  type Grant,
  type KnownUse,
  type LimitStore,
  type Reserved,
  type Settlement,
  SlotsUnknown,
  StoreFault,
  type Verdict,
} from '../limit-store.ts';
import { changeBySettling, releasedBySettling } from '../memory-store.ts';
import { type Meter, type Meters, metersOf, type QuotaStatus, quotaLeft } from '../rules.ts';
import type { RedisStore } from './redis-store.ts';

/** `local`: each gateway applies its share; `allow`: everything passes; `deny`: nothing does. */
export type OnFailure = 'local' | 'allow' | 'deny';

export interface OnFailureOptions {
  readonly policy: OnFailure;
  readonly shared: RedisStore;
  /** Counts this gateway's share. */
  readonly local: LimitStore;
  /** The number of gateways that share the store. */
  readonly gateways: number;
  readonly clock?: Clock;
}

export interface FallbackStore extends LimitStore {
  spend(demand: Demand): Promise<Verdict>;
  /**
   * The shared store is known to be away: requests in flight take a slot here too, before any new request asks for one.
   */
  fellSilent(): void;
}

/**
 * A store that goes on when the shared one does not. Rejects with a StoreFault if the policy is `deny`, and for
 * requests that can wait. Each process notices by itself that the shared store is away, so the process in which all of
 * a host wait decides for them. There, a late answer decides nothing: the next one comes soon, or the store is away.
 */
export function withFallback(options: OnFailureOptions): FallbackStore {
  if (options.policy !== 'deny') return new Fallback(options);
  const { shared } = options;
  return {
    spend: async (demand) => shared.spend(demand),
    read: (meters) => shared.read(meters),
    correct: (correction) => shared.correct(correction),
    close: () => shared.close(),
    fellSilent() {},
  };
}

/** The status of meters in the shared store's last answer. */
interface LastSeen {
  readonly quotas: readonly QuotaStatus[];
  readonly at: number;
}

class Fallback implements FallbackStore {
  readonly #options: OnFailureOptions;
  readonly #clock: Clock;
  readonly #lastSeen = new WeakMap<Meters, LastSeen>();
  readonly #shares = new WeakMap<Meters, Meters>();
  /** The use that the shared store admitted here and that the local one has not learned of. */
  readonly #own = new WeakMap<Meter, Counter>();
  #isDown = false;
  /** Admissions of the shared store that hold a slot. */
  readonly #inFlight = new SwapList<SharedGrant>();

  constructor(options: OnFailureOptions) {
    this.#options = options;
    this.#clock = options.clock ?? hostClock;
  }

  async spend(demand: Demand): Promise<Verdict> {
    const { shared, policy } = this.#options;
    try {
      const verdict = await shared.spend(demand);
      this.#isDown = false;
      this.#lastSeen.set(demand.meters, { quotas: verdict.quotas, at: this.#clock.monotonic() });
      return verdict.admitted && policy === 'local' ? this.#follow(demand, verdict) : verdict;
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      if (demand.order !== undefined && error.isPending) throw error;
      if (policy === 'local' && demand.order === undefined && canWait(demand))
        throw new SlotsUnknown(error.message, { cause: error, isPending: error.isPending });
      if (policy === 'allow') return this.#pass(demand);
      return this.#spendLocally(demand);
    }
  }

  async read(meters: Meters): Promise<readonly QuotaStatus[]> {
    try {
      return await this.#options.shared.read(meters);
    } catch (error) {
      if (!(error instanceof StoreFault) || this.#options.policy !== 'local') throw error;
      return this.#readLocally(meters);
    }
  }

  /** The use of this gateway's share; the others are assumed to have used as much of theirs. */
  async #readLocally(meters: Meters): Promise<readonly QuotaStatus[]> {
    const quotas = await this.#options.local.read(this.#shareOf(meters));
    return quotas.map(({ remaining, over = 0, resetMs }, place) =>
      quotaLeft(Math.min(meters.list[place]!.limit, (remaining - over) * this.#options.gateways), resetMs),
    );
  }

  /** Corrects both stores: a shared one that is away gets it when it is back. */
  correct(correction: Correction): void {
    const { shared, local } = this.#options;
    shared.correct(correction);
    if (this.#isDown) local.correct({ ...correction, meters: this.#shareOf(correction.meters) });
  }

  async close(): Promise<void> {
    await this.#options.shared.close(); // the local store belongs to the whole host, and others count there too
  }

  fellSilent(): void {
    if (this.#isDown || this.#options.policy !== 'local') return;
    this.#isDown = true;
    for (const grant of this.#inFlight) void this.#adopt(grant);
  }

  /** Admits without counting, until the store is back. */
  #pass({ meters, ...reserved }: Demand): Verdict {
    const grant = this.#options.shared.grantUncounted(meters, reserved);
    return { admitted: true, grant, quotas: this.#quotasOf(meters) };
  }

  async #spendLocally({ meters, tokens, money }: Demand): Promise<Verdict> {
    const { shared, local } = this.#options;
    this.fellSilent();
    const verdict = await local.spend({
      meters: this.#shareOf(meters),
      tokens,
      money,
      known: this.#tellOnce(meters),
    });
    if (!verdict.admitted) return verdict;
    const uncounted = shared.grantUncounted(meters, { tokens, money });
    const grant: Grant = {
      at: 0,
      settle(settlement) {
        verdict.grant.settle(settlement);
        uncounted.settle(settlement);
      },
    };
    return { ...verdict, grant };
  }

  /** Records an admission of the shared store, so that an outage does not give out the same amount again. */
  #follow({ meters, ...reserved }: Demand, admission: Admission): Admission {
    const own = meters.list.map((meter) => this.#ownOf(meter));
    const followed = { meters, reserved, own, at: this.#clock.monotonic(), grant: admission.grant };
    const inFlight = meters.list.some(isSlots) ? this.#inFlight : undefined;
    const grant = new SharedGrant(followed, inFlight);
    inFlight?.add(grant);
    return { admitted: true, grant, quotas: admission.quotas };
  }

  /** A meter that several keys share is one here, too. */
  #ownOf(meter: Meter): Counter {
    const known = this.#own.get(meter);
    if (known !== undefined) return known;
    const counter = counterFor(meter, this.#clock);
    this.#own.set(meter, counter);
    return counter;
  }

  /** Takes a slot here for a request that the shared store admitted, in the first outage that it is in. */
  async #adopt(grant: SharedGrant): Promise<void> {
    if (grant.isAdopted) return;
    grant.isAdopted = true;
    const { account, list } = this.#shareOf(grant.meters);
    const slots = metersOf(account, list.filter(isSlots));
    try {
      const verdict = await this.#options.local.spend({ meters: slots, tokens: 0 });
      if (verdict.admitted) grant.alsoSettle(verdict.grant);
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      grant.isAdopted = false; // the next outage tries again
    }
  }

  /**
   * The use until the shared store fell silent: all that went through here, and at least this gateway's part of the
   * total at the last answer. Undefined if the local store has it already.
   */
  #tellOnce(meters: Meters): KnownUse | undefined {
    const own = meters.list.map((meter) => this.#own.get(meter));
    if (own.every((counter) => counter === undefined)) return undefined;
    for (const meter of meters.list) this.#own.delete(meter);
    const seen = this.#lastSeen.get(meters);
    const usedOf = (meter: Meter, place: number) =>
      seen === undefined || own[place] === undefined || isSlots(meter)
        ? 0
        : meter.limit - seen.quotas[place]!.remaining;
    return {
      added: meters.list.map((meter, place) => (isSlots(meter) ? 0 : (own[place]?.settled() ?? 0))),
      atLeast: meters.list.map((meter, place) => this.#part(usedOf(meter, place))),
      at: this.#clock.monotonic(),
    };
  }

  #shareOf(meters: Meters): Meters {
    const known = this.#shares.get(meters);
    if (known !== undefined) return known;
    const list = meters.list.map((meter) => ({ ...meter, limit: this.#part(meter.limit) }));
    const share = metersOf(meters.account, list);
    this.#shares.set(meters, share);
    return share;
  }

  /** Rounded up: a limit of one must not become none. */
  #part(amount: number): number {
    return Math.ceil(amount / this.#options.gateways);
  }

  #quotasOf(meters: Meters): readonly QuotaStatus[] {
    return (
      this.#lastSeen.get(meters)?.quotas ?? meters.list.map(({ limit }) => ({ remaining: limit, resetMs: 0 }))
    );
  }
}

interface Followed {
  readonly meters: Meters;
  readonly reserved: Reserved;
  readonly own: readonly Counter[];
  readonly at: number;
  readonly grant: Grant;
}

class SharedGrant implements Grant, SwapListed {
  readonly #followed: Followed;
  readonly #inFlight: SwapList<SharedGrant> | undefined;
  readonly at: number;
  swapIndex = 0;
  isAdopted = false;
  #adopted: Grant | undefined;
  #isSettled = false;

  /** @param inFlight The list that it is on until it is settled; undefined if nobody needs that. */
  constructor(followed: Followed, inFlight: SwapList<SharedGrant> | undefined) {
    this.#followed = followed;
    this.#inFlight = inFlight;
    const { meters, reserved, own, at } = followed;
    const { list } = meters;
    this.at = followed.grant.at;
    for (let place = 0; place < list.length; place += 1) own[place]!.book(at, costOn(list[place]!, reserved));
  }

  get meters(): Meters {
    return this.#followed.meters;
  }

  settle(settlement: Settlement): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#inFlight?.delete(this);
    const { meters, reserved, own, at, grant } = this.#followed;
    const { list } = meters;
    for (let place = 0; place < list.length; place += 1) {
      const released = releasedBySettling(list[place]!, reserved);
      if (released !== 0) own[place]!.release(at, released);
      own[place]!.add(at, changeBySettling(list[place]!, reserved, settlement));
    }
    grant.settle(settlement);
    this.#adopted?.settle(settlement);
  }

  /** Settles a second grant together with this one: at once if this one is settled. */
  alsoSettle(grant: Grant): void {
    this.#adopted = grant;
    if (this.#isSettled) grant.settle({ attempted: true, tokens: 0, costNanoUsd: 0 });
  }
}

/** True if the request asks for slots that it can wait for. */
function canWait({ meters }: Demand): boolean {
  return meters.accounts.some((account) => account.startsWith(shareAccounts));
}

function isSlots({ kind }: Meter): boolean {
  return kind === 'concurrency';
}
