import { KeySet } from './key-set.ts';
import type { KeySetItem } from './key-set-sources.ts';

/** So many requests wait for a key that is not there yet, in this process. */
const mostWaiting = 100;

/** Tells whoever fetches key sets that a token names a key which one lacks. */
export type TellUnknownKey = (id: string) => void;

type IsThere = (keys: KeySet) => boolean;

/** One key set as a worker has it. */
export interface HeldKeySet {
  /** Undefined where it was never had. */
  readonly keys: KeySet | undefined;
  /** Counts the times that a key went: what was checked with one of those before may be good no longer. */
  readonly epoch: number;
  /** Why it could not be renewed the last time, for operators. */
  readonly problem: string | undefined;
  /**
   * Has the issuer asked for a key that is not there. Resolves with true when something has come of it, and with false when
   * nothing will in time, or when too many wait already. `isThere` says of a set that what is wanted is in it.
   */
  ask(withinMs: number, isThere?: IsThere): Promise<boolean>;
}

/** A worker's key sets. They arrive before or after the first use. */
export class HeldKeySets {
  readonly #tell: TellUnknownKey;
  readonly #held = new Map<string, Held>();
  readonly #line = { waiting: 0 };

  constructor(tell: TellUnknownKey = () => {}) {
    this.#tell = tell;
  }

  /** Takes up what has come. */
  take(items: readonly KeySetItem[]): void {
    for (const item of items) this.#of(item.id).take(item);
  }

  /** Nobody fetches these any more. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.#held.delete(id);
  }

  hold(id: string): HeldKeySet {
    return this.#of(id);
  }

  #of(id: string): Held {
    const known = this.#held.get(id);
    if (known !== undefined) return known;
    const held = new Held(() => this.#tell(id), this.#line);
    this.#held.set(id, held);
    return held;
  }
}

class Held implements HeldKeySet {
  readonly #tell: () => void;
  /** Of all key sets together. */
  readonly #line: { waiting: number };
  #keys: KeySet | undefined;
  #generation = 0;
  #epoch = 0;
  #problem: string | undefined;
  readonly #waiting = new Map<(hasCome: boolean) => void, IsThere>();

  constructor(tell: () => void, line: { waiting: number }) {
    this.#tell = tell;
    this.#line = line;
  }

  get keys(): KeySet | undefined {
    return this.#keys;
  }

  get epoch(): number {
    return this.#epoch;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  take({ keys, generation, isAsking, problem }: KeySetItem): void {
    this.#problem = problem;
    if (keys !== undefined && generation !== this.#generation) {
      const next = new KeySet(keys);
      if (this.#keys !== undefined && !next.hasAllOf(this.#keys)) this.#epoch += 1;
      this.#keys = next;
      this.#generation = generation;
    }
    // Somebody who came meanwhile may have the issuer asked once more: whose key has come does not wait for that.
    for (const [settle, isThere] of [...this.#waiting])
      if (!isAsking || (this.#keys !== undefined && isThere(this.#keys))) settle(true);
  }

  ask(withinMs: number, isThere: IsThere = () => false): Promise<boolean> {
    if (this.#line.waiting >= mostWaiting) return Promise.resolve(false);
    this.#line.waiting += 1;
    return new Promise((resolve) => {
      const settle = (hasCome: boolean) => {
        if (!this.#waiting.delete(settle)) return;
        clearTimeout(timer);
        this.#line.waiting -= 1;
        resolve(hasCome);
      };
      const timer = setTimeout(() => settle(false), withinMs);
      this.#waiting.set(settle, isThere);
      this.#tell();
    });
  }
}
