import { hostClock } from '../clock.ts';
import { Ledger } from '../ledger.ts';
import type { LimitStore } from '../limit-store.ts';
import { memoryStore } from '../memory-store.ts';
import { ledgerSeats } from './ledger-seats.ts';
import type { Rooms } from './queue-demand.ts';
import { queueIn, WaitingRooms } from './waiting-rooms.ts';

/** Counts in this process alone, and lets requests wait in it. */
export function countingHere(clock = hostClock): LimitStore & Rooms {
  const ledger = new Ledger(clock);
  const rooms = new WaitingRooms({ clock, seats: ledgerSeats(ledger, clock) });
  return {
    ...memoryStore({ clock, ledger, freed: () => rooms.freed() }),
    queue: (demand) => queueIn(rooms, demand),
    get isAnyWanted() {
      return rooms.wanted.length > 0;
    },
    isWanted: (account) => rooms.isWanted([account]),
  };
}
