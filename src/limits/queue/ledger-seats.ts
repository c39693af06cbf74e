import { hostClock } from '../clock.ts';
import type { Ledger } from '../ledger.ts';
import { memoryStore } from '../memory-store.ts';
import type { SeatStore } from './queue-demand.ts';

const oneSlot = { tokens: 0 };

/** Slots that this process counts. */
export function ledgerSeats(ledger: Ledger, clock = hostClock): SeatStore {
  const store = memoryStore({ clock, ledger });
  return {
    take: (meters) => store.spend({ meters, tokens: 0 }),
    isFree: (slots) => ledger.hasRoom(ledger.bind(slots), oneSlot),
    underWay: (share) => ledger.bind(share).counters[0]!.used(),
    isShared: false,
  };
}
