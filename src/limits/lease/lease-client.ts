/**
 * Limits in a worker: the store that the pipeline uses, while the primary counts. A request that a lease covers is
 * decided here. An uncovered one asks the primary, together with all that came meanwhile. A worker that seldom sees a
 * key gets no lease for it, so the remaining amounts that it reports to clients are exact; a busy worker is a few
 * requests behind.
 */

import { countsForAny } from '../accounts/owners.ts';
import { type Clock, hostClock } from '../clock.ts';
import type { Correction } from '../correction.ts';
import {
  type Demand,
  type Grant,
  type LimitStore,
  type Reserved,
  type Settlement,
  StoreFault,
  type Verdict,
} from '../limit-store.ts';
import type { QueueDemand, Queued, QueueOutcome, Rooms } from '../queue/queue-demand.ts';
import type { Meters, QuotaStatus } from '../rules.ts';
import type {
  Channel,
  Judgement,
  PrimaryMessage,
  TabReport,
  WaitDemand,
  WaitOutcome,
  WorkerMessage,
} from './lease-messages.ts';
import { Tab, type Waiting } from './lease-tab.ts';

/** Milliseconds between two looks for news that the primary has to get. */
const lookEveryMs = 50;
/**
 * Milliseconds between two reports of used and settled amounts. Unreported amounts are held for this worker, so the
 * limit is never exceeded. Only a budget depends on the reports of others, so it is reported at every look.
 */
const reportEveryMs = 200;
/** Milliseconds after which an untouched lease goes back. */
const idleMs = 100;
const maxAskedTogether = 256;
/**
 * Tabs of accounts that anybody can open, and of end users: the oldest give way to new ones. Short lives keep them from
 * growing old in memory here and in the primary.
 */
const maxTransientTabs = 200;
/** Tabs that are searched for unused ones. */
const mostLooked = 32;
/** Milliseconds after which a primary without an answer hangs, or is too busy to be waited for. */
const answerWithinMs = 2000;
/** Milliseconds after which an unused tab is closed. */
const closeAfterMs = 60_000;

export type ClientChannel = Channel<WorkerMessage, PrimaryMessage>;

/** A store that leases from the primary at the other end of a channel. */
export function leaseClient(
  channel: ClientChannel,
  { clock = hostClock, withinMs = answerWithinMs }: { clock?: Clock; withinMs?: number } = {},
): LimitStore & Rooms {
  return new Client(channel, clock, withinMs);
}

class Client implements LimitStore, Rooms {
  readonly #channel: ClientChannel;
  readonly #clock: Clock;
  readonly #withinMs: number;
  readonly #byMeters = new WeakMap<Meters, Tab>();
  readonly #tabs = new Map<number, Tab>();
  readonly #transient = new Set<Tab>();
  readonly #asks = new Map<number, (message: PrimaryMessage) => void>();
  readonly #cleaning: NodeJS.Timeout;
  readonly #waits = new Map<number, (outcome: WaitOutcome) => void>();
  #tabsOpened = 0;
  #asked = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Accounts with requests that wait for slots. */
  #wanted: ReadonlySet<string> = new Set();
  /** Messages that are sent at the end of this turn of the event loop. */
  #waitsToTell: WaitDemand[] = [];
  #left: number[] = [];
  #unseated: number[] = [];
  readonly #freed = new Set<Tab>();
  #isTelling = false;

