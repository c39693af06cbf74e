/** Bounds the processor time that this process spends for each key on requests that are refused in the end. */

interface Spent {
  /** Milliseconds of work that time has not paid off yet. */
  debtMs: number;
  /** The moment of that debt, on the monotonic clock. */
  atMs: number;
}

/** The longest wait of a key for one body, in milliseconds. */
const longestWaitMs = 10_000;

export class WorkThrottle {
  readonly #perSecondMs: number;
  readonly #now: () => number;
  /** Keys with unpaid work: at most all keys. */
  readonly #byKey = new Map<string, Spent>();

  /**
   * @param perSecondMs Milliseconds of each second that may be spent for a key.
   * @param now The monotonic clock in milliseconds.
   */
  constructor(perSecondMs: number, now: () => number = () => performance.now()) {
    this.#perSecondMs = perSecondMs;
    this.#now = now;
  }

  /** Milliseconds that the key has to wait; 0 for none. */
  waitMs(keyId: string): number {
    const spent = this.#byKey.get(keyId);
    if (spent === undefined) return 0;
    this.#makeGood(spent);
    if (spent.debtMs === 0) this.#byKey.delete(keyId);
    return Math.max(0, ((spent.debtMs - this.#perSecondMs) * 1000) / this.#perSecondMs);
  }

  /** Counts milliseconds of work. */
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
