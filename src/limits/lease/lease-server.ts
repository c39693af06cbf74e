/**
 * The true counts of one host's limits: they are in the primary, and workers ask it. A worker that asks often gets some
 * amount ahead, so most of its requests need no question. An amount given out counts until the worker reports its use
 * or returns it, so the limit holds at every moment. Before any refusal, unused amounts of other workers are recalled,
 * so the last unit is found in any worker.
 */

import { accountOf, countsForAny } from '../accounts/owners.ts';
import { type Clock, hostClock } from '../clock.ts';
import { type Bound, Ledger } from '../ledger.ts';
import { costOn, type Grant, type Reserved, type Settlement } from '../limit-store.ts';
import { ledgerSeats } from '../queue/ledger-seats.ts';
import { WaitingRooms } from '../queue/waiting-rooms.ts';
import { type Meters, metersOf } from '../rules.ts';
import type {
  Channel,
  Judgement,
  PrimaryMessage,
  TabReport,
  WaitDemand,
  WaitOutcome,
  WorkerMessage,
} from './lease-messages.ts';

/** Milliseconds after which a worker without an answer to a recall is too busy to be waited for. */
const recallTimeoutMs = 50;

export type ServerChannel = Channel<PrimaryMessage, WorkerMessage>;

export interface LeaseServer {
  /** Serves a worker; call the returned function when the worker is gone. */
  attach(channel: ServerChannel): () => void;
  /**
   * Takes back the unused leases of all workers, so that the counts are the real use. Workers that are too busy to
   * answer keep theirs.
   */
  recall(): Promise<void>;
}

export interface LeaseServerOptions {
  readonly ledger?: Ledger;
  readonly clock?: Clock;
  /** The rooms in which requests of workers wait for slots. */
  readonly rooms?: WaitingRooms;
  /** Runs a task when all work at hand is done; by default at the end of the turn. */
  readonly later?: (task: () => void) => void;
}

/** Counts for any number of workers. */
export function leaseServer({
  clock = hostClock,
  ledger = new Ledger(clock),
  rooms = new WaitingRooms({ clock, seats: ledgerSeats(ledger, clock) }),
  later = (task) => void setImmediate(task),
}: LeaseServerOptions = {}): LeaseServer {
  return new Server(ledger, clock, rooms, later);
}

interface Tab {
  readonly meters: Meters;
  /** The counters of the tab's meters. */
  bound: Bound | undefined;
  /** Given to the worker: its lease, and slots of its requests in flight. */
  readonly held: number[];
  /** Booked on budgets for its requests in flight. */
  readonly booked: number[];
}

interface Worker {
  readonly channel: ServerChannel;
  readonly tabs: Map<number, Tab>;
  /** Recalls that it has not answered. */
  readonly recalls: Map<number, () => void>;
  /** The way to end each of its waits, */
  readonly waits: Map<number, () => void>;
  /** and the slots of those that have got some. */
  readonly seats: Map<number, Grant>;
  /** The outcomes of waits that are sent to it at the end of this turn. */
  readonly told: WaitOutcome[];
}

type Ask = Extract<WorkerMessage, { type: 'ask' }>;

/** Slots come back in the same way after any use. */
const unseated: Settlement = { attempted: true, tokens: 0, costNanoUsd: 0 };

class Server implements LeaseServer {
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #rooms: WaitingRooms;
  readonly #later: (task: () => void) => void;
  readonly #workers = new Set<Worker>();
  #recalls = 0;