  constructor(channel: ClientChannel, clock: Clock, withinMs: number) {
    this.#channel = channel;
    this.#clock = clock;
    this.#withinMs = withinMs;
    this.#cleaning = setInterval(() => this.#closeIdle(), closeAfterMs / 4);
    this.#cleaning.unref();
    channel.onMessage((message) => this.#receive(message));
  }

  spend(demand: Demand): Verdict | Promise<Verdict> {
    const { tokens, money, known } = demand;
    const reserved: Reserved = money === undefined ? { tokens } : { tokens, money };
    const tab = this.#tab(demand.meters);
    const now = this.#clock.monotonic();
    // A process that was too busy to look knows nothing any more of the use by others.
    const isOld = now - tab.toldMs >= reportEveryMs + 2 * lookEveryMs;
    tab.lastSpendMs = now;
    tab.pace.note(now);
    if (known === undefined && tab.waiting.length === 0 && !isOld && !tab.isWanted) {
      const verdict = this.#verdictHere(tab, reserved, now);
      if (verdict !== undefined) return verdict;
    }
    return new Promise((resolve, reject) => {
      tab.waiting.push({ reserved, known, resolve, reject, sinceMs: performance.now(), isGivenUp: false });
      this.#bePatient(tab);
      this.#ask(tab);
    });
  }

  read(meters: Meters): Promise<readonly QuotaStatus[]> {
    const tab = this.#tab(meters);
    return new Promise((resolve) => {
      const ask = this.#expect((message) => resolve(message.type === 'quotas' ? message.quotas : []));
      this.#channel.send({ type: 'read', ask, tab: tab.number, reports: reportsOf([tab], true) });
    });
  }

  correct(correction: Correction): void {
    this.#tab(correction.meters).correct(correction, this.#clock);
    this.#schedule();
  }

  queue(demand: QueueDemand): Queued {
    const { choices, share, ...rest } = demand;
    this.#asked += 1;
    const wait = this.#asked;
    let leave = () => {};
    const outcome = new Promise<QueueOutcome>((resolve, reject) => {
      this.#waits.set(wait, (told) => {
        leave = () => {};
        if (told.kind === 'refused') return resolve(told);
        if (told.kind === 'failed') return reject(new StoreFault(told.reason));
        const { at, wait: _, ...seated } = told;
        resolve({ grant: this.#seat(wait, at), ...seated });
      });
      leave = () => {
        this.#waits.delete(wait);
        this.#left.push(wait);
        this.#tellAtEnd();
      };
    });
    const numberOf = (meters: Meters) => {
      const tab = this.#tab(meters);
      tab.lastSpendMs = this.#clock.monotonic();
      return tab.number;
    };
    this.#waitsToTell.push({ wait, choices: choices.map(numberOf), share: numberOf(share), ...rest });
    this.#tellAtEnd();
    return { outcome, leave: () => leave() };
  }

  #seat(wait: number, at: number): Grant {
    let isSettled = false;
    return {
      at,
      settle: () => {
        if (isSettled) return;
        isSettled = true;
        this.#unseated.push(wait);
        this.#tellAtEnd();
      },
    };
  }

