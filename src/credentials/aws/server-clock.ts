/** A signature made five minutes off is refused; a server's own date is to the second, and some time on its way. */
const mostOffMs = 240_000;
/** Answers that went their way for long, or a server whose clocks differ, must not drive it to and fro. */
const betweenCorrectionsMs = 60_000;

/** The time as the server has it: this machine's, corrected where a server showed that it is wrong. */
export class ServerClock {
  readonly #now: () => number;
  readonly #monotonic: () => number;
  readonly #corrected: (offsetMs: number) => void;
  #offsetMs = 0;
  #corrections = 0;
  #correctedMs = Number.NEGATIVE_INFINITY;

  /**
   * @param corrected Told how far the server is ahead of this machine by now, in milliseconds.
   * @param now Wall time in milliseconds.
   */
  constructor(
    corrected: (offsetMs: number) => void = () => {},
    now: () => number = Date.now,
    monotonic: () => number = () => performance.now(),
  ) {
    this.#corrected = corrected;
    this.#now = now;
    this.#monotonic = monotonic;
  }

  /** Milliseconds since 1970. */
  get ms(): number {
    return this.#now() + this.#offsetMs;
  }

  /** The number of corrections so far. */
  get corrections(): number {
    return this.#corrections;
  }

  /**
   * A server refused what was signed by this clock: takes over the server's time where the two differ by so much that this
   * may be why, at most once a minute.
   *
   * @param date The answer's `Date`.
   * @param corrections As they were when the request was signed.
   * @returns whether what is signed now has another time than the request had
   */
  correct(date: string | undefined, corrections: number): boolean {
    if (corrections !== this.#corrections) return true;
    const offsetMs = Date.parse(date ?? '') - this.#now();
    const isOff = Math.abs(offsetMs - this.#offsetMs) > mostOffMs;
    const nowMs = this.#monotonic();
    if (!isOff || nowMs - this.#correctedMs < betweenCorrectionsMs) return false;
    this.#offsetMs = offsetMs;
    this.#correctedMs = nowMs;
    this.#corrections += 1;
    this.#corrected(offsetMs);
    return true;
  }
}
