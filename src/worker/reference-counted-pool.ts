/**
 * Things that are costly to lose, shared by the snapshots that want the same: each is made for the first that
 * asks and freed when the last has let go.
 */
export class ReferenceCountedPool<V> {
  readonly #entries = new Map<string, { readonly value: Promise<V>; users: number }>();
  readonly #free: (value: V) => void | Promise<void>;

  constructor(free: (value: V) => void | Promise<void>) {
    this.#free = free;
  }

  /** The thing of that key, made by `make` if there is none. Every `acquire` has its `release`. */
  acquire(key: string, make: () => Promise<V>): Promise<V> {
    const entry = this.#entries.get(key) ?? { value: make(), users: 0 };
    entry.users += 1;
    this.#entries.set(key, entry);
    return entry.value;
  }

  async release(key: string): Promise<void> {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    entry.users -= 1;
    if (entry.users > 0) return;
    this.#entries.delete(key);
    await entry.value.then(this.#free, () => {});
  }
}
