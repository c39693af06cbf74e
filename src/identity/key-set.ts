import { createPublicKey, type KeyObject } from 'node:crypto';
import type { TokenAlgorithm } from '../config/types/identity.ts';
import type { PublishedKey } from '../lib/tokens/key-set.ts';

/** A set to look keys up in. Each is made when a token first needs it. */
export class KeySet {
  readonly #keys: readonly PublishedKey[];
  readonly #made = new Map<PublishedKey, KeyObject>();

  constructor(keys: readonly PublishedKey[]) {
    this.#keys = keys;
  }

  /** Those that a token may have been signed with, by its header: one that names a key is checked with no other. */
  candidates(algorithm: TokenAlgorithm, id: string | undefined): readonly KeyObject[] {
    return this.#keys
      .filter((key) => key.algorithms.includes(algorithm) && (id === undefined || key.id === id))
      .map((key) => this.#made.get(key) ?? this.#make(key));
  }

  /** True if it has a key of that name, for that algorithm. */
  has(algorithm: TokenAlgorithm, id: string): boolean {
    return this.#keys.some((key) => key.id === id && key.algorithms.includes(algorithm));
  }

  /** True if it has all keys of another one. */
  hasAllOf(other: KeySet): boolean {
    const own = new Set(this.#keys.map((key) => JSON.stringify(key)));
    return other.#keys.every((key) => own.has(JSON.stringify(key)));
  }

  #make(key: PublishedKey): KeyObject {
    const made = createPublicKey({ key: key.jwk, format: 'jwk' });
    this.#made.set(key, made);
    return made;
  }
}
