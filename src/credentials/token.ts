import { credentialHeaders } from '../config/derived/credential-header-names.ts';
import type { TokenCredentialConfig } from '../config/types/credentials.ts';
import {
  type Credential,
  CredentialMissing,
  type CredentialRefusal,
  type OutgoingMessage,
} from './credential.ts';
import type { Holding } from './holder.ts';

/** A token that is renewed while the gateway runs, in one header, with what goes with it. */
export class TokenCredential implements Credential {
  readonly headers: readonly string[];
  readonly prebuilt = undefined;
  readonly #config: TokenCredentialConfig;
  readonly #beside: readonly (readonly [string, string])[];
  readonly #holding: Holding;

  constructor(config: TokenCredentialConfig, holding: Holding) {
    this.headers = credentialHeaders(config);
    this.#config = config;
    this.#beside = Object.entries(config.beside);
    this.#holding = holding;
  }

  get missing(): string | undefined {
    return this.#holding.holder.missing;
  }

  get secret(): Buffer | undefined {
    return this.#holding.holder.secret;
  }

  authorize(message: OutgoingMessage): number {
    const { holder } = this.#holding;
    const { value, generation } = holder;
    if (value === undefined) throw new CredentialMissing(holder.missing ?? 'it ran out');
    if (value.kind !== 'token') throw new Error('the source of a token gave something else');
    message.set(this.#config.header, this.#config.prefix + value.token);
    for (const [name, fixed] of this.#beside) message.set(name, fixed);
    return generation;
  }

  refused(refusal: CredentialRefusal): boolean {
    return this.#holding.holder.refused(refusal);
  }

  close(): void {
    this.#holding.release();
  }
}
