import type { AwsSource, CredentialConfig, CredentialSource } from '../config/types/credentials.ts';
import { ServerClock } from './aws/server-clock.ts';
import { SignatureCredential } from './aws/signature-credential.ts';
import type { Credential } from './credential.ts';
import type { Holding } from './holder.ts';
import { CredentialHolders } from './holders.ts';
import { StaticCredential } from './static.ts';
import { TokenCredential } from './token.ts';

/** Makes a backend's credential of what the file says. */
export type CredentialFor = (config: CredentialConfig) => Credential;

/** Gives where the value of a source that is renewed is held. */
export type HoldingOf = (source: CredentialSource) => Holding;

/** Told when requests are signed by Amazon's clock from now on, which is so far ahead of this machine's, in milliseconds. */
export type ClockCorrected = (source: AwsSource, offsetMs: number) => void;

/** Makes credentials whose values, where they are renewed, are what is held. */
export function credentialsWith(holders: CredentialHolders, corrected?: ClockCorrected): CredentialFor {
  return (config) => credentialFor(config, (source) => holders.hold(source), corrected);
}

/** The holders of a process in which nothing is renewed. */
const nothingHeld: HoldingOf = (source) => new CredentialHolders().hold(source);

/** A kind that is new to the configuration does not compile without a case of its own. */
export function credentialFor(
  config: CredentialConfig,
  holdingOf: HoldingOf = nothingHeld,
  corrected: ClockCorrected = () => {},
): Credential {
  switch (config.kind) {
    case 'static':
      return new StaticCredential(config);
    case 'token':
      return new TokenCredential(config, holdingOf(config.source));
    case 'aws_signature':
      return new SignatureCredential(
        config,
        holdingOf(config.source),
        new ServerClock((offsetMs) => corrected(config.source, offsetMs)),
      );
  }
}
