import type { CredentialConfig, CredentialSource } from '../config/types.ts';
import type { Credential } from './credential.ts';
import type { Holding } from './holder.ts';
import { CredentialHolders } from './holders.ts';
import { StaticCredential } from './static.ts';
import { TokenCredential } from './token.ts';

/** Makes a backend's credential of what the file says. */
export type CredentialFor = (config: CredentialConfig) => Credential;

/** Gives where the value of a source that is renewed is held. */
export type HoldingOf = (source: CredentialSource) => Holding;

/** Makes credentials whose values, where they are renewed, are what is held. */
export function credentialsWith(holders: CredentialHolders): CredentialFor {
  return (config) => credentialFor(config, (source) => holders.hold(source));
}

/** Where nobody renews anything. */
const nothingHeld: HoldingOf = (source) => new CredentialHolders().hold(source);

/** A kind that is new to the configuration does not compile without a case of its own. */
export function credentialFor(config: CredentialConfig, holdingOf: HoldingOf = nothingHeld): Credential {
  switch (config.kind) {
    case 'static':
      return new StaticCredential(config);
    case 'token':
      return new TokenCredential(config, holdingOf(config.source));
    case 'aws_signature':
      throw new Error(`nothing serves ${config.kind} yet`);
  }
}
