/**
 * The stage that a call without an answer reached. It decides if the call may be tried again, and on which deployment.
 */
export type FailureKind =
  /** Every connection was taken for as long as a request waits: nothing was sent. */
  | 'busy'
  /** It has no credential any more: nothing was sent. */
  | 'unauthorized'
  /** Refused, no route, no such name, TLS, or the connect time ran out: nothing was sent. */
  | 'connect'
  /** A kept-alive connection ended before any byte of an answer: the backend almost surely never read the request. */
  | 'stale'
  /** Reset or closed after the request was sent on a fresh connection: the backend may have worked on it. */
  | 'reset'
  /** The backend's bytes are not HTTP as the gateway speaks it. */
  | 'invalid'
  /** The message can't be sent to any backend: a fault of the gateway. */
  | 'unsendable';

/** The reason why a call to a backend has no answer. The message is for the log, never for a client. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
