import type { ListenStream } from './subscriptions-listen-stream.ts';

/** The clients of a worker that listen for changes, under every version of the configuration. */
export class ListeningClients {
  readonly #streams = new Set<ListenStream>();

  add(stream: ListenStream): void {
    this.#streams.add(stream);
  }

  delete(stream: ListenStream): void {
    this.#streams.delete(stream);
  }

  /** Ends all of them: the file has changed, or the worker stops. They may listen anew, where they still may. */
  end(): void {
    for (const stream of [...this.#streams]) stream.end();
  }
}
