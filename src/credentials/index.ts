import type { CredentialConfig } from '../config/types.ts';
import type { Credential } from './credential.ts';
import { StaticCredential } from './static.ts';

/** One for each kind: a kind that is new to the configuration does not compile without its own. */
const kinds: {
  readonly [Kind in CredentialConfig['kind']]: (
    config: Extract<CredentialConfig, { readonly kind: Kind }>,
  ) => Credential;
} = {
  static: (config) => new StaticCredential(config),
};

/** Makes a backend's credential of what the file says. */
export type CredentialFor = (config: CredentialConfig) => Credential;

export function credentialFor(config: CredentialConfig): Credential {
  return kinds[config.kind](config);
}
