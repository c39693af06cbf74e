const rememberedMs = 24 * 60 * 60_000;
const most = 1000;

/** The addresses that somebody has signed in from within a day. */
export class KnownAddresses {
  /** When last, the least recent first. */
  readonly #seenAt = new Map<string, number>();
  readonly #now: () => number;

  /** @param now The monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  has(address: string): boolean {
    const seenAt = this.#seenAt.get(address);
    return seenAt !== undefined && this.#now() - seenAt < rememberedMs;
  }

  add(address: string): void {
    this.#seenAt.delete(address);
    this.#seenAt.set(address, this.#now());
    const [oldest] = this.#seenAt.keys();
    if (this.#seenAt.size > most && oldest !== undefined) this.#seenAt.delete(oldest);
  }
}
