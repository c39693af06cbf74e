import type { CredentialConfig, CredentialSource } from '../config/types.ts';
import type { Credential } from './credential.ts';
import type { Holding } from './holder.ts';
import { StaticCredential } from './static.ts';

/** Makes a backend's credential of what the file says. */
export type CredentialFor = (config: CredentialConfig) => Credential;

/** Gives where the value of a source that is renewed is held. */
export type HoldingOf = (source: CredentialSource) => Holding;

/** A kind that is new to the configuration does not compile without a case of its own. */
export function credentialFor(config: CredentialConfig): Credential {
  switch (config.kind) {
    case 'static':
      return new StaticCredential(config);
    case 'token':
    case 'aws_signature':
      throw new Error(`nothing serves ${config.kind} yet`);
  }
}
