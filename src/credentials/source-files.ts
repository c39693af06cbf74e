import type { CredentialSource } from '../config/types/credentials.ts';

/** Absolute paths of the files that a source names: when one of them changes, it is renewed at once. */
export function filesOf(source: CredentialSource): readonly string[] {
  switch (source.kind) {
    case 'file':
      return [source.file];
    case 'exec':
      return [];
    case 'oauth2':
      return [
        ...(source.assertionFile === undefined ? [] : [source.assertionFile]),
        ...(source.client.kind === 'federated' ? [source.client.file] : []),
      ];
    case 'aws':
      return [source.configFile, source.credentialsFile].filter((file) => file !== undefined);
    case 'google':
      return source.key.kind === 'file' ? [source.key.file] : [];
    case 'azure':
      return source.identity.kind === 'workload_identity' ? [source.identity.file] : [];
  }
}