  #tellAtEnd(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    setImmediate(() => this.#tell());
  }

  #tell(): void {
    this.#isTelling = false;
    const waits = this.#waitsToTell;
    this.#waitsToTell = [];
    if (waits.length > 0) this.#channel.send({ waits, type: 'wait' });
    const left = this.#left;
    const unseated = this.#unseated;
    this.#left = [];
    this.#unseated = [];
    if (left.length > 0) this.#channel.send({ type: 'leave', waits: left });
    if (unseated.length > 0) this.#channel.send({ type: 'unseat', waits: unseated });
    if (this.#freed.size === 0) return;
    const reports = reportsOf([...this.#freed], true);
    this.#freed.clear();
    if (reports.length > 0) this.#channel.send({ type: 'report', reports });
  }

  /** Gives everything back. */
  close(): Promise<void> {
    clearInterval(this.#cleaning);
    clearTimeout(this.#timer);
    const reports = reportsOf([...this.#tabs.values()], true);
    if (reports.length > 0) this.#channel.send({ type: 'report', reports });
    return Promise.resolve();
  }

  /** Records the final use of a request. */
  settle(tab: Tab, at: number, reserved: Reserved, settlement: Settlement): void {
    tab.settle(at, reserved, settlement);
    if (tab.isWanted) this.#free(tab);
    else this.#schedule();
  }

  #free(tab: Tab): void {
    this.#freed.add(tab);
    this.#tellAtEnd();
  }

  #tab(meters: Meters): Tab {
    const known = this.#byMeters.get(meters);
    if (known !== undefined && this.#tabs.has(known.number)) return known;
    this.#tabsOpened += 1;
    const tab = new Tab(this.#tabsOpened, meters);
    tab.isWanted = this.#countsWanted(meters);
    this.#byMeters.set(meters, tab);
    this.#tabs.set(tab.number, tab);
    const { account, isTransient, hasEndUser, list } = meters;
    if (isTransient || hasEndUser) this.#makeRoomFor(tab);
    this.#channel.send({ type: 'open', tab: tab.number, account, isTransient, meters: list });
    return tab;
  }

  #makeRoomFor(tab: Tab): void {
    this.#transient.add(tab);
    for (let looked = 0; looked < mostLooked && this.#transient.size > maxTransientTabs; looked += 1) {
      const oldest: Tab = this.#transient.values().next().value!;
      this.#transient.delete(oldest);
      if (oldest.isInUse) this.#transient.add(oldest);
      else this.#close(oldest);
    }
  }

  /** Decides without asking; undefined if that is impossible. */
  #verdictHere(tab: Tab, reserved: Reserved, now: number): Verdict | undefined {
    const refusal = tab.repeatedRefusal(reserved, now);
    if (refusal !== undefined) return refusal;
    const wall = this.#clock.wall();
    const at = tab.spendLeased(reserved, now, wall);
    if (at === undefined) return undefined;
    this.#schedule();
    return this.#admission(tab, at, reserved, wall);
  }

  #admission(tab: Tab, at: number, reserved: Reserved, wall: number): Verdict {
    tab.inFlight += 1;
    return {
      admitted: true,
      grant: new LeasedGrant(this, tab, at, reserved),
      quotas: tab.quotas(wall),
    };
  }

  #ask(tab: Tab): void {
    if (tab.isAsking) return;
    // Requests that are not asked for yet and given up already are never asked for.
    if (tab.waiting.some(({ isGivenUp }) => isGivenUp))
      tab.waiting = tab.waiting.filter(({ isGivenUp }) => !isGivenUp);
    if (tab.waiting.length === 0) return;
    tab.isAsking = true;
    const asking = tab.waiting.slice(0, maxAskedTogether);
    // Use known from elsewhere is reported once; the store takes it over with the first request.
    const known = asking.find((each) => each.known !== undefined)?.known;
    const ask = this.#expect((message) => this.#answered(tab, asking, message));
    this.#channel.send({
      type: 'ask',
      ask,
      tab: tab.number,
      wanted: asking.map(({ reserved }) => reserved),
      ahead: tab.pace.ahead,
      known,
      reports: reportsOf([tab], false),
    });
    tab.toldMs = this.#clock.monotonic();
  }

  /** Bounds the wait of each request by the time that the primary may take. */
  #bePatient(tab: Tab): void {
    if (tab.patience !== undefined) return;
    const oldest = tab.waiting.find(({ isGivenUp }) => !isGivenUp);
    if (oldest === undefined) return;
    const leftMs = oldest.sinceMs + this.#withinMs - performance.now();
    tab.patience = setTimeout(
      () => {
        tab.patience = undefined;
        const late = performance.now() - this.#withinMs;
        for (const each of tab.waiting) {
          if (each.isGivenUp || each.sinceMs > late) continue;
          each.isGivenUp = true;
          each.reject(new StoreFault('the supervising process does not answer', { isPending: true }));
        }
        this.#bePatient(tab);
      },
      Math.max(1, leftMs),
    ).unref();
  }

  #expect(handler: (message: PrimaryMessage) => void): number {
    this.#asked += 1;
    this.#asks.set(this.#asked, handler);
    return this.#asked;
  }

  #answered(tab: Tab, asking: readonly Waiting[], message: PrimaryMessage): void {
    if (message.type !== 'verdicts') return;
    const { judgements, leased } = message;
    const now = this.#clock.monotonic();
    const wall = this.#clock.wall();
    tab.isAsking = false;
    tab.waiting = tab.waiting.slice(asking.length);
    const verdicts = judgements.map((judgement, index) => {
      if (index === judgements.length - 1 && leased !== undefined) tab.takeLease(leased);
      return this.#verdictOf(tab, judgement, asking[index]!.reserved, now, wall);
    });
    this.#schedule();
    for (const [index, verdict] of verdicts.entries()) {
      const each = asking[index]!;
      if (!each.isGivenUp) each.resolve(verdict);
      else if (verdict.admitted) verdict.grant.settle(neverMade);
    }
    if (tab.waiting.length === 0) {
      clearTimeout(tab.patience);
      tab.patience = undefined;
    }
    this.#serveWaiting(tab, now);
  }

  #verdictOf(tab: Tab, judgement: Judgement, reserved: Reserved, now: number, wall: number): Verdict {
    tab.takeJudgement(judgement, reserved, now, wall);
    return judgement.admitted ? this.#admission(tab, judgement.at, reserved, wall) : judgement;
  }

  /** Serves the requests that came while the question was on its way, as far as the lease goes. */
  #serveWaiting(tab: Tab, now: number): void {
    let served = 0;
    for (const { reserved, known, resolve, isGivenUp } of tab.waiting) {
      if (isGivenUp) {
        served += 1;
        continue;
      }
      if (known !== undefined) break;
      const verdict = this.#verdictHere(tab, reserved, now);
      if (verdict === undefined) break;
      resolve(verdict);
      served += 1;
    }
    tab.waiting = tab.waiting.slice(served);
    this.#ask(tab);
  }

  #receive(message: PrimaryMessage): void {
    if (message.type === 'recall') {
      const { recall, accounts } = message;
      const tabs = [...this.#tabs.values()].filter(({ meters }) => countsForAny(meters, accounts));
      const reports = reportsOf(tabs, true);
      return this.#channel.send({ type: 'recalled', recall, reports });
    }
    if (message.type === 'wanted') {
      this.#wanted = new Set(message.accounts);
      for (const tab of this.#tabs.values()) {
        tab.isWanted = this.#countsWanted(tab.meters);
        if (tab.isWanted && tab.hasLease) this.#free(tab);
      }
      return;
    }
    if (message.type === 'waited') {
      for (const outcome of message.outcomes) {
        const told = this.#waits.get(outcome.wait);
        this.#waits.delete(outcome.wait);
        told?.(outcome);
      }
      return;
    }
    const handler = this.#asks.get(message.ask);
    this.#asks.delete(message.ask);
    handler?.(message);
  }

  get isAnyWanted(): boolean {
    return this.#wanted.size > 0;
  }

  isWanted(account: string): boolean {
    return this.#wanted.has(account);
  }

  #countsWanted(meters: Meters): boolean {
    return this.#wanted.size > 0 && meters.accounts.some((account) => this.#wanted.has(account));
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.#report(), lookEveryMs).unref();
  }

  #report(): void {
    this.#timer = undefined;
    const now = this.#clock.monotonic();
    const reports: TabReport[] = [];
    let hasMore = false;
    for (const tab of this.#tabs.values()) {
      const isIdle = now - tab.lastSpendMs >= idleMs;
      // A question that was asked meanwhile included everything.
      if (isIdle || tab.meters.hasBudget || now - tab.toldMs >= reportEveryMs) {
        const report = tab.report(isIdle);
        if (report !== undefined) reports.push(report);
        tab.toldMs = now;
      }
      hasMore ||= tab.hasLease || tab.hasNews;
    }
    if (reports.length > 0) this.#channel.send({ type: 'report', reports });
    if (hasMore) this.#schedule();
  }

  #closeIdle(): void {
    const now = this.#clock.monotonic();
    for (const tab of this.#tabs.values()) {
      if (!tab.isInUse && now - tab.lastSpendMs >= closeAfterMs) this.#close(tab);
    }
  }

  #close(tab: Tab): void {
    this.#tabs.delete(tab.number);
    this.#transient.delete(tab);
    this.#channel.send({ type: 'close', tab: tab.number, reports: reportsOf([tab], true) });
  }
}

/** The unreported news of some tabs. `andReturn` gives back their leases too. */
function reportsOf(tabs: readonly Tab[], andReturn: boolean): readonly TabReport[] {
  return tabs.flatMap((tab) => tab.report(andReturn) ?? []);
}

/** The request had gone when its slots arrived. */
const neverMade: Settlement = { attempted: false, tokens: 0, costNanoUsd: 0 };

class LeasedGrant implements Grant {
  readonly #client: Client;
  readonly #tab: Tab;
  readonly at: number;
  readonly #reserved: Reserved;
  #isSettled = false;

  constructor(client: Client, tab: Tab, at: number, reserved: Reserved) {
    this.#client = client;
    this.#tab = tab;
    this.at = at;
    this.#reserved = reserved;
  }

  settle(settlement: Settlement): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#client.settle(this.#tab, this.at, this.#reserved, settlement);
  }
}
