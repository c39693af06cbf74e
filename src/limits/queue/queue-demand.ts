/** Waiting for slots: the demand, its outcomes, and the view of those who wait. */
import type { QueueClass } from '../../config/types/queues.ts';
import type { Grant, Verdict } from '../limit-store.ts';
import type { Meters, QuotaStatus } from '../rules.ts';
import type { SeatOrder } from './seat-order.ts';

/** A request that waits for one of several sets of slots: all of a set are taken together, or none. */
export interface QueueDemand {
  /** Meters of slots alone, in the order of preference. */
  readonly choices: readonly Meters[];
  /** Counts the requests of its key in flight in this room; one of the meters of each choice. */
  readonly share: Meters;
  /** The model whose room it waits in, and the most that may wait there. */
  readonly room: string;
  readonly length: number;
  readonly class: QueueClass;
  readonly key: string;
  readonly weight: number;
  /** The moments at which it began to wait and stops waiting, on the host's monotonic clock. */
  readonly sinceMs: number;
  readonly untilMs: number;
}

/**
 * The reason for the end of a wait, or for none: the room is full, the queue ahead takes longer than it may wait, its
 * time is over, or the operator emptied the room.
 */
export type QueueRefusalReason = 'full' | 'in_vain' | 'timeout' | 'flushed';

export type QueueOutcome =
  | {
      readonly kind: 'seated';
      /** The place of the choice. */
      readonly choice: number;
      readonly grant: Grant;
      readonly quotas: readonly QuotaStatus[];
    }
  | {
      readonly kind: 'refused';
      readonly why: QueueRefusalReason;
      readonly retryAfterMs: number | undefined;
      /** The number of waiting requests in the room. */
      readonly waiting: number;
    };

/** A waiting request. */
export interface Queued {
  /** Rejects with a StoreFault. */
  readonly outcome: Promise<QueueOutcome>;
  /** Ends the wait: slots that come later are given back. */
  leave(): void;
}

/** The rooms in which requests can wait. */
export interface Rooms {
  queue(demand: QueueDemand): Queued;
  /** True if any request waits. */
  readonly isAnyWanted: boolean;
  /** True if a request waits for slots of an account: asking for one without waiting mostly fails then. */
  isWanted(account: string): boolean;
}

/** The waiting requests of a room that are alike. */
export interface WaitingSummary {
  readonly model: string;
  readonly class: QueueClass;
  readonly key: string;
  readonly count: number;
  /** Milliseconds that the first of them has waited. */
  readonly longestMs: number;
}

/** Takes slots for waiting requests. */
export interface SeatStore {
  /** Takes all slots of a choice, or none. Rejects with a StoreFault. */
  take(choice: Meters, order: SeatOrder): Verdict | Promise<Verdict>;
  /** True if all slots are free; undefined if that needs a question. */
  isFree(slots: Meters): boolean | undefined;
  /** The requests of a key in flight, as far as that is known. */
  underWay(share: Meters): number;
  /** Others may give slots back without notice: the store has to be looked at. */
  readonly isShared: boolean;
}
