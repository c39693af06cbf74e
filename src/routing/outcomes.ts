/**
 * The consequences of an attempt, as data: further tries elsewhere (only while nothing of an answer has been written to
 * the client), the effect on the deployment, and the client's answer when nothing else helped.
 */
import type { ErrorCode } from '../errors.ts';

/** `once`: at most one such further attempt a request, since the backend may have worked on it. */
export type Elsewhere = 'yes' | 'once' | 'same_again_free' | 'no';

export interface OutcomeRule {
  readonly elsewhere: Elsewhere;
  /** True if a further attempt takes one from the retry budget. */
  readonly spendsBudget: boolean;
  /** The event for the deployment's circuit. */
  readonly health: 'success' | 'failure' | 'unjudged';
  /** The backend's own answer says so, and it may be the request that is at fault (`circuit.ts`). */
  readonly isAnswer?: true;
  /** The server could not be reached at all, whatever was asked of it. */
  readonly isUnreached?: true;
  /** Puts the deployment last: for Retry-After if there is one, or in any case. */
  readonly putLast: 'no' | 'if_told' | 'always';
  /** The client's answer if this was the last attempt: the backend's answer as it came, or an error of ours. */
  readonly exhausted: 'as_it_came' | 'nothing' | ErrorCode;
}

const free = { spendsBudget: false, putLast: 'no' } as const;
const costly = { spendsBudget: true, putLast: 'no' } as const;
const final = { elsewhere: 'no', spendsBudget: false, putLast: 'no' } as const;

export const outcomes = {
  /** An answer that is none of the below. */
  answered: { ...final, health: 'success', exhausted: 'as_it_came' },
  /** Refused, no route, DNS, TLS, connect timeout: nothing was sent. */
  not_connected: {
    ...free,
    elsewhere: 'yes',
    health: 'failure',
    isUnreached: true,
    exhausted: 'upstream_unreachable',
  },
  /** Every connection of the backend was taken for as long as `connect`. */
  no_free_connection: { ...free, elsewhere: 'yes', health: 'unjudged', exhausted: 'overloaded' },
  /** The credential went away while the request waited for a connection: nothing was sent. */
  no_credential: { ...free, elsewhere: 'yes', health: 'unjudged', exhausted: 'no_healthy_deployment' },
  /** Reset or closed on a fresh connection before a head. */
  lost: { ...costly, elsewhere: 'once', health: 'failure', exhausted: 'upstream_unreachable' },
  /** Reset or closed between the head and the commit: there was an answer, and it is not whole. */
  cut_short: { ...costly, elsewhere: 'once', health: 'failure', exhausted: 'upstream_invalid' },
  /** `first_byte`, `answer`, `idle` or `progress` ran out before the commit. */
  stalled: { ...costly, elsewhere: 'once', health: 'failure', exhausted: 'upstream_timeout' },
  /** A kept-alive connection that the backend closed before a byte of an answer: almost surely never read. */
  stale_connection: {
    ...free,
    elsewhere: 'same_again_free',
    health: 'unjudged',
    exhausted: 'upstream_unreachable',
  },
  /** `total` ran out. */
  out_of_time: { ...final, health: 'failure', exhausted: 'upstream_timeout' },
  /** 408 and every 5xx. */
  failed: {
    ...costly,
    elsewhere: 'yes',
    health: 'failure',
    isAnswer: true,
    putLast: 'if_told',
    exhausted: 'as_it_came',
  },
  /** 3xx, 101, HTML, JSON in place of a stream or the reverse, an empty body, broken framing. */
  unusable: {
    ...costly,
    elsewhere: 'yes',
    health: 'failure',
    isAnswer: true,
    putLast: 'if_told',
    exhausted: 'upstream_invalid',
  },
  /** A translated answer of which nothing can be said in the client's dialect: it may be a good one to others. */
  without_place: { ...costly, elsewhere: 'yes', health: 'unjudged', exhausted: 'upstream_invalid' },
  /** 429: busy is not broken. */
  rate_limited: {
    ...costly,
    elsewhere: 'yes',
    health: 'unjudged',
    putLast: 'always',
    exhausted: 'as_it_came',
  },
  /** A 200 whose first event or whole body is an error. */
  error_in_answer: {
    ...costly,
    elsewhere: 'yes',
    health: 'failure',
    isAnswer: true,
    exhausted: 'as_it_came',
  },
  /** 401, or a 403 of which nothing says that it is the request's: our credentials are wrong, not the client's. */
  credentials_refused: {
    ...costly,
    elsewhere: 'yes',
    health: 'failure',
    isAnswer: true,
    exhausted: 'upstream_auth',
  },
  /** The same where another value of the credential has come meanwhile: it tells nothing of the deployment. */
  credentials_stale: {
    ...free,
    elsewhere: 'same_again_free',
    health: 'unjudged',
    exhausted: 'upstream_auth',
  },
  /** A 400 or 422 that names the field in which the gateway asked a stream for its usage. */
  usage_refused: { ...free, elsewhere: 'same_again_free', health: 'unjudged', exhausted: 'as_it_came' },
  /** A 403 of a deployment that answered well a moment ago: it is the request, most often its content. */
  forbidden: { ...costly, elsewhere: 'yes', health: 'unjudged', exhausted: 'as_it_came' },
  /** 402: the operator's account there has no credit. */
  payment_required: { ...costly, elsewhere: 'yes', health: 'unjudged', exhausted: 'upstream_auth' },
  /** 404: the operator's mapping names what the backend has not got. */
  not_found: { ...costly, elsewhere: 'yes', health: 'unjudged', exhausted: 'as_it_came' },
  /** Any other 4xx: the request is at fault, and would be anywhere. */
  request_refused: { ...final, health: 'unjudged', exhausted: 'as_it_came' },
  /** The client went away, or a fault of the gateway's own ended the attempt. */
  abandoned: { ...final, health: 'unjudged', exhausted: 'nothing' },
  /** The answer broke off, or carried an error, after the commit. */
  interrupted: { ...final, health: 'failure', exhausted: 'upstream_interrupted' },
} as const satisfies Record<string, OutcomeRule>;

export type Outcome = keyof typeof outcomes;

/** The outcomes that only the gateway's operator can fix. */
export const operatorsFaults: ReadonlySet<Outcome> = new Set<Outcome>([
  'credentials_refused',
  'payment_required',
  'not_found',
]);

/** The time for which a 429 without Retry-After puts a deployment last. */
export const defaultPauseMs = 30_000;

/** The outcome that the status of an answer alone decides; a 2xx still has to be looked into. */
export function outcomeOfStatus(status: number): Outcome {
  if (status === 429) return 'rate_limited';
  // Only the deployment's other answers show if a 403 is the request's own.
  if (status === 401 || status === 403) return 'credentials_refused';
  if (status === 402) return 'payment_required';
  if (status === 404) return 'not_found';
  if (status === 408 || status >= 500) return 'failed';
  if (status >= 400) return 'request_refused';
  return status >= 200 && status < 300 ? 'answered' : 'unusable';
}

/**
 * The time for which an outcome puts the deployment last; 0 for none. `retryAfterMs` is the pause that the backend
 * asked for.
 */
export function putLastMs(outcome: Outcome, retryAfterMs: number | undefined): number {
  switch (outcomes[outcome].putLast) {
    case 'no':
      return 0;
    case 'if_told':
      return retryAfterMs ?? 0;
    case 'always':
      return retryAfterMs ?? defaultPauseMs;
  }
}
