import type { BudgetChange } from '../../limits/budget-change.ts';
import { hostClock } from '../../limits/clock.ts';
import { type LeaseServer, leaseServer, type ServerChannel } from '../../limits/lease/lease-server.ts';
import { type Counted, Ledger } from '../../limits/ledger.ts';
import type { LimitStore } from '../../limits/limit-store.ts';
import type { LimitReader } from '../../limits/limit-use.ts';
import { memoryStore } from '../../limits/memory-store.ts';
import { ledgerSeats } from '../../limits/queue/ledger-seats.ts';
import type { Rooms, SeatStore } from '../../limits/queue/queue-demand.ts';
import { queueIn, WaitingRooms } from '../../limits/queue/waiting-rooms.ts';
import type { Meters, QuotaStatus } from '../../limits/rules.ts';
import type { Logger } from '../../observe/log/log.ts';
import { keptBudgets } from './budget-file.ts';
import { CountedSince } from './counts-since-told.ts';
import { type Kept, KeptFile } from './kept-file.ts';
import { UnwrittenFiles } from './unwritten-files.ts';
import { keptWindows } from './window-file.ts';

/** The counters of this host, in one place: the supervisor, or the only process there is. */
export interface HostLimits {
  /** For what runs in this very process. */
  readonly store: LimitStore & Rooms;
  /** The rooms in which requests wait. */
  readonly rooms: WaitingRooms;
  /** Slots as this host counts them. */
  readonly seats: SeatStore;
  /** Tells what was used; what workers only hold in advance is not. */
  readonly reader: LimitReader;
  /** Changes what is spent of budgets, after all that workers have used of them; it is written down when this resolves. */
  changeBudgets(meters: Meters, change: BudgetChange): Promise<readonly QuotaStatus[]>;
  /** The same of each of those whom a key is counted for, which is not written down. */
  changeCallerBudgets(key: string, meters: Meters, change: BudgetChange): Promise<number>;
  /** Serves a worker process; call what it returns when that is gone. */
  attach(channel: ServerChannel): () => void;
  /** Writes to this folder from now on: a reload may name another. */
  follow(stateDir: string, owner: string | undefined): void;
  /** Writes down what has to outlive the process. */
  close(): Promise<void>;
  /** Leaves the files to another process, and gives it what counts: all, or with `since` what has come since the last time. */
  handOver(): Promise<Counted>;
  since(): Counted;
  /** The other process did not come to it: the files are this one's again. */
  takeBack(): void;
  /** Counts what another process tells of. */
  add(counted: Counted): void;
}

/**
 * Opens the counters, with what was spent of budgets and counts in long windows from before. Never rejects: a fault of
 * the disk is logged.
 *
 * @param owner Part of the names of files where a gateway of another host has the plain ones.
 * @param counted What another process has counted, instead of what the files say.
 * @param unwritten Told of each of the files that can not be written.
 */
export async function openHostLimits(
  stateDir: string,
  log: Logger,
  owner?: string,
  counted?: Counted,
  unwritten: UnwrittenFiles = new UnwrittenFiles(),
): Promise<HostLimits> {
  const ledger = new Ledger(hostClock);
  let told = new CountedSince(ledger);
  const seats = ledgerSeats(ledger);
  const rooms = new WaitingRooms({ seats });
  const server: LeaseServer = leaseServer({ ledger, rooms });
  const open = async (kept: Kept) =>
    counted === undefined
      ? KeptFile.open(stateDir, owner, kept, log, unwritten)
      : new KeptFile(stateDir, owner, kept, log, unwritten);
  const files = await Promise.all([open(keptBudgets(ledger)), open(keptWindows(ledger))]);
  const [budgets] = files;
  if (counted !== undefined) ledger.add(counted);
  return {
    store: {
      ...memoryStore({ ledger, freed: () => rooms.freed() }),
      queue: (demand) => queueIn(rooms, demand),
      get isAnyWanted() {
        return rooms.wanted.length > 0;
      },
      isWanted: (account) => rooms.isWanted([account]),
    },
    rooms,
    seats,
    reader: {
      async read(list) {
        await server.recall();
        return list.map((meters) => ledger.look(meters));
      },
    },
    async changeBudgets(meters, change) {
      await server.recall();
      const quotas = ledger.changeBudgets(meters, change);
      await budgets.save();
      return quotas;
    },
    async changeCallerBudgets(key, meters, change) {
      await server.recall();
      return ledger.changeCallerBudgets(key, meters, change);
    },
    attach: (channel) => server.attach(channel),
    follow(dir, owner) {
      for (const file of files) file.follow(dir, owner);
    },
    async close() {
      rooms.close();
      await Promise.all(files.map((file) => file.close()));
    },
    async handOver() {
      await server.recall();
      await Promise.all(files.map((file) => file.close()));
      told = new CountedSince(ledger);
      return told.next();
    },
    since: () => told.next(),
    takeBack() {
      for (const file of files) file.resume();
    },
    add: (more) => ledger.add(more),
  };
}
