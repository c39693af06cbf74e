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
    if (waitMs === 0) this.#tries.push({ network: networkOf(address), at: this.#now() });
    return waitMs;
  }

  /** How long until the address may try; 0 for now. */
  waitMs(address: string): number {
    const { perAddress, inAll, windowMs } = this.#limits;
    const now = this.#now();
    this.#tries = this.#tries.filter(({ at }) => now - at < windowMs);
    const network = networkOf(address);
    const own = this.#tries.filter((one) => one.network === network);
    const inTheWay =
      own.length >= perAddress ? own[0] : this.#tries.length >= inAll ? this.#tries[0] : undefined;
    return inTheWay === undefined ? 0 : Math.max(1, Math.ceil(inTheWay.at + windowMs - now));
  }

  /** The last try of an address turned out well: it counts for nothing. */
  release(address: string): void {
    const index = this.#tries.findLastIndex(({ network }) => network === networkOf(address));
    if (index >= 0) this.#tries.splice(index, 1);
  }
}
