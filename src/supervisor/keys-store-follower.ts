/** Follows the `keys_store`: what is new in it goes into the copy that the configuration is read with. */
import type { KeysStoreConfig } from '../config/types/state.ts';
import { type Look, lookAtStore } from '../keys/store/follow-store.ts';
import { RedisKeys } from '../keys/store/redis-keys.ts';
import { type Copy, readCopy } from '../keys/store/store-copy.ts';
import type { Logger } from '../observe/log/log.ts';

/** Nothing but two small fields is asked for: what is new is there within a second. */
const lookEveryMs = 200;

/** So much of an id that is none stands in the log. */
const longestTold = 256;

/** The state of the store. */
export type StoreState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'up' }
  | { readonly kind: 'down'; readonly reason: string };

/** The store as the operator's listener may use it. */
export interface KeysStoreControl {
  readonly state: StoreState;
  /** Changes something in it; what is new there is in the copy then. Rejects where the store does not answer. */
  change<T>(act: (keys: Pick<RedisKeys, 'read' | 'change'>) => Promise<T>): Promise<T>;
}

/** Of a gateway that follows nothing. */
export const noKeysStore: KeysStoreControl = {
  state: { kind: 'absent' },
  change: () => Promise.reject(new Error('no keys_store is followed here')),
};

export class StoreKeys implements KeysStoreControl {
  readonly #log: Logger;
  readonly #changed: () => void;
  #config: KeysStoreConfig | undefined;
  #keys: RedisKeys | undefined;
  /** As it was last read or written; undefined until then, and where there is none. */
  #copy: Copy | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #looking: Promise<void> | undefined;
  state: StoreState = { kind: 'absent' };

  /** @param changed The copy is another one. */
  constructor(log: Logger, changed: () => void) {
    this.#log = log;
    this.#changed = changed;
  }

  /** Follows the store of the configuration that is served. */
  follow(config: KeysStoreConfig | undefined): void {
    if (this.#isClosed || JSON.stringify(config) === JSON.stringify(this.#config)) return;
    this.#drop();
    this.#config = config;
    if (config === undefined) {
      this.state = { kind: 'absent' };
      return;
    }
    this.state = { kind: 'up' };
    this.#lookLater(0);
  }

  async change<T>(act: (keys: Pick<RedisKeys, 'read' | 'change'>) => Promise<T>): Promise<T> {
    const config = this.#config;
    if (config === undefined) throw new Error('no keys_store is configured');
    // A connection of its own: what stands still must not be waited for behind what stood still before.
    const keys = await RedisKeys.open(config);
    try {
      return await act(keys);
    } finally {
      keys.close();
      await this.#look().catch(() => {});
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#keys?.close();
    this.#keys = undefined;
    this.#copy = undefined;
  }

  #lookLater(ms: number): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    const config = this.#config;
    this.#timer = setTimeout(() => {
      void this.#look().finally(() => {
        if (config === this.#config) this.#lookLater(lookEveryMs);
      });
    }, ms);
    this.#timer.unref();
  }

  /** One look at a time; whoever asks meanwhile gets one that begins after. */
  async #look(): Promise<void> {
    await this.#looking;
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const config = this.#config;
    if (config === undefined || this.#isClosed) return;
    let look: Look;
    try {
      this.#keys ??= await RedisKeys.open(config);
      this.#copy ??= await readCopy(config.copy);
      look = await lookAtStore(this.#keys, config, this.#copy);
    } catch (error) {
      if (config !== this.#config) return;
      this.#keys?.close();
      this.#keys = undefined;
      this.#down(error instanceof Error ? error.message : String(error));
      return;
    }
    if (config !== this.#config) return;
    this.#copy = look.copy;
    if (this.state.kind === 'down') this.#log.info('the keys_store answers');
    this.state = { kind: 'up' };
    if (look.outcome === 'put back')
      this.#log.warn('the keys_store had lost its keys: the gateway restored them');
    if (look.outcome !== 'copied') return;
    for (const key of look.copy?.faulty ?? []) this.#warn(key);
    this.#changed();
  }

  #warn(key: string): void {
    this.#log.warn(
      { key: key.slice(0, longestTold) },
      'an entry of the keys_store is not a valid key, and is ignored: revoke it, or delete its field in the store',
    );
  }

  #down(reason: string): void {
    const wasUp = this.state.kind !== 'down';
    this.state = { kind: 'down', reason };
    if (wasUp)
      this.#log.error({ reason }, 'the keys_store does not answer: keys stay as they were last seen');
  }
}
