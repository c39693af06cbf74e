import type { Applicant, Connections } from './connections.ts';
import { UpstreamFailure } from './upstream-failure.ts';

/**
 * A place among a backend's connections: it takes one, waits for it if need be, and gives it back once. The carrier of
 * a request extends it, so that a place costs no object of its own.
 */
export abstract class ConnectionPlace implements Applicant {
  readonly #connections: Connections;
  #place: 'waiting' | 'started' | 'left' = 'waiting';

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Called when it has a connection. */
  protected abstract begin(): void;
  /** Called when it gets none. */
  protected abstract unserved(failure: UpstreamFailure): void;

  /** Asks for a connection. */
  enter(): void {
    this.#connections.enter(this);
  }

  /** @internal */
  start(): void {
    this.#place = 'started';
    this.begin();
  }

  /** @internal */
  refuse(): void {
    this.#place = 'left';
    this.unserved(
      new UpstreamFailure('busy', 'every connection to the backend stayed taken (max_connections)'),
    );
  }

  /** Gives back its connection, or stops waiting; may be called again. */
  protected leavePlace(): void {
    const place = this.#place;
    this.#place = 'left';
    if (place === 'started') this.#connections.release();
    else if (place === 'waiting') this.#connections.withdraw(this);
  }
}
