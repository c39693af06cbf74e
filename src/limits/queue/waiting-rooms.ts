/**
 * The rooms in which requests wait for slots: all rooms of a host, in one place. The slots of a key, of its groups and
 * of a deployment are taken together or not at all, so a waiting request holds nothing that others could use. A new
 * request takes free slots as always: after every change, all slots that waiting requests could use are given out, so a
 * new one finds nothing to jump ahead with.
 */
import { queueClasses } from '../../config/types/queues.ts';
import { type LineView, type Waiter, WaitingLine } from '../../lib/waiting/waiting-line.ts';
import { shareAccounts } from '../accounts/owners.ts';
import { type Clock, hostClock } from '../clock.ts';
import { type Grant, type Settlement, StoreFault, type Verdict } from '../limit-store.ts';
import type {
  QueueDemand,
  Queued,
  QueueOutcome,
  QueueRefusalReason,
  SeatStore,
  WaitingSummary,
} from './queue-demand.ts';
import { type Choice, chainOf, ownOf, SlotChoices, type Slots } from './slot-choices.ts';

/** Milliseconds between two looks for slots that other hosts gave back. */
const lookEveryMs = 30;
/**
 * Milliseconds for which an account counts as waited for after its last wait: a room that fills and empties is reported
 * once.
 */
const calmMs = 100;

const neverMade: Settlement = { attempted: false, tokens: 0, costNanoUsd: 0 };

interface Entry extends Waiter {
  readonly demand: QueueDemand;
  readonly choices: readonly Choice[];
  readonly tell: Tell;
  /** It counts among those who want its slots. */
  isWanting: boolean;
}

/** Gets the outcome of a wait, once. */
export interface Tell {
  outcome(outcome: QueueOutcome): void;
  /** @param fault A StoreFault. */
  failed(fault: unknown): void;
}

export interface WaitingRoomsOptions {
  /** Counts on this host; its answers are immediate. */
  readonly seats: SeatStore;
  readonly clock?: Clock;
}

export class WaitingRooms {
  readonly #clock: Clock;
  #seats: SeatStore;
  readonly #line: WaitingLine<Entry>;
  readonly #choices = new SlotChoices();
  /** Goes up when an unknown slot came back: until then a taken slot stays taken. */
  #round = 0;
  /** Slots that the store reported taken, in this round and since they came back here. */
  readonly #full = new Set<string>();
  /** Slots that came back here since the last question to the store. */
  readonly #backSince = new Set<string>();
  /**
   * Slots that were all taken until some came back here, and the number of those: a request asks for these first, and
   * when they are given out all are taken again.
   */
  readonly #back = new Map<string, number>();
  #isServing = false;
  #mustServe = false;
  #timer: NodeJS.Timeout | undefined;
  #timerAtMs = Number.POSITIVE_INFINITY;
  #looking: NodeJS.Timeout | undefined;
  /** Accounts with requests that wait for their slots, and the number of those. */
  readonly #wanted = new Map<string, number>();
  #calming: NodeJS.Timeout | undefined;
  #told: readonly string[] = [];
  #onWanted: (accounts: readonly string[]) => void = () => {};
  #isClosed = false;

