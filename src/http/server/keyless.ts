import type { Socket } from 'node:net';

const keyed = new WeakSet<Socket>();

/** Notes that a valid credential has come over a connection: it is not the first to be given up for others. */
export function showedCredential(socket: Socket): void {
  // Looked up first: most requests come over a connection that has shown one before.
  if (!keyed.has(socket)) keyed.add(socket);
}

/** Whether a valid credential has come over a connection. */
export function hasShownCredential(socket: Socket): boolean {
  return keyed.has(socket);
}

/** A connection as this module sees it. */
export interface Showing {
  /** As requests know it: above TLS. Undefined until the handshake is done. */
  readonly ready: Socket | undefined;
}

/** The connections over which no valid credential has come so far, the one first that has been quiet for longest. */
export class Keyless<C extends Showing> {
  readonly #inOrder = new Set<C>();

  /** It is new, or something has come over it: it goes to the end. */
  note(connection: C): void {
    this.#inOrder.delete(connection);
    this.#inOrder.add(connection);
  }

  forget(connection: C): void {
    this.#inOrder.delete(connection);
  }

  /**
   * The one to give up for somebody else: the longest quiet of those that wait for no answer, else of all; undefined
   * where every connection has shown a credential.
   */
  first(isBusy: (socket: Socket) => boolean): C | undefined {
    let busy: C | undefined;
    for (const connection of this.#inOrder) {
      const { ready } = connection;
      if (ready !== undefined && keyed.has(ready)) this.#inOrder.delete(connection);
      else if (ready === undefined || !isBusy(ready)) return connection;
      else busy ??= connection;
    }
    return busy;
  }
}
