import { networkOf } from '../../lib/ip.ts';

export interface ThrottleLimits {
  readonly perAddress: number;
  readonly inAll: number;
  readonly windowMs: number;
}

/**
 * Counts tries in a sliding window, per address and in all. A try that is refused is not counted, so what it has to
 * remember is never more than the limit for all.
 */
export class Throttle {
  readonly #limits: ThrottleLimits;
  readonly #now: () => number;
  #tries: { readonly network: string; readonly at: number }[] = [];

  /** @param now The monotonic clock in milliseconds. */
  constructor(limits: ThrottleLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Takes a try: 0, or how many milliseconds until one is free, and then none was taken. */
  take(address: string): number {
    const waitMs = this.waitMs(address);
    if (waitMs === 0) this.add(address);
    return waitMs;
  }

  /** Counts a try. */
  add(address: string): void {
    this.#tries.push({ network: networkOf(address), at: this.#now() });
  }

  /** Milliseconds until the address may try again; 0 for now. */
  waitMs(address: string): number {
    const ownMs = this.ownWaitMs(address);
    return ownMs > 0 || this.#tries.length < this.#limits.inAll ? ownMs : this.#untilGone(this.#tries[0]!);
  }

  /** The same, by what the address itself has tried alone. */
  ownWaitMs(address: string): number {
    const { perAddress, windowMs } = this.#limits;
    const now = this.#now();
    this.#tries = this.#tries.filter(({ at }) => now - at < windowMs);
    const network = networkOf(address);
    const own = this.#tries.filter((one) => one.network === network);
    return own.length >= perAddress ? this.#untilGone(own[0]!) : 0;
  }

  #untilGone({ at }: { readonly at: number }): number {
    return Math.max(1, Math.ceil(at + this.#limits.windowMs - this.#now()));
  }

  /** The last try of an address turned out well: it counts for nothing. */
  release(address: string): void {
    const index = this.#tries.findLastIndex(({ network }) => network === networkOf(address));
    if (index >= 0) this.#tries.splice(index, 1);
  }
}
