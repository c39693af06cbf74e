import type { SignatureCredentialConfig } from '../../../src/config/types/credentials.ts';
import type { CredentialRefusal } from '../../../src/credentials/credential.ts';
import type { Holder, Holding } from '../../../src/credentials/holder.ts';
import type { CredentialValue } from '../../../src/credentials/sources/source.ts';

export type AwsKeys = Extract<CredentialValue, { kind: 'aws_keys' }>;

export const exampleKeys: AwsKeys = {
  kind: 'aws_keys',
  accessKeyId: 'AKIDEXAMPLEKEYS00001',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  sessionToken: undefined,
};

export const exampleConfig: SignatureCredentialConfig = {
  kind: 'aws_signature',
  source: {
    kind: 'aws',
    region: 'eu-central-1',
    service: 'bedrock',
    as: 'signature',
    keys: undefined,
    profile: undefined,
    configFile: undefined,
    credentialsFile: undefined,
    role: undefined,
    from: undefined,
  },
};

/** Keys that are swapped from outside, as renewals do. */
export class HeldKeys implements Holder<AwsKeys>, Holding<AwsKeys> {
  value: AwsKeys | undefined;
  generation = 1;
  readonly refusals: CredentialRefusal[] = [];
  isReleased = false;

  constructor(value: AwsKeys | undefined = exampleKeys) {
    this.value = value;
  }

  get holder(): this {
    return this;
  }

  get missing(): string | undefined {
    return this.value === undefined ? 'Amazon gave no keys' : undefined;
  }

  get secret(): Buffer | undefined {
    return this.value && Buffer.from(this.value.sessionToken ?? this.value.accessKeyId);
  }

  swap(value: AwsKeys | undefined): void {
    this.value = value;
    this.generation += 1;
  }

  refused(refusal: CredentialRefusal): boolean {
    this.refusals.push(refusal);
    return refusal.generation !== this.generation;
  }

  release(): void {
    this.isReleased = true;
  }
}
