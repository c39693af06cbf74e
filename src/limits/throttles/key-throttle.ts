/** Bounds an action of keys that no limit of theirs counts, in the store of this host. */

import type { LimitStore } from '../limit-store.ts';
import { type Meters, metersOf, type RateMeter, rateMeter } from '../rules.ts';

interface Counted {
  readonly meters: Meters;
  /** It was too often, until this moment on the monotonic clock. */
  untilMs: number;
}

export class KeyThrottle {
  /** The most times within the window. */
  readonly most: number;
  readonly #store: LimitStore;
  readonly #what: string;
  readonly #meter: RateMeter;
  /** Keys that did it: at most all keys of the file. */
  readonly #byKey = new Map<string, Counted>();

  /** @param what Tells the account from others. */
  constructor(store: LimitStore, what: string, most: number, windowMs = 1000) {
    this.#store = store;
    this.#what = what;
    this.most = most;
    this.#meter = rateMeter('requests', most, windowMs);
  }

  /** Milliseconds that the key has to wait, as far as is known without counting; 0 for none. */
  waitMs(keyId: string): number {
    const counted = this.#byKey.get(keyId);
    return counted === undefined ? 0 : Math.max(0, counted.untilMs - performance.now());
  }

  /**
   * Counts once more. Returns the milliseconds that the key has to wait because of too many in the window; 0 for none.
   */
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
