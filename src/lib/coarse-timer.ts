import { SwapList, type SwapListed } from './swap-list.ts';

/** The greatest delay of an alarm. */
const roundMs = 50;

const pending = new SwapList<CoarseTimer>();
let rounds: NodeJS.Timeout | undefined;

function nothing(): void {}

/**
 * A time limit of a request, of which nearly all are taken back unused. A timer of Node's costs a request more than
 * all that is said about it here, so one timer looks at all alarms in rounds: one goes off up to 50 ms late, never early.
 */
export class CoarseTimer implements SwapListed {
  /** Among those that are set. */
  swapIndex = 0;
  #isSet = false;
  #atMs = Number.POSITIVE_INFINITY;
  #ring = nothing;

  /** Goes off once at a moment of the monotonic clock (`performance.now()`), instead of what was set before. */
  set(atMs: number, ring: () => void): void {
    this.#atMs = atMs;
    this.#ring = ring;
    if (this.#isSet) return;
    this.#isSet = true;
    pending.add(this);
    rounds ??= setInterval(CoarseTimer.#round, roundMs);
  }

  clear(): void {
    if (!this.#isSet) return;
    this.#isSet = false;
    pending.delete(this);
    this.#ring = nothing;
  }

  static #round(): void {
    if (pending.size === 0) {
      clearInterval(rounds);
      rounds = undefined;
      return;
    }
    const now = performance.now();
    for (const timer of pending) {
      // An alarm's action may clear others, or set them anew.
      if (!timer.#isSet || timer.#atMs > now) continue;
      const ring = timer.#ring;
      timer.clear();
      ring();
    }
  }
}
