import type { IncomingHttpHeaders } from 'node:http';
import type { UpstreamFailure } from './upstream-failure.ts';

/** Gets the body of an answer. The last call reports the end of the body, or that it broke off. */
export interface BodyReader {
  data(bytes: Buffer): void;
  end(): void;
  broken(): void;
}

/** The readable parts of a backend's answer, which is an HTTP answer or the events of a turn on a socket. */
export interface BackendAnswer {
  readonly statusCode?: number | undefined;
  /** A flat list of names and values. It is shortened when nobody needs them any more. */
  rawHeaders: string[];
  readonly headers: IncomingHttpHeaders;
  /** The whole answer has arrived. */
  readonly complete: boolean;
  /** Gives the body to a reader; called once. */
  readBy(reader: BodyReader): void;
  pause(): void;
  resume(): void;
  /** Ends the connection below. The reader hears nothing more, or that the body broke off. */
  destroy(): void;
}

/**
 * The events of a call. Exactly one of the two is called, once and never before the call was sent, unless it is
 * cancelled.
 */
export interface UpstreamEvents {
  head(answer: BackendAnswer): void;
  failed(failure: UpstreamFailure): void;
}

/** A request on its way to a backend, over any wire. */
export interface BackendCall {
  /** The request is completely handed over to the system. */
  readonly isSent: boolean;
  /** The moment on the monotonic clock at which a connection was ready to carry the request; undefined until then. */
  readonly readyMs: number | undefined;
  /** The backend refused the credential, and a newer value of it exists already. */
  readonly isCredentialStale: boolean;
  /** The answer broke off because the backend broke the protocol, for example by a chunk without a size. */
  readonly isMalformed: boolean;
  /** Ends the call. No event follows. */
  cancel(): void;
  /** Gives up an answer whose head is all that is needed. */
  discard(answer: BackendAnswer): void;
  /** Reports to the credential that the backend refuses it, if the answer's words show that and its status does not. */
  refuseCredential(headers: IncomingHttpHeaders): void;
}
