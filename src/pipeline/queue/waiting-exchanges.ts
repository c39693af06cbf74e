import type { Next } from '../stage.ts';

/** What ends a wait for slots beside the slots: from then on the request goes on with the configuration that is served. */
export type Superseded = (goOn: Next) => void;

/** Requests of a worker that wait for slots. Another configuration judges them anew, in the order in which they came. */
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

  /** Another configuration is served: has all of them go on with it. */
  supersede(goOn: Next): void {
    const all = [...this.#waiting];
    this.#waiting.clear();
    for (const superseded of all) superseded(goOn);
  }
}
