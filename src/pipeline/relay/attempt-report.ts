import type { Usage } from '../../api/usage.ts';
import type { Outcome } from '../../routing/outcomes.ts';
import type { AnswerHead } from './answer-head.ts';
import type { AttemptTimeouts } from './attempt-limits.ts';
import type { HeldAnswer } from './deliver.ts';

/** How an attempt is to be made. */
export interface AttemptOptions {
  readonly timeouts: AttemptTimeouts;
  /** How long a stream may be silent before the client gets a comment; undefined for never. */
  readonly heartbeatMs: number | undefined;
  /** Use a connection that has carried nothing before. */
  readonly fresh: boolean;
  /** Called when the answer begins to reach the client: nothing will be sent again. */
  readonly committed: () => void;
}

/** What came of an attempt. */
export interface AttemptReport {
  readonly outcome: Outcome;
  /** What happened, for the log. */
  readonly detail: string;
  /** The head of the backend's answer, if one came. */
  readonly head: AnswerHead | undefined;
  /** There when the backend answered and nothing of it was passed on. */
  readonly answer: HeldAnswer | undefined;
  /** A failure is what the backend answered, and not that it did not. */
  readonly isAnswer: boolean;
  /** From sending the request to when a connection was ready to carry it; undefined where none was. */
  readonly connectMs: number | undefined;
  /** From sending the request to the head of the answer; undefined where there was none. */
  readonly firstByteMs: number | undefined;
  /** The request was handed over to the system in full. */
  readonly isSent: boolean;
  /** The backend refused the credential, and another value of it is there already. */
  readonly isCredentialStale: boolean;
  /** Tokens as the backend reported them. */
  readonly usage: Usage | undefined;
  /** What the gateway itself did wrong, if that is why the attempt ended. */
  readonly fault: unknown;
}
