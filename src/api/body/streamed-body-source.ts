import type { ClientRequest } from 'node:http';

/** What goes to a backend as it comes from the client. */
export interface BodySource {
  /** In bytes; undefined where it is not known before. */
  readonly length: number | undefined;
  /** Begins to send, on a connection that is ready. It can be sent once. */
  sendTo(request: ClientRequest): void;
}
