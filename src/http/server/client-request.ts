import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** The readable parts of a client's request, which is HTTP (`IncomingMessage`) or a turn on a socket. */
export interface ClientRequest extends Readable {
  readonly method?: string | undefined;
  /** The request target, as the client sent it. */
  readonly url?: string | undefined;
  readonly httpVersionMajor: number;
  readonly httpVersionMinor: number;
  /** A flat list of names and values. It is emptied when nobody needs them any more. */
  rawHeaders: string[];
  /** The connection that it came over. */
  readonly socket: Socket;
  /** All of its body has arrived. */
  readonly complete: boolean;
}
