/** How far a call came that will never have an answer. Decides whether it may be tried again, and where. */
export type FailureKind =
  /** Every connection stayed taken for as long as one waits: nothing was sent. */
  | 'busy'
  /** There is no credential for it any more: nothing was sent. */
  | 'unauthorized'
  /** Refused, no route, no such name, TLS, or the connect time ran out: nothing was sent. */
  | 'connect'
  /** A kept-alive connection ended before any byte of an answer: almost surely never read. */
  | 'stale'
  /** Reset or closed after the request was sent on a fresh connection: it may have been worked on. */
  | 'reset'
  /** What came back is not HTTP as we speak it. */
  | 'invalid'
  /** The message can't be sent to anybody: a fault of our own. */
  | 'unsendable';

/** Why a call to a backend has no answer. The message is for the log, never for a client. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
