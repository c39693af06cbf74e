/** Bounds the number of simultaneous uses of a key that no limit of its own counts, in the store of this host. */
import type { Grant, LimitStore } from '../limit-store.ts';
import { concurrencyMeter, metersOf } from '../rules.ts';

export class KeySlots {
  readonly most: number;
  readonly #store: LimitStore;
  readonly #what: string;
  readonly #meter: ReturnType<typeof concurrencyMeter>;

  /** @param what Tells the account from others. */
  constructor(store: LimitStore, what: string, most: number) {
    this.#store = store;
    this.#what = what;
    this.most = most;
    this.#meter = concurrencyMeter(most);
  }

  /** Takes one of a key's; undefined if it has its most already. */
  async take(keyId: string): Promise<Grant | undefined> {
    const meters = metersOf(`${this.#what} ${keyId}`, [this.#meter], true);
    const verdict = await this.#store.spend({ meters, tokens: 0 });
    return verdict.admitted ? verdict.grant : undefined;
  }
}
