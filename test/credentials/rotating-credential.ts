import { createHmac } from 'node:crypto';
import {
  type Credential,
  CredentialMissing,
  type CredentialRefusal,
  type OutgoingMessage,
  secretIn,
} from '../../src/credentials/credential.ts';

/** A credential whose value is swapped from outside, and which signs what is sent: several headers, no two alike. */
export class RotatingCredential implements Credential {
  readonly headers = ['authorization', 'x-test-count', 'x-test-signature'];
  readonly prebuilt = undefined;
  readonly refusals: CredentialRefusal[] = [];
  #value: string | undefined;
  #generation = 0;
  #count = 0;

  constructor(value: string | undefined) {
    this.#value = value;
  }

  get missing(): string | undefined {
    return this.#value === undefined ? 'the source gave no token' : undefined;
  }

  get secret(): Buffer | undefined {
    return this.#value === undefined ? undefined : secretIn(this.#value);
  }

  /** Takes up another value, or loses the one it has. */
  swap(value: string | undefined): void {
    this.#value = value;
    this.#generation += 1;
  }

  authorize(message: OutgoingMessage): number {
    if (this.#value === undefined) throw new CredentialMissing('the source gave no token');
    this.#count += 1;
    message.set('authorization', `Bearer ${this.#value}`);
    message.set('x-test-count', String(this.#count));
    const parts = [message.method, message.path, message.host, message.header('x-test-count')];
    message.set('x-test-signature', signature(this.#value, [...parts, message.bodySha256()]));
    return this.#generation;
  }

  refused(refusal: CredentialRefusal): boolean {
    this.refusals.push(refusal);
    return refusal.generation !== this.#generation;
  }

  isClosed = false;

  close(): void {
    this.isClosed = true;
  }
}

export function signature(value: string, parts: readonly (string | undefined)[]): string {
  return createHmac('sha256', value).update(parts.join('\n')).digest('hex');
}
