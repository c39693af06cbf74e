/** One long answer to a client that listens. */
export interface LongAnswer {
  /** The gateway ends it. */
  end(): void;
}

/** The clients of a worker that listen for changes, or to a session, under every version of the configuration. */
export class ListeningClients {
  readonly #streams = new Set<LongAnswer>();

  add(stream: LongAnswer): void {
    this.#streams.add(stream);
  }

  delete(stream: LongAnswer): void {
    this.#streams.delete(stream);
  }

  /**
   * Ends all of them: the file has changed, or the worker stops. They may listen again, if they still have the right.
   */
  end(): void {
    for (const stream of [...this.#streams]) stream.end();
  }
}