  constructor(ledger: Ledger, clock: Clock, rooms: WaitingRooms, later: (task: () => void) => void) {
    this.#later = later;
    this.#ledger = ledger;
    this.#clock = clock;
    this.#rooms = rooms;
    rooms.whenWanted((accounts) => {
      for (const { channel } of this.#workers) channel.send({ type: 'wanted', accounts });
    });
  }

  attach(channel: ServerChannel): () => void {
    const worker: Worker = {
      channel,
      tabs: new Map(),
      recalls: new Map(),
      waits: new Map(),
      seats: new Map(),
      told: [],
    };
    this.#workers.add(worker);
    channel.onMessage((message) => this.#receive(worker, message));
    const { wanted } = this.#rooms;
    if (wanted.length > 0) channel.send({ type: 'wanted', accounts: wanted });
    return () => this.#detach(worker);
  }

  async recall(): Promise<void> {
    await this.#recallFrom([...this.#workers]);
  }

  #receive(worker: Worker, message: WorkerMessage): void {
    if (!this.#workers.has(worker)) return;
    switch (message.type) {
      case 'open': {
        const { tab, account, meters, isTransient } = message;
        worker.tabs.set(tab, {
          meters: metersOf(account, meters, isTransient),
          bound: undefined,
          held: meters.map(() => 0),
          booked: meters.map(() => 0),
        });
        return;
      }
      case 'close':
        this.#takeReports(worker, message.reports);
        worker.tabs.delete(message.tab);
        return;
      case 'report':
        return this.#takeReports(worker, message.reports);
      case 'recalled':
        this.#takeReports(worker, message.reports);
        worker.recalls.get(message.recall)?.();
        return;
      case 'read': {
        this.#takeReports(worker, message.reports);
        const quotas = this.#ledger.quotas(this.#bind(worker, message.tab));
        worker.channel.send({ type: 'quotas', ask: message.ask, quotas });
        return;
      }
      case 'ask':
        this.#takeReports(worker, message.reports);
        void this.#judgeAll(worker, message);
        return;
      case 'wait':
        for (const demand of message.waits) this.#wait(worker, demand);
        return;
      case 'leave':
        for (const wait of message.waits) {
          worker.waits.get(wait)?.();
          worker.waits.delete(wait);
          this.#unseat(worker, wait); // it may have got slots while it left
        }
        return;
      case 'unseat':
        for (const wait of message.waits) this.#unseat(worker, wait);
    }
  }

  #wait(worker: Worker, { wait, choices, share, ...demand }: WaitDemand): void {
    const inTab = (tab: number) => worker.tabs.get(tab)!.meters;
    const tell = (outcome: WaitOutcome) => {
      worker.waits.delete(wait);
      this.#tell(worker, outcome);
    };
    let isTold = false;
    const leave = this.#rooms.enter(
      { choices: choices.map(inTab), share: inTab(share), ...demand },
      {
        outcome: (outcome) => {
          isTold = true;
          if (outcome.kind === 'refused') return tell({ wait, ...outcome });
          const { grant, choice, quotas } = outcome;
          if (!this.#workers.has(worker)) return grant.settle(unseated);
          worker.seats.set(wait, grant);
          tell({ wait, kind: 'seated', choice, at: grant.at, quotas });
        },
        failed: (fault) => {
          isTold = true;
          tell({ wait, kind: 'failed', reason: (fault as Error).message });
        },
      },
    );
    if (!isTold) worker.waits.set(wait, leave);
  }

  /** Collects the outcomes of one turn of the event loop into one message to a worker. */
  #tell(worker: Worker, outcome: WaitOutcome): void {
    worker.told.push(outcome);
    if (worker.told.length > 1) return;
    this.#later(() => {
      const outcomes = worker.told.splice(0);
      if (this.#workers.has(worker)) worker.channel.send({ outcomes, type: 'waited' });
    });
  }

  #unseat(worker: Worker, wait: number): void {
    const grant = worker.seats.get(wait);
    worker.seats.delete(wait);
    grant?.settle(unseated);
  }

  async #judgeAll(worker: Worker, { ask, tab, wanted, ahead, known }: Ask): Promise<void> {
    const { held } = worker.tabs.get(tab)!;
    if (known !== undefined) this.#ledger.takeOver(this.#bind(worker, tab), known);
    const judgements: Judgement[] = [];
    let hasRecalled = false;
    let wasRefused = false;
    for (const each of wanted) {
      let judgement = this.#judge(worker, tab, each, held);
      if (!judgement.admitted && !hasRecalled) {
        hasRecalled = true;
        const hasGained = await this.#recall(this.#bind(worker, tab));
        if (!this.#workers.has(worker)) return;
        if (hasGained) judgement = this.#judge(worker, tab, each, held);
      }
      wasRefused ||= !judgement.admitted;
      judgements.push(judgement);
    }
    const bound = this.#bind(worker, tab);
    const leased = wasRefused || ahead === 0 ? undefined : this.#lease(bound, wanted, ahead, held);
    const last = judgements.at(-1);
    // The new lease is not there for others: the last verdict, the next that clients see, counts it as used.
    if (leased !== undefined && last !== undefined) {
      judgements[judgements.length - 1] = { ...last, quotas: this.#ledger.quotas(bound) };
    }
    worker.channel.send({ type: 'verdicts', ask, judgements, leased });
  }

  #judge(worker: Worker, tab: number, reserved: Reserved, held: number[]): Judgement {
    const bound = this.#bind(worker, tab);
    const refusal = this.#ledger.refusalOf(bound, reserved);
    if (refusal !== undefined) return refusal;
    const at = this.#clock.monotonic();
    this.#ledger.book(bound, reserved, at);
    const { booked } = worker.tabs.get(tab)!;
    for (const [place, meter] of bound.meters.list.entries()) {
      if (meter.kind === 'concurrency') held[place]! += 1;
      if (meter.kind === 'budget') booked[place]! += costOn(meter, reserved);
    }
    return { admitted: true, at, quotas: this.#ledger.quotas(bound) };
  }

  /** Gives out ahead the amount that a worker may soon need, and leaves enough for the others to get the same. */
  #lease(
    { meters, counters }: Bound,
    wanted: readonly Reserved[],
    ahead: number,
    held: number[],
  ): readonly number[] | undefined {
    if (this.#rooms.isWanted(meters.accounts)) return undefined;
    const leased: number[] = [];
    for (const [place, meter] of meters.list.entries()) {
      const each = Math.ceil(
        wanted.reduce((sum, reserved) => sum + costOn(meter, reserved), 0) / wanted.length,
      );
      const free = meter.limit - counters[place]!.used();
      const most = Math.floor(free / (2 * this.#workers.size));
      if (each > most) return undefined;
      leased.push(Math.min(each * ahead, most));
    }
    for (const [place, amount] of leased.entries()) {
      counters[place]!.held += amount;
      held[place]! += amount;
    }
    return leased;
  }

  /** Gets unused amounts of an account back from workers. False if no worker holds any. */
  async #recall({ meters, counters }: Bound): Promise<boolean> {
    if (counters.every(({ held }) => held === 0)) return false;
    return this.#recallFrom([...this.#workers], meters.accounts);
  }

  /** Recalls from those of several workers that hold something of some accounts, or of any. False if none does. */
  async #recallFrom(workers: readonly Worker[], accounts?: readonly string[]): Promise<boolean> {
    const answers = workers
      .filter((worker) => holdsOf(worker, accounts))
      .map((worker) => this.#answerTo(worker, accounts));
    await Promise.all(answers);
    return answers.length > 0;
  }

  #answerTo(worker: Worker, accounts: readonly string[] | undefined): Promise<void> {
    this.#recalls += 1;
    const recall = this.#recalls;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        worker.recalls.delete(recall);
        resolve();
      };
      const timer = setTimeout(done, recallTimeoutMs);
      worker.recalls.set(recall, done);
      worker.channel.send({ type: 'recall', recall, accounts });
    });
  }

  #takeReports(worker: Worker, reports: readonly TabReport[]): void {
    for (const report of reports) this.#takeReport(worker, report);
    if (reports.length > 0) this.#rooms.freed();
  }

  #takeReport(worker: Worker, { tab, used, released, changed, returned }: TabReport): void {
    const { held, booked } = worker.tabs.get(tab)!;
    const { meters, counters } = this.#bind(worker, tab);
    for (const [place, meter] of meters.list.entries()) {
      const counter = counters[place]!;
      const wasOpen = meter.kind === 'budget' && counter.used() < meter.limit;
      for (const { at, amounts } of used) {
        counter.held -= amounts[place]!;
        held[place]! -= amounts[place]!;
        counter.book(at, amounts[place]!);
        if (meter.kind === 'budget') booked[place]! += amounts[place]!;
      }
      if (meter.kind === 'budget') {
        for (const { at, amounts } of released) {
          counter.release(at, amounts[place]!);
          booked[place]! -= amounts[place]!;
        }
      }
      for (const { at, amounts } of changed) counter.add(at, amounts[place]!);
      if (returned !== undefined) {
        counter.held -= returned[place]!;
        held[place]! -= returned[place]!;
      }
      // The budget has just been reached: the lease must not be used further.
      if (wasOpen && counter.used() >= meter.limit)
        void this.#recallFrom([...this.#workers], [accountOf(meters, meter)]);
    }
  }

  #bind(worker: Worker, tab: number): Bound {
    return this.#boundOf(worker.tabs.get(tab)!);
  }

  /**
   * The counters of a tab. An end user beyond the bound shares an account with others, as long as it holds something
   * there.
   */
  #boundOf(tab: Tab): Bound {
    const isHeld = tab.bound !== undefined && tab.held.some((amount) => amount > 0);
    tab.bound = isHeld ? this.#ledger.current(tab.bound!) : this.#ledger.bind(tab.meters);
    return tab.bound;
  }

  /**
   * Ends a worker. Its slots are free. It may have used its leased rates up to its last moment, so they count from now.
   * Its booked amounts of budgets stay spent: nobody will report their real cost.
   */
  #detach(worker: Worker): void {
    if (!this.#workers.delete(worker)) return;
    const now = this.#clock.monotonic();
    for (const tab of worker.tabs.values()) {
      const { meters, held, booked } = tab;
      const { counters } = this.#boundOf(tab);
      for (const [place, { kind }] of meters.list.entries()) {
        counters[place]!.held -= held[place]!;
        if (kind === 'budget') counters[place]!.keepBooked(booked[place]!);
        if (kind === 'requests' || kind === 'tokens') counters[place]!.add(now, held[place]!);
      }
    }
    for (const done of [...worker.recalls.values()]) done();
    for (const leave of worker.waits.values()) leave();
    for (const grant of worker.seats.values()) grant.settle(unseated);
    this.#rooms.freed();
  }
}

/** True if a worker holds something of some accounts, or of any. */
function holdsOf(worker: Worker, accounts: readonly string[] | undefined): boolean {
  for (const { meters, held } of worker.tabs.values()) {
    if (countsForAny(meters, accounts) && held.some((amount) => amount > 0)) return true;
  }
  return false;
}
