/** Bounds the processor time that this process spends for each key on what is refused in the end. */

interface Spent {
  /** Milliseconds of work that time has not made good yet. */
  debtMs: number;
  /** When that was so, on the monotonic clock. */
  atMs: number;
}

/** No key is made to wait longer than this for one body. */
const longestWaitMs = 10_000;

export class WorkThrottle {
  readonly #perSecondMs: number;
  readonly #now: () => number;
  /** Keys with work that is not made good: as many as there are, at most. */
  readonly #byKey = new Map<string, Spent>();

  /**
   * @param perSecondMs How many milliseconds of each second may be spent for a key.
   * @param now The monotonic clock in milliseconds.
   */
  constructor(perSecondMs: number, now: () => number = () => performance.now()) {
    this.#perSecondMs = perSecondMs;
    this.#now = now;
  }

  /** How long the key has to wait, in milliseconds; 0 where it need not. */
  waitMs(keyId: string): number {
    const spent = this.#byKey.get(keyId);
    if (spent === undefined) return 0;
    this.#makeGood(spent);
    if (spent.debtMs === 0) this.#byKey.delete(keyId);
    return Math.max(0, ((spent.debtMs - this.#perSecondMs) * 1000) / this.#perSecondMs);
  }

  /** Counts work of so many milliseconds. */
  charge(keyId: string, workMs: number): void {
    if (workMs <= 0) return;
    const spent = this.#byKey.get(keyId) ?? { debtMs: 0, atMs: this.#now() };
    this.#makeGood(spent);
    const most = this.#perSecondMs * (1 + longestWaitMs / 1000);
    spent.debtMs = Math.min(most, spent.debtMs + workMs);
    this.#byKey.set(keyId, spent);
  }

  #makeGood(spent: Spent): void {
    const now = this.#now();
    spent.debtMs = Math.max(0, spent.debtMs - ((now - spent.atMs) * this.#perSecondMs) / 1000);
    spent.atMs = now;
  }
}
