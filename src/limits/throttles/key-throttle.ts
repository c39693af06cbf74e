/** Bounds what a key may do that no limit of its own counts, in the store of this host. */

import type { LimitStore } from '../limit-store.ts';
import { type Meters, metersOf, type RateMeter, rateMeter } from '../rules.ts';

interface Counted {
  readonly meters: Meters;
  /** It was too much, and is so until then on the monotonic clock. */
  untilMs: number;
}

export class KeyThrottle {
  /** So often it may be done within the window. */
  readonly most: number;
  readonly #store: LimitStore;
  readonly #what: string;
  readonly #meter: RateMeter;
  /** Keys that did it: as many as the file has, at most. */
  readonly #byKey = new Map<string, Counted>();

  /** @param what Names the account next to those of others. */
  constructor(store: LimitStore, what: string, most: number, windowMs = 1000) {
    this.#store = store;
    this.#what = what;
    this.most = most;
    this.#meter = rateMeter('requests', most, windowMs);
  }

  /** How long the key has to wait, in milliseconds, as far as is known without counting; 0 where it need not. */
  waitMs(keyId: string): number {
    const counted = this.#byKey.get(keyId);
    return counted === undefined ? 0 : Math.max(0, counted.untilMs - performance.now());
  }

  /** Counts once more, and tells how long the key has to wait because it was too often in the window; 0 for not at all. */
  async count(keyId: string): Promise<number> {
    const counted = this.#countedOf(keyId);
    const verdict = await this.#store.spend({ meters: counted.meters, tokens: 0 });
    if (verdict.admitted) return 0;
    counted.untilMs = performance.now() + verdict.retryAfterMs;
    return verdict.retryAfterMs;
  }

  #countedOf(keyId: string): Counted {
    const known = this.#byKey.get(keyId);
    if (known !== undefined) return known;
    const counted = { meters: metersOf(`${this.#what} ${keyId}`, [this.#meter], true), untilMs: 0 };
    this.#byKey.set(keyId, counted);
    return counted;
  }
}
