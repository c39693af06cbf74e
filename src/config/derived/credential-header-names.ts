import type { CredentialConfig } from '../types/credentials.ts';

/** The headers that carry Amazon's signature. */
const awsSignatureHeaders = ['authorization', 'x-amz-content-sha256', 'x-amz-date', 'x-amz-security-token'];

/** Lower-case names of the headers that a credential travels in, which nothing else may set. */
export function credentialHeaders(credential: CredentialConfig): readonly string[] {
  switch (credential.kind) {
    case 'static':
      return [credential.header];
    case 'token':
      return [...new Set([credential.header, ...Object.keys(credential.beside), ...credential.withheld])];
    case 'aws_signature':
      return awsSignatureHeaders;
  }
}

/** Query parameters that Google's interfaces take in place of the headers of a credential, in lower case. */
const googleParameters = ['key', '$key', 'access_token', '$access_token', 'oauth_token', '$userproject'];

/** The same of a signature of Amazon's. */
const awsParameters = [
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-expires',
  'x-amz-security-token',
  'x-amz-signature',
  'x-amz-signedheaders',
];

/** Lower-case names of query parameters that say what the headers of a credential do: no client may send them beside it. */
export function credentialParameters(credential: CredentialConfig): readonly string[] {
  if (credential.kind === 'static') return [];
  switch (credential.source.kind) {
    case 'google':
      return googleParameters;
    case 'aws':
      return awsParameters;
    case 'file':
    case 'exec':
    case 'oauth2':
    case 'azure':
      return [];
  }
}
