/**
 * What a worker and the primary say to each other about limits. Plain data, for any channel that keeps the order of
 * what one side sends. A tab is one combination of meters under a number that the worker gives it; amounts are lists
 * in the order of its meters, moments are those of the host's monotonic clock.
 */

import type { KnownUse, Reserved } from '../limit-store.ts';
import type { QueueDemand, QueueOutcome } from '../queue/queue-demand.ts';
import type { Meter, QuotaStatus } from '../rules.ts';

export interface Channel<Out, In> {
  send(message: Out): void;
  onMessage(handler: (message: In) => void): void;
}

/** What happened at one moment. */
export interface Entry {
  readonly at: number;
  readonly amounts: number[];
}

/** What a worker did with a tab since it last told. */
export interface TabReport {
  readonly tab: number;
  /** Taken from what was leased. */
  readonly used: readonly Entry[];
  /** What was booked of budgets for requests that are over, */
  readonly released: readonly Entry[];
  /** and what settling changed of amounts that are counted already. */
  readonly changed: readonly Entry[];
  /** Leased and not needed, slots of requests that ended too. */
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
      /** What each request that waits for a verdict is taken to use. */
      readonly wanted: readonly Reserved[];
      /** How many requests more the worker could soon use. */
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
  /** Requests wait for slots. */
  | { readonly type: 'wait'; readonly waits: readonly WaitDemand[] }
  /** These wait no longer, */
  | { readonly type: 'leave'; readonly waits: readonly number[] }
  /** and those do without the slots that they were given. */
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

/** A request that waits, under a number. Its choices, and what counts its key, are tabs. */
export type WaitDemand = Omit<QueueDemand, 'choices' | 'share'> & {
  readonly wait: number;
  readonly choices: readonly number[];
  readonly share: number;
};

/** What became of it: a grant stays with the primary, under the number of the wait. */
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
      /** Given out beyond what was asked for; the quotas count it as used. */
      readonly leased: readonly number[] | undefined;
    }
  | { readonly type: 'quotas'; readonly ask: number; readonly quotas: readonly QuotaStatus[] }
  /** What became of those that waited. */
  | { readonly type: 'waited'; readonly outcomes: readonly WaitOutcome[] }
  /** Slots of these accounts are waited for, and of no others: none is to be kept that is not in use. */
  | { readonly type: 'wanted'; readonly accounts: readonly string[] }
  /** Report on every tab that counts for one of some accounts, or on all, and return what is not in use. */
  | { readonly type: 'recall'; readonly recall: number; readonly accounts: readonly string[] | undefined };
