import { setTimeout as sleep } from 'node:timers/promises';

/**
 * After so much work of the supervising process comes a rest. It shares its core with workers, and a request waits for
 * that core at each of its steps: twenty milliseconds of work in one go are twenty more for whoever comes meanwhile.
 * (`yield-to-requests.ts` makes way for requests of the same process, which turns of its event loop are enough for.)
 */
const workMs = 0.5;
const restMs = 1;

/** Keeps count of work that nobody waits for within milliseconds. */
export class TimedRests {
  #since = performance.now();

  get isDue(): boolean {
    return performance.now() - this.#since >= workMs;
  }

  async take(): Promise<void> {
    await sleep(restMs);
    this.#since = performance.now();
  }
}
