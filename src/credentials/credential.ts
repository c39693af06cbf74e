/**
 * A backend's credential. The request path needs nothing else: this interface hides a credential's form, source and
 * renewal.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** A request to a backend as it is about to be sent: a slot for its connection is taken, and its head is not written. */
export interface OutgoingMessage {
  readonly method: string;
  /** Complete and as it is sent, with the query. */
  readonly path: string;
  /** As in the Host header. */
  readonly host: string;
  /** The final bytes, in pieces. They are the sender's: to be read, not kept. */
  readonly body: readonly Buffer[];
  /** The value that a header has so far, by its lower-case name; undefined where it is not there. */
  header(name: string): string | undefined;
  /** SHA-256 of the body in lower-case hex, worked out when it is asked for first. It blocks: 1 MiB takes about a millisecond. */
  bodySha256(): string;
  /**
   * Sets one of the credential's `headers`, in place of what it was.
   *
   * @throws Error for any other name, since a client might have sent it, and for a value that no header can carry; neither
   *   message repeats the value
   */
  set(name: string, value: string): void;
}

/** A backend's answer that may refuse the credential. */
export interface CredentialRefusal {
  readonly status: 401 | 403;
  readonly headers: IncomingHttpHeaders;
  /** The generation that `authorize` returned for the request. */
  readonly generation: number;
}

export interface Credential {
  /** Lower-case names of every header that it may set: they are never taken from a client. At least one. */
  readonly headers: readonly string[];
  /**
   * The headers, if they are the same on each request: they are written once, when the backend is opened, and
   * `authorize` is not called on the request path. Undefined if requests differ.
   */
  readonly prebuilt: Readonly<Record<string, string>> | undefined;
  /**
   * Why there is none at the moment, for operators; undefined while there is. Without one nothing is sent, and the
   * backend's deployments are out: of that no circuit hears. It is read for each request.
   */
  readonly missing: string | undefined;
  /**
   * The present text that no answer to a client may contain; undefined without one, or for a text that is too short to
   * be a secret. It is read for each answer.
   */
  readonly secret: Buffer | undefined;
  /**
   * Sets its headers. Called for every attempt, at the last moment. Whoever has to give way meanwhile, such as over a large
   * body, gives a promise: the slot stays taken.
   *
   * @returns which of the values it has had this is, for `refused`
   * @throws CredentialMissing where there is none any more; any other error is a fault of the gateway's own
   */
  authorize(message: OutgoingMessage): number | Promise<number>;
  /**
   * The backend answered 401 or 403. Gives true where another try at once would carry another value: the attempt is made
   * again, once, on the same deployment.
   */
  refused(refusal: CredentialRefusal): boolean;
  /** Its backend is not needed any more: whatever renews it ends. */
  close(): void;
}

/** Errors of Amazon's that are 403 and always about the credential, whatever was answered before. */
const credentialErrors = /^(?:[^#:]*#)?(?:ExpiredToken|UnrecognizedClient|InvalidSignature|RequestExpired)/;

/** True for an `x-amzn-errortype` about the credential. */
export function isCredentialError(errorType: string | undefined): boolean {
  return errorType !== undefined && credentialErrors.test(errorType);
}

/** `EMPTY`, `none` and the like are no secrets, and stand in many answers. */
const shortestSecret = 16;

/** A text as what may stand in no answer; undefined for one that is too short to be a secret. */
export function asSecret(text: string): Buffer | undefined {
  return text.length < shortestSecret ? undefined : Buffer.from(text);
}

/** The secret in the value of a header, without the word before it. */
export function secretIn(value: string): Buffer | undefined {
  return asSecret(value.trim().split(/\s+/).at(-1) ?? '');
}

/** A credential went away while a request waited for its connection: nothing was sent. */
export class CredentialMissing extends Error {
  override readonly name = 'CredentialMissing';
}
