/** A clock that rings. */
export interface AlarmClock {
  /** Milliseconds, never going back. */
  nowMs(): number;
  /** Rings once, in so many milliseconds. What comes back has it not ring. */
  in(ms: number, ring: () => void): () => void;
}

/** It does not keep a process from ending. */
export const systemAlarmClock: AlarmClock = {
  nowMs: () => performance.now(),
  in(ms, ring) {
    const timer = setTimeout(ring, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** The longest that a timer of the system can be set to. */
const longestMs = 2 ** 31 - 1;

/** One alarm, set again and again. */
export class Alarm {
  readonly #clock: AlarmClock;
  #cancel: (() => void) | undefined;

  constructor(clock: AlarmClock) {
    this.#clock = clock;
  }

  /** Rings in so many milliseconds, in place of what was set before; never for Infinity. */
  set(ms: number, ring: () => void): void {
    this.clear();
    if (ms === Number.POSITIVE_INFINITY) return;
    this.#cancel = this.#clock.in(Math.min(Math.max(0, ms), longestMs), () => {
      this.#cancel = undefined;
      if (ms > longestMs) this.set(ms - longestMs, ring);
      else ring();
    });
  }

  clear(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
