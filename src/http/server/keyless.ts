import type { Socket } from 'node:net';

const keyed = new WeakSet<Socket>();

/**
 * Marks a connection that has carried a valid credential: such a connection is not the first to be given up for others.
 */
export function showedCredential(socket: Socket): void {
  // A lookup first: most requests come over a connection that has shown one before.
  if (!keyed.has(socket)) keyed.add(socket);
}

/** True for a connection that has carried a valid credential. */
export function hasShownCredential(socket: Socket): boolean {
  return keyed.has(socket);
}

/** A connection in the form that this module needs. */
export interface Showing {
  /** The socket that requests know: above TLS. Undefined until the handshake is done. */
  readonly ready: Socket | undefined;
}

/** The connections that have carried no valid credential so far, the longest quiet first. */
export class Keyless<C extends Showing> {
  readonly #inOrder = new Set<C>();

  /** Moves a new connection, or one with new bytes, to the end. */
  note(connection: C): void {
    this.#inOrder.delete(connection);
    this.#inOrder.add(connection);
  }

  forget(connection: C): void {
    this.#inOrder.delete(connection);
  }

  /**
   * The connection to give up for another: the longest quiet of those that wait for no answer, otherwise of all;
   * undefined if every connection has shown a credential.
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
