import type { IncomingHttpHeaders } from 'node:http';
import type { UpstreamFailure } from './upstream-failure.ts';

/** Gets the body of an answer. The last thing that it gets is its end, or that it broke off. */
export interface BodyReader {
  data(bytes: Buffer): void;
  end(): void;
  broken(): void;
}

/** What is read of a backend's answer, which is one of HTTP or the events of a turn on a socket. */
export interface BackendAnswer {
  readonly statusCode?: number | undefined;
  /** A flat list of names and values. It is shortened when nobody needs them any more. */
  rawHeaders: string[];
  readonly headers: IncomingHttpHeaders;
  /** All of it has come. */
  readonly complete: boolean;
  /** Has somebody read its body, once. */
  readBy(reader: BodyReader): void;
  pause(): void;
  resume(): void;
  /** Ends what it comes on. The reader hears nothing more, or that it broke off. */
  destroy(): void;
}

/** Exactly one of the two is called, once and never before the call was sent, unless it is cancelled. */
export interface UpstreamEvents {
  head(answer: BackendAnswer): void;
  failed(failure: UpstreamFailure): void;
}

/** A request on its way to a backend, whatever carries it. */
export interface BackendCall {
  /** The request is completely handed over to the system. */
  readonly isSent: boolean;
  /** When a connection was ready to carry the request, on the monotonic clock; undefined until then. */
  readonly readyMs: number | undefined;
  /** The backend refused the credential, and another value of it is there already. */
  readonly isCredentialStale: boolean;
  /** The answer broke off because what came is not what the protocol allows, such as a chunk without a size. */
  readonly isMalformed: boolean;
  /** Ends the call. Nothing is reported any more. */
  cancel(): void;
  /** Turns down an answer whose head is enough to know it. */
  discard(answer: BackendAnswer): void;
  /** Tells the credential that the backend does not take it, where the answer's words say so and its status does not. */
  refuseCredential(headers: IncomingHttpHeaders): void;
}
