import { createHmac, randomBytes } from 'node:crypto';
import type { GuardDirection } from '../../config/types/guards.ts';
import type { ShownText } from './forms/guard-form.ts';

/** The most texts that are remembered for one guard: some megabytes. */
const mostTexts = 20_000;

/**
 * Texts that passed for a key, by a keyed hash, from which no text can be read. The oldest go first. A guard whose
 * settings change has another.
 */
export class RememberedPasses {
  readonly #secret = randomBytes(32);
  readonly #until = new Map<string, number>();
  readonly #ms: number;
  readonly #now: () => number;

  /** @param ms The time for which a text is remembered; 0 for none. */
  constructor(ms: number, now: () => number = () => performance.now()) {
    this.#ms = ms;
    this.#now = now;
  }

  /** The name that a text is remembered by; undefined where nothing is remembered. */
  nameOf({ text, role }: ShownText, key: string, direction: GuardDirection): string | undefined {
    if (this.#ms === 0) return undefined;
    return createHmac('sha256', this.#secret)
      .update(`${key}\0${direction}\0${role}\0`)
      .update(text)
      .digest('base64url');
  }

  /** True if it passed lately. */
  has(name: string | undefined): boolean {
    const until = name === undefined ? undefined : this.#until.get(name);
    return until !== undefined && until > this.#now();
  }

  /** It passed, as one. */
  keep(name: string | undefined): void {
    if (name === undefined) return;
    this.#until.delete(name);
    this.#until.set(name, this.#now() + this.#ms);
    if (this.#until.size <= mostTexts) return;
    for (const oldest of this.#until.keys()) {
      this.#until.delete(oldest);
      break;
    }
  }
}
