import type { Next } from '../stage.ts';

/** Ends a wait for another reason than slots: the request continues with the configuration that is served. */
export type Superseded = (goOn: Next) => void;

/** Requests of a worker that wait for slots. A new configuration judges them again, in the order in which they came. */
export class WaitingExchanges {
  readonly #waiting = new Set<Superseded>();

  get size(): number {
    return this.#waiting.size;
  }

  add(superseded: Superseded): void {
    this.#waiting.add(superseded);
  }

  delete(superseded: Superseded): void {
    this.#waiting.delete(superseded);
  }

  /** Another configuration is served: all of them continue with it. */
  supersede(goOn: Next): void {
    const all = [...this.#waiting];
    this.#waiting.clear();
    for (const superseded of all) superseded(goOn);
  }
}
