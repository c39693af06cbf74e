import type { CredentialSource } from '../config/types/credentials.ts';
import { asSecret, type CredentialRefusal, isCredentialError } from './credential.ts';
import type { CredentialItem } from './delivery.ts';
import type { Holder, Holding } from './holder.ts';
import { SecretValue } from './secret-value.ts';
import { sourceId } from './source-uses.ts';
import type { CredentialValue } from './sources/source.ts';

/** Tells whoever renews a source that a backend refused its value of a generation. */
export type TellRefused = (id: string, generation: number) => void;

/**
 * A worker's values of all sources. They arrive before or after the first use; users of the same source share a holder.
 */
export class CredentialHolders {
  readonly #refused: TellRefused;
  readonly #now: () => number;
  readonly #held = new Map<string, Held>();

  /** @param now Milliseconds of a clock that never goes back. */
  constructor(refused: TellRefused = () => {}, now: () => number = () => performance.now()) {
    this.#refused = refused;
    this.#now = now;
  }

  /** Takes up what has come. */
  take(items: readonly CredentialItem[]): void {
    for (const item of items) {
      const held = this.#of(item.id);
      held.isRenewed = true;
      held.holder.take(item);
    }
  }

  /** Nobody renews these any more: each goes when nobody uses it. */
  forget(ids: readonly string[]): void {
    for (const id of ids) {
      const held = this.#held.get(id);
      if (held === undefined) continue;
      held.isRenewed = false;
      this.#drop(id, held);
    }
  }

  /** The holder of a source. */
  hold(source: CredentialSource): Holding {
    const id = sourceId(source);
    const held = this.#of(id);
    held.users += 1;
    let isReleased = false;
    return {
      holder: held.holder,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        held.users -= 1;
        this.#drop(id, held);
      },
    };
  }

  #of(id: string): Held {
    const known = this.#held.get(id);
    if (known !== undefined) return known;
    const held = { holder: new SourceHolder(id, this.#refused, this.#now), users: 0, isRenewed: false };
    this.#held.set(id, held);
    return held;
  }

  #drop(id: string, held: Held): void {
    if (held.users === 0 && !held.isRenewed) this.#held.delete(id);
  }
}

interface Held {
  readonly holder: SourceHolder;
  users: number;
  isRenewed: boolean;
}

class SourceHolder implements Holder {
  readonly #id: string;
  readonly #tell: TellRefused;
  readonly #now: () => number;
  #value: SecretValue<CredentialValue> | undefined;
  #secret: SecretValue<Buffer> | undefined;
  #problem: string | undefined;
  #usableUntilMs = 0;
  #generation = 0;

  constructor(id: string, tell: TellRefused, now: () => number) {
    this.#id = id;
    this.#tell = tell;
    this.#now = now;
  }

  take({ generation, value, usableForMs, problem }: CredentialItem): void {
    this.#problem = problem;
    if (generation !== this.#generation) {
      this.#value = value && new SecretValue(value);
      const secret = value && secretOf(value);
      this.#secret = secret && new SecretValue(secret);
    }
    this.#generation = generation;
    this.#usableUntilMs = this.#now() + usableForMs;
  }

  get value(): CredentialValue | undefined {
    return this.#isGood() ? this.#value!.reveal() : undefined;
  }

  get generation(): number {
    return this.#generation;
  }

  get missing(): string | undefined {
    if (this.#isGood()) return undefined;
    const what = this.#value === undefined ? 'none has come yet' : 'the last one ran out';
    return this.#problem === undefined ? what : `${what}: ${this.#problem}`;
  }

  /** Also of one that ran out: answers are in flight that were asked for with it. */
  get secret(): Buffer | undefined {
    return this.#secret?.reveal();
  }

  refused({ status, headers, generation }: CredentialRefusal): boolean {
    if (generation !== this.#generation) return this.#isGood();
    const errorType = headers['x-amzn-errortype'];
    const isCredential = status === 401 || (typeof errorType === 'string' && isCredentialError(errorType));
    if (isCredential) this.#tell(this.#id, generation);
    return false;
  }

  #isGood(): boolean {
    return this.#value !== undefined && this.#now() < this.#usableUntilMs;
  }
}

/**
 * The part of a value that an answer might repeat. Amazon's secret key is never sent. A signature is, but it is of use
 * only with the session's token, or without a session with the key's id beside it.
 */
function secretOf(value: CredentialValue): Buffer | undefined {
  return asSecret(value.kind === 'token' ? value.token : (value.sessionToken ?? value.accessKeyId));
}
