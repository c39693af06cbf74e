import type { Server } from 'node:net';

/** A socket that is listened at, as it can be given to `listen`. */
export interface Listening {
  readonly fd: number;
}

/**
 * Takes the socket at which a server listens out of it: the server accepts nothing more and can be closed, and whoever
 * connects waits for the next one that is given the socket. Undefined where it does not listen.
 */
export function handOn(server: Server): Listening | undefined {
  const inner = server as unknown as { _handle: Listening | null };
  const listening = inner._handle ?? undefined;
  inner._handle = null;
  return listening;
}
