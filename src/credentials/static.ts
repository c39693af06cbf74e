import { credentialHeaders } from '../config/derived/credential-header-names.ts';
import type { StaticCredentialConfig } from '../config/types/credentials.ts';
import { type Credential, type OutgoingMessage, secretIn } from './credential.ts';

/** One header whose value stands in the file, and changes with it. */
export class StaticCredential implements Credential {
  readonly headers: readonly string[];
  readonly prebuilt: Readonly<Record<string, string>>;
  readonly missing = undefined;
  readonly secret: Buffer | undefined;

  constructor(config: StaticCredentialConfig) {
    this.headers = credentialHeaders(config);
    this.prebuilt = { [config.header]: config.value };
    this.secret = secretIn(config.value);
  }

  authorize(message: OutgoingMessage): number {
    for (const [name, value] of Object.entries(this.prebuilt)) message.set(name, value);
    return 0;
  }

  /** There is no other value until the file is read again. */
  refused(): boolean {
    return false;
  }

  /** Nothing renews it. */
  close(): void {}
}
