import type { CredentialConfig } from '../config/types.ts';
import type { Credential } from './credential.ts';
import { StaticCredential } from './static.ts';

/** Makes a backend's credential of what the file says. */
export type CredentialFor = (config: CredentialConfig) => Credential;

/** A kind that is new to the configuration does not compile without a case of its own. */
export function credentialFor(config: CredentialConfig): Credential {
  switch (config.kind) {
    case 'static':
      return new StaticCredential(config);
  }
}
