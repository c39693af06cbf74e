/** What it is to wait for slots: what is asked for, what may come of it, and what is told of those who wait. */
import type { QueueClass } from '../../config/types/queues.ts';
import type { Grant, Verdict } from '../limit-store.ts';
import type { Meters, QuotaStatus } from '../rules.ts';
import type { SeatOrder } from './seat-order.ts';

/** A request that waits for one of several sets of slots: all of a set are taken together, or none. */
export interface QueueDemand {
  /** Meters of slots alone, in the order of preference. */
  readonly choices: readonly Meters[];
  /** Counts what its key has under way in this room; one of the meters of each choice. */
  readonly share: Meters;
  /** The model whose room it waits in, and how many may wait there. */
  readonly room: string;
  readonly length: number;
  readonly class: QueueClass;
  readonly key: string;
  readonly weight: number;
  /** When it began to wait, and when it ceases to; on the host's monotonic clock. */
  readonly sinceMs: number;
  readonly untilMs: number;
}

/**
 * Why somebody waits no longer, or not at all: the room is full, what stands before it takes longer than it may wait, its
 * time is over, or the operator sent all away.
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
      /** How many waited in the room. */
      readonly waiting: number;
    };

/** Somebody who waits. */
export interface Queued {
  /** Rejects with a StoreFault. */
  readonly outcome: Promise<QueueOutcome>;
  /** Nobody waits for it any more: what comes all the same is given back. */
  leave(): void;
}

/** Where requests can wait. */
export interface Rooms {
  queue(demand: QueueDemand): Queued;
  /** Whether anybody waits. */
  readonly isAnyWanted: boolean;
  /** Whether somebody waits for slots of an account: to ask for one without waiting is mostly in vain. */
  isWanted(account: string): boolean;
}

/** Those of a room who are alike. */
export interface WaitingSummary {
  readonly model: string;
  readonly class: QueueClass;
  readonly key: string;
  readonly count: number;
  /** How long the first of them has waited. */
  readonly longestMs: number;
}

/** Where slots are taken for those who wait. */
export interface SeatStore {
  /** Takes all slots of a choice, or none. Rejects with a StoreFault. */
  take(choice: Meters, order: SeatOrder): Verdict | Promise<Verdict>;
  /** Whether all slots are free; undefined where one has to ask. */
  isFree(slots: Meters): boolean | undefined;
  /** How much a key has under way, as far as that is known. */
  underWay(share: Meters): number;
  /** Others may give slots back without a word: one has to look. */
  readonly isShared: boolean;
}
