import type { KeyLimits } from '../key-limits.ts';
import type { Owner } from '../rules.ts';
import { callerOwner } from './owners.ts';

/** Callers whose limits are kept ready. */
const mostAtHand = 1000;

/** The person or program that a key is counted for: a value of a claim, and the source of the claim. */
export interface CountedCaller {
  readonly by: string;
  readonly value: string;
}

/** The limits of keys for each caller that a token names, where each caller counts for itself. */
export class CallerLimits {
  readonly #limitsOf: (keyId: string, owner: Owner) => KeyLimits | undefined;
  /** In the order of use, the last used at the end. */
  readonly #atHand = new Map<string, KeyLimits | undefined>();

  /** `limitsOf` makes the limits of a key whose own rule is counted for `owner`. */
  constructor(limitsOf: (keyId: string, owner: Owner) => KeyLimits | undefined) {
    this.#limitsOf = limitsOf;
  }

  /** Undefined if nothing limits the key. */
  of(keyId: string, { by, value }: CountedCaller): KeyLimits | undefined {
    const name = `${keyId} ${by} ${value}`;
    const known = this.#atHand.get(name);
    if (known !== undefined || this.#atHand.has(name)) {
      if (this.#atHand.size > mostAtHand / 2) {
        this.#atHand.delete(name);
        this.#atHand.set(name, known);
      }
      return known;
    }
    if (this.#atHand.size >= mostAtHand) this.#atHand.delete(this.#atHand.keys().next().value!);
    const made = this.#limitsOf(keyId, callerOwner(keyId, by, value));
    this.#atHand.set(name, made);
    return made;
  }
}
