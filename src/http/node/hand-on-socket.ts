import type { Server } from 'node:net';

/** An open listening socket, in the form that `listen` takes. */
export interface Listening {
  readonly fd: number;
}

/**
 * Takes the listening socket out of a server. The server accepts nothing more and can be closed. New clients wait for
 * the next server that gets the socket. Undefined if the server does not listen.
 */
export function handOn(server: Server): Listening | undefined {
  const inner = server as unknown as { _handle: Listening | null };
  const listening = inner._handle ?? undefined;
  inner._handle = null;
  return listening;
}
