import type { Backend } from '../../http/client/backend.ts';
import type { AnswerHead } from './answer/answer-head.ts';
import type { HeldBytes } from './held-bytes.ts';

/** The credential that an attempt was sent with, which no client may see. */
export class CredentialLeak {
  readonly #backend: Pick<Backend, 'secret'>;
  /** The credential may be renewed meanwhile: this is its first value. */
  readonly #first: Buffer | undefined;

  constructor(backend: Pick<Backend, 'secret'>) {
    this.#backend = backend;
    this.#first = backend.secret;
  }

  /** Returns true if the client would get the credential back that the backend got. */
  isIn({ kept, account }: AnswerHead, held: HeldBytes): boolean {
    const told = account.length === 0 ? kept : [...kept, ...account];
    if (repeats(this.#first, told, held)) return true;
    const { secret } = this.#backend;
    return secret !== this.#first && repeats(secret, told, held);
  }

  /** The same for a text. */
  isInText(text: string): boolean {
    if (holds(text, this.#first)) return true;
    const { secret } = this.#backend;
    return secret !== this.#first && holds(text, secret);
  }
}

function holds(text: string, secret: Buffer | undefined): boolean {
  return secret !== undefined && text.includes(secret.toString());
}

function repeats(secret: Buffer | undefined, told: readonly string[], held: HeldBytes): boolean {
  if (secret === undefined) return false;
  if (held.length > 0 && held.whole().includes(secret)) return true;
  const text = secret.toString();
  return told.some((value) => value.includes(text));
}
