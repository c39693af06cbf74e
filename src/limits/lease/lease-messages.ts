/**
 * The messages between a worker and the primary about limits. Plain data, for any channel that keeps the order of one
 * side's messages. A tab is one combination of meters, under a number that the worker gives it. Amounts are lists in
 * the order of the tab's meters. Moments are those of the host's monotonic clock.
 */

import type { KnownUse, Reserved } from '../limit-store.ts';
import type { QueueDemand, QueueOutcome } from '../queue/queue-demand.ts';
import type { Meter, QuotaStatus } from '../rules.ts';

export interface Channel<Out, In> {
  send(message: Out): void;
  onMessage(handler: (message: In) => void): void;
}

/** The amounts of one moment. */
export interface Entry {
  readonly at: number;
  readonly amounts: number[];
}

/** A worker's use of a tab since its last report. */
export interface TabReport {
  readonly tab: number;
  /** Taken from the lease. */
  readonly used: readonly Entry[];
  /** Booked on budgets for requests that are over, */
  readonly released: readonly Entry[];
  /** and changes by settling to amounts that are counted already. */
  readonly changed: readonly Entry[];
  /** Leased and not needed, and slots of requests that ended. */
  readonly returned: readonly number[] | undefined;
}

export type WorkerMessage =
  | {
      readonly type: 'open';
      readonly tab: number;
      readonly account: string;
      readonly isTransient: boolean;
      readonly meters: readonly Meter[];
    }
  | { readonly type: 'close'; readonly tab: number; readonly reports: readonly TabReport[] }
  | {
      readonly type: 'ask';
      readonly ask: number;
      readonly tab: number;
      /** The estimated use of each request that waits for a verdict. */
      readonly wanted: readonly Reserved[];
      /** Further requests that the worker may soon need. */
      readonly ahead: number;
      readonly known: KnownUse | undefined;
      readonly reports: readonly TabReport[];
    }
  | {
      readonly type: 'read';
      readonly ask: number;
      readonly tab: number;
      readonly reports: readonly TabReport[];
    }
  | { readonly type: 'report'; readonly reports: readonly TabReport[] }
  /** Requests that wait for slots. */
  | { readonly type: 'wait'; readonly waits: readonly WaitDemand[] }
  /** Waits that have ended, */
  | { readonly type: 'leave'; readonly waits: readonly number[] }
  /** and waits that return the slots that they got. */
  | { readonly type: 'unseat'; readonly waits: readonly number[] }
  | { readonly type: 'recalled'; readonly recall: number; readonly reports: readonly TabReport[] };

export type Judgement =
  | { readonly admitted: true; readonly at: number; readonly quotas: readonly QuotaStatus[] }
  | {
      readonly admitted: false;
      readonly index: number;
      readonly retryAfterMs: number;
      readonly isReserved?: boolean;
      readonly quotas: readonly QuotaStatus[];
    };

/** A waiting request, under a number. Its choices, and the counter of its key, are tabs. */
export type WaitDemand = Omit<QueueDemand, 'choices' | 'share'> & {
  readonly wait: number;
  readonly choices: readonly number[];
  readonly share: number;
};

/** The outcome of a wait: a grant stays with the primary, under the number of the wait. */
export type WaitOutcome = { readonly wait: number } & (
  | (Omit<Extract<QueueOutcome, { kind: 'seated' }>, 'grant'> & { readonly at: number })
  | Extract<QueueOutcome, { kind: 'refused' }>
  | { readonly kind: 'failed'; readonly reason: string }
);

export type PrimaryMessage =
  | {
      readonly type: 'verdicts';
      readonly ask: number;
      /** One for each request asked for. */
      readonly judgements: readonly Judgement[];
      /** Given out beyond the question; the quotas count it as used. */
      readonly leased: readonly number[] | undefined;
    }
  | { readonly type: 'quotas'; readonly ask: number; readonly quotas: readonly QuotaStatus[] }
  /** The outcomes of waits. */
  | { readonly type: 'waited'; readonly outcomes: readonly WaitOutcome[] }
  /** The only accounts with requests that wait for slots: no unused slot of them is to be kept. */
  | { readonly type: 'wanted'; readonly accounts: readonly string[] }
  /** A call to report on every tab that counts for one of some accounts, or on all, and to return unused amounts. */
  | { readonly type: 'recall'; readonly recall: number; readonly accounts: readonly string[] | undefined };
