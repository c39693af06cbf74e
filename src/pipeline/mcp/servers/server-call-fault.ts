import { type ServerError, ServerFault } from '../../../api/mcp/server-messages.ts';
import { GatewayError } from '../../../errors.ts';
import type { ToolOutcome } from '../../../observe/request-event.ts';

/** The reason why a server gave no answer. */
export type FaultKind =
  /** Nothing answers there, or nothing may be sent: nothing was sent. */
  | 'unreachable'
  /** The connection ended after the request was sent, and before an answer. */
  | 'reset'
  | 'timeout'
  /** Its answer is invalid. */
  | 'invalid'
  /** Its stream of events ended before the answer. */
  | 'ended'
  /** It refuses the gateway's credential. */
  | 'auth'
  /** It takes no more requests for now. */
  | 'busy'
  /** It has failed too often lately, and gets no requests. */
  | 'out'
  /** An operator has taken it out. */
  | 'drained'
  /** It does not know the session that the request came with: the request did nothing. */
  | 'session'
  /** The client takes nothing of the answer: no fault of the server's. */
  | 'client'
  /** It speaks an older revision than that of the request. */
  | 'older';

/** A server gave no answer that a client could get. The message is for the log. */
export class CallFault extends Error {
  override readonly name = 'CallFault';
  readonly kind: FaultKind;
  /** The time for which the server wants no requests, if it names one. */
  readonly retryAfterMs: number | undefined;

  constructor(kind: FaultKind, message: string, retryAfterMs?: number) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The outcomes of requests that ended with these faults. */
export const outcomes: Readonly<Record<FaultKind, ToolOutcome>> = {
  unreachable: 'unreachable',
  reset: 'unreachable',
  timeout: 'timeout',
  invalid: 'invalid',
  ended: 'invalid',
  auth: 'refused',
  busy: 'refused',
  out: 'unreachable',
  drained: 'refused',
  session: 'invalid',
  client: 'abandoned',
  older: 'invalid',
};

/** True if the server itself is at fault. */
export function isFailing({ kind }: CallFault): boolean {
  return (
    kind !== 'busy' &&
    kind !== 'drained' &&
    kind !== 'session' &&
    kind !== 'older' &&
    kind !== 'out' &&
    kind !== 'client'
  );
}

/** True if the server may have worked on such a request. */
export function mayBeDone({ kind }: CallFault): boolean {
  return (
    kind === 'timeout' || kind === 'reset' || kind === 'invalid' || kind === 'ended' || kind === 'client'
  );
}

/** Milliseconds to retry after: nobody knows when an operator puts a server back. */
const drainedMs = 30_000;

/** The client's error in place of an answer. */
export function errorOf(server: string, fault: CallFault): GatewayError {
  const reason = `${server}: ${fault.message}`;
  switch (fault.kind) {
    case 'unreachable':
      return new GatewayError(
        'upstream_unreachable',
        `The server ${server} can not be reached at the moment.`,
        {
          reason,
        },
      );
    case 'reset':
      return new GatewayError(
        'upstream_unreachable',
        `The connection to the server ${server} ended before it answered; what was asked may have been done.`,
        { reason },
      );
    case 'timeout':
      return new GatewayError(
        'upstream_timeout',
        `The server ${server} did not answer in time; what was asked may have been done.`,
        { reason },
      );
    case 'auth':
      return new GatewayError(
        'upstream_auth',
        `The server ${server} does not take the gateway's credential; tell the operator of this gateway.`,
        { reason },
      );
    case 'busy':
      return new GatewayError('capacity_exceeded', `The server ${server} takes no more requests for now.`, {
        reason,
        ...(fault.retryAfterMs !== undefined && { retryAfterMs: fault.retryAfterMs }),
      });
    case 'out':
      return new GatewayError(
        'no_healthy_deployment',
        `The server ${server} fails, and is not asked for now.`,
        { reason, ...(fault.retryAfterMs !== undefined && { retryAfterMs: fault.retryAfterMs }) },
      );
    case 'drained':
      return new GatewayError(
        'no_healthy_deployment',
        `The server ${server} is out of service for the moment; try again later.`,
        { reason, retryAfterMs: drainedMs },
      );
    case 'invalid':
    case 'ended':
    case 'session':
    case 'client':
    case 'older':
      return new GatewayError(
        'upstream_invalid',
        `The server ${server} answered with something that is no answer.`,
        { reason },
      );
  }
}

/** The same for a client that holds a session there: the server may no longer know the session. */
export function errorInSession(server: string, fault: CallFault): GatewayError {
  return fault.kind === 'session' ? unknownSession(`${server}: ${fault.message}`) : errorOf(server, fault);
}

/** The same for a server that refuses the caller's exchanged token. */
export function refusedToken(server: string, { message }: CallFault): GatewayError {
  return new GatewayError(
    'upstream_auth',
    `The server ${server} does not take the token that its issuer gave for yours.`,
    { reason: `${server}: ${message}` },
  );
}

/** The answer to a client whose session does not exist: by the specification it begins a new one. */
export function unknownSession(reason?: string): GatewayError {
  return new GatewayError(
    'unknown_session',
    'There is no such session here, or it is over; begin a new one with `initialize`.',
    reason === undefined ? {} : { reason },
  );
}

/** The fault of an error; throws an error of another kind. */
export function asCallFault(error: unknown): CallFault {
  if (error instanceof CallFault) return error;
  if (error instanceof ServerFault) return new CallFault('invalid', error.message);
  throw error;
}

/** An error of a server, without its text, which may come from anybody. */
export function codeOf(error: ServerError | undefined): string {
  return error === undefined ? 'something else' : `error ${error.code}`;
}
