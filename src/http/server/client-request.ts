import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** What is read of a client's request, which is one of HTTP (`IncomingMessage`) or a turn on a socket. */
export interface ClientRequest extends Readable {
  readonly method?: string | undefined;
  /** The request target, as it was sent. */
  readonly url?: string | undefined;
  readonly httpVersionMajor: number;
  readonly httpVersionMinor: number;
  /** A flat list of names and values. It is emptied when nobody needs them any more. */
  rawHeaders: string[];
  /** What it came over. */
  readonly socket: Socket;
  /** All of its body has come. */
  readonly complete: boolean;
}