  constructor({ seats, clock = hostClock }: WaitingRoomsOptions) {
    this.#clock = clock;
    this.#seats = seats;
    const view: LineView<Entry> = {
      mayFit: ({ choices }) => choices.some(({ shared }) => this.#isOpen(shared)),
      fits: ({ choices }) => choices.some((choice) => this.#isOpen(choice)),
      underWay: ({ demand }) => this.#seats.underWay(demand.share),
      competes: (first, other) => this.#competes(first, other),
    };
    this.#line = new WaitingLine(view);
  }

  /** Takes slots by another store, which knows if hosts share them. */
  use(seats: SeatStore): void {
    this.#seats = seats;
  }

  /** Calls a listener with the accounts that are waited for, whenever they change. */
  whenWanted(listener: (accounts: readonly string[]) => void): void {
    this.#onWanted = listener;
  }

  /** Accounts that are waited for: no process may keep an unused slot of them. */
  get wanted(): readonly string[] {
    return this.#told;
  }

  /** True if requests wait for slots of one of several accounts. */
  isWanted(accounts: readonly string[]): boolean {
    return this.#told.length > 0 && accounts.some((account) => this.#wanted.has(account));
  }

  /**
   * Lets a request wait; returns a function that ends the wait. `tell` is called before this returns if a slot is free
   * at once, or if the room is full.
   */
  enter(demand: QueueDemand, tell: Tell): () => void {
    const now = this.#clock.monotonic();
    const entry = this.#entryOf(demand, tell);
    if (demand.untilMs <= now) {
      this.#refuse(entry, 'timeout');
      return () => {};
    }
    const refusal = this.#line.refusalOf(entry, demand.length, now);
    if (refusal !== undefined) {
      const waiting = this.#line.sizeOf(demand.room);
      tell.outcome({ kind: 'refused', why: refusal.why, retryAfterMs: refusal.retryAfterMs, waiting });
      return () => {};
    }
    // Knowledge of an earlier wait may be old.
    if (this.#line.size === 0 && !this.#isServing) this.#beginRound();
    this.#line.enter(entry, now);
    this.#serveNow();
    if (this.#line.has(entry)) {
      this.#want(entry);
      this.#setTimer();
    }
    return () => this.#leave(entry);
  }

  /** Gives free slots to waiting requests after some came back, or may have. */
  freed(): void {
    if (this.#isServing) this.#mustServe = true;
    else {
      this.#beginRound();
      this.#serveNow();
    }
  }

  /**
   * Records that these slots came back. If slots need a question to the store, nobody asks for other slots because of
   * that.
   */
  #gaveBack(names: readonly string[]): void {
    if (!this.#seats.isShared) return this.freed();
    for (const name of names) {
      this.#backSince.add(name);
      const isNews = this.#full.delete(name) || this.#back.has(name);
      if (isNews) this.#back.set(name, 1 + (this.#back.get(name) ?? 0));
    }
    this.#serveNow();
  }

  /** Gives free slots to waiting requests. The running call sees the slots that come back meanwhile. */
  #serveNow(): void {
    if (this.#line.size === 0 || this.#isServing) return;
    this.#isServing = true;
    this.#serve();
  }

  /** Ends all waits in a room. Returns their number. */
  flush(room: string): number {
    const all = [...this.#line.all()].filter((entry) => entry.room === room);
    for (const entry of all) {
      this.#leave(entry);
      this.#refuse(entry, 'flushed');
    }
    return all.length;
  }

  /** The waiting requests, alike ones together. */
  waiting(): readonly WaitingSummary[] {
    const now = this.#clock.monotonic();
    const found = new Map<string, { -readonly [Name in keyof WaitingSummary]: WaitingSummary[Name] }>();
    for (const { demand } of this.#line.all()) {
      const { room: model, class: ofClass, key, sinceMs } = demand;
      const name = `${model}\n${ofClass}\n${key}`;
      const longestMs = now - sinceMs;
      const known = found.get(name);
      if (known === undefined) found.set(name, { model, class: ofClass, key, count: 1, longestMs });
      else {
        known.count += 1;
        known.longestMs = Math.max(known.longestMs, longestMs);
      }
    }
    const rankOf = (one: WaitingSummary) => queueClasses.indexOf(one.class);
    return [...found.values()].sort(
      (a, b) => a.model.localeCompare(b.model) || rankOf(a) - rankOf(b) || b.longestMs - a.longestMs,
    );
  }

  /** Stops serving; waiting requests get no outcome. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#looking);
    clearTimeout(this.#calming);
  }

  #entryOf(demand: QueueDemand, tell: Tell): Entry {
    const choices = demand.choices.map((meters) => this.#choices.of(meters));
    return {
      room: demand.room,
      rank: queueClasses.indexOf(demand.class),
      share: demand.key,
      weight: demand.weight,
      chain: chainOf(choices),
      own: ownOf(choices),
      sinceMs: demand.sinceMs,
      untilMs: demand.untilMs,
      demand,
      choices,
      tell,
      isWanting: false,
    };
  }

  /** True if slots are free, as far as that is known. */
  #isOpen(slots: Slots): boolean {
    if (slots.closedIn === this.#round) return false;
    const { names } = slots;
    if (this.#full.size > 0)
      for (let place = 0; place < names.length; place += 1) if (this.#full.has(names[place]!)) return false;
    if (this.#seats.isFree(slots.meters) !== false) return true;
    slots.closedIn = this.#round;
    return false;
  }

  /** The place of the choice to try: one that is known to be free, or the first that may be. */
  #placeFor({ choices }: Entry): number {
    const isBack = ({ shared }: Choice) => shared.names.some((name) => this.#back.has(name));
    const known =
      this.#back.size === 0 ? -1 : choices.findIndex((choice) => isBack(choice) && this.#isOpen(choice));
    return known >= 0 ? known : choices.findIndex((choice) => this.#isOpen(choice));
  }

  /** True if the first's next slot is one that the other could take. */
  #competes(first: Entry, other: Entry): boolean {
    const given = first.choices[this.#placeFor(first)];
    const isGiven = (name: string) => given?.names.includes(name) === true && !name.startsWith(shareAccounts);
    return other.choices.some((choice) => this.#isOpen(choice) && choice.names.some(isGiven));
  }

  /** Tries the next request until none is left that could get a slot. */
  #serve(): void {
    for (;;) {
      const entry = this.#line.next();
      if (entry === undefined) {
        if (!this.#mustServe || this.#line.size === 0) break;
        this.#beginRound();
        continue;
      }
      const taking = this.#tryFor(entry);
      if (taking === undefined) continue;
      void taking.then(() => this.#isClosed || this.#serve());
      return;
    }
    this.#isServing = false;
    this.#look();
  }

  #beginRound(): void {
    this.#mustServe = false;
    this.#round += 1;
    this.#full.clear();
    this.#back.clear();
  }

  /** Tries an entry's first choice without a known taken slot. Returns a promise if that needs a question. */
  #tryFor(entry: Entry): Promise<void> | undefined {
    const place = this.#placeFor(entry);
    const { meters } = entry.choices[place]!;
    const order = { rank: entry.rank, share: this.#seats.underWay(entry.demand.share) / entry.weight };
    this.#backSince.clear();
    const asked = this.#seats.take(meters, order);
    if (!(asked instanceof Promise)) {
      this.#took(entry, place, asked);
      return undefined;
    }
    return asked.then(
      (verdict) => this.#took(entry, place, verdict),
      (fault: unknown) => {
        if (!this.#leave(entry)) return;
        entry.tell.failed(
          fault instanceof StoreFault ? fault : new StoreFault('slots can not be taken', { cause: fault }),
        );
      },
    );
  }

  #took(entry: Entry, place: number, verdict: Verdict): void {
    const { names } = entry.choices[place]!;
    for (const name of names) {
      const back = this.#back.get(name);
      if (back === undefined) continue;
      if (back > 1 && verdict.admitted) this.#back.set(name, back - 1);
      else {
        this.#back.delete(name);
        if (verdict.admitted) this.#full.add(name);
      }
    }
    if (!verdict.admitted) {
      const name = names[verdict.index]!;
      if (!this.#backSince.has(name)) this.#full.add(name);
      return;
    }
    const { grant, quotas } = verdict;
    const seat = this.#seatOf(grant, names);
    if (!this.#line.has(entry)) return seat.settle(neverMade);
    const now = this.#clock.monotonic();
    this.#line.served(entry, now, entry.isWanting);
    this.#unwant(entry);
    entry.tell.outcome({ kind: 'seated', choice: place, grant: seat, quotas });
  }

  /** A slot that comes back goes to the next request at once. */
  #seatOf(grant: Grant, names: readonly string[]): Grant {
    let isSettled = false;
    return {
      at: grant.at,
      settle: (settlement) => {
        if (isSettled) return;
        isSettled = true;
        grant.settle(settlement);
        this.#gaveBack(names);
      },
    };
  }

  #leave(entry: Entry): boolean {
    if (!this.#line.leave(entry, this.#clock.monotonic())) return false;
    this.#unwant(entry);
    return true;
  }

  #refuse(entry: Entry, why: QueueRefusalReason): void {
    const retryAfterMs = this.#line.timeLeft(entry, this.#clock.monotonic());
    entry.tell.outcome({ kind: 'refused', why, retryAfterMs, waiting: this.#line.sizeOf(entry.room) });
  }

  #setTimer(): void {
    const endMs = this.#line.nextEndMs();
    if (endMs === undefined || this.#isClosed || endMs >= this.#timerAtMs) return;
    clearTimeout(this.#timer);
    this.#timerAtMs = endMs;
    const inMs = Math.max(1, Math.ceil(endMs - this.#clock.monotonic()));
    this.#timer = setTimeout(() => this.expire(), inMs);
    this.#timer.unref();
  }

  /** Ends the waits whose time is over, as a timer does by itself. */
  expire(): void {
    this.#timerAtMs = Number.POSITIVE_INFINITY;
    const now = this.#clock.monotonic();
    for (let entry = this.#line.takeExpired(now); entry !== undefined; entry = this.#line.takeExpired(now)) {
      this.#unwant(entry);
      this.#refuse(entry, 'timeout');
    }
    this.#setTimer();
  }

  /** Looks for slots that come back without notice. */
  #look(): void {
    if (!this.#seats.isShared || this.#line.size === 0 || this.#looking !== undefined) return;
    this.#looking = setTimeout(() => {
      this.#looking = undefined;
      this.freed();
    }, lookEveryMs);
    this.#looking.unref();
  }

  #want(entry: Entry): void {
    entry.isWanting = true;
    let isNew = false;
    for (const { accounts } of entry.choices)
      for (const account of accounts) {
        const count = this.#wanted.get(account) ?? 0;
        this.#wanted.set(account, count + 1);
        isNew ||= count === 0;
      }
    if (isNew) this.#tellWanted();
  }

  #unwant(entry: Entry): void {
    if (!entry.isWanting) return;
    entry.isWanting = false;
    for (const { accounts } of entry.choices)
      for (const account of accounts) {
        const left = this.#wanted.get(account)! - 1;
        if (left > 0) this.#wanted.set(account, left);
        else this.#wanted.delete(account);
      }
    if (this.#wanted.size === this.#told.length || this.#calming !== undefined || this.#isClosed) return;
    this.#calming = setTimeout(() => {
      this.#calming = undefined;
      if (this.#wanted.size < this.#told.length) this.#tellWanted();
    }, calmMs);
    this.#calming.unref();
  }

  #tellWanted(): void {
    this.#told = [...this.#wanted.keys()];
    this.#onWanted(this.#told);
  }
}

/** Waits in rooms of this very process. */
export function queueIn(rooms: WaitingRooms, demand: QueueDemand): Queued {
  let leave = () => {};
  const outcome = new Promise<QueueOutcome>((resolve, reject) => {
    leave = rooms.enter(demand, { outcome: resolve, failed: reject });
  });
  return {
    outcome,
    leave() {
      leave();
      // It may have got slots a moment ago.
      void outcome.then(
        (told) => {
          if (told.kind === 'seated') told.grant.settle(neverMade);
        },
        () => {},
      );
    },
  };
}
