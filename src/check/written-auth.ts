import type {
  AwsSource,
  AzureSource,
  CredentialConfig,
  CredentialSource,
  GoogleSource,
  Oauth2Source,
  TokenCredentialConfig,
} from '../config/types/credentials.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A backend's credential in the fields of the file. Values that follow from its form are left out. */
export function writtenAuth(credential: CredentialConfig): Fields {
  switch (credential.kind) {
    case 'static':
      return { header: credential.header, value: credential.value };
    case 'token':
      return { header: credential.header, prefix: credential.prefix, ...tokenForm(credential) };
    case 'aws_signature':
      return writtenSource(credential.source);
  }
}

function tokenForm({ source, beside }: TokenCredentialConfig): Fields {
  if (source.kind !== 'google') return writtenSource(source);
  return { google: { ...writtenGoogle(source), quota_project: beside['x-goog-user-project'] } };
}

function writtenSource(source: CredentialSource): Fields {
  switch (source.kind) {
    case 'file':
      return { file: source.file };
    case 'exec':
      return { exec: source };
    case 'oauth2':
      return { oauth2: writtenOauth2(source) };
    case 'aws':
      return { aws: writtenAws(source) };
    case 'google':
      return { google: writtenGoogle(source) };
    case 'azure':
      return { azure: writtenAzure(source) };
  }
}

function writtenOauth2({ client, assertionFile, ...others }: Oauth2Source): Fields {
  const assertion = (file: string | undefined) => (file === undefined ? undefined : { file });
  switch (client.kind) {
    case 'secret':
      return {
        ...others,
        client_secret: client.secret,
        send_secret: client.in,
        assertion: assertion(assertionFile),
      };
    case 'private_key':
      return {
        ...others,
        private_key: client.key,
        key_id: client.keyId,
        alg: client.algorithm,
        assertion_audience: client.audience,
        assertion: assertion(assertionFile),
      };
    case 'federated':
      return { ...others, assertion: assertion(client.file) };
    case 'none':
      return { ...others, assertion: assertion(assertionFile) };
  }
}

function writtenAws({ keys, ...others }: AwsSource): Fields {
  return { ...others, ...keys };
}

function writtenGoogle({ key, ...others }: GoogleSource): Fields {
  return {
    ...others,
    credentials: key.kind === 'file' ? key.file : key.kind === 'json' ? key.json : undefined,
  };
}

function writtenAzure({ identity, clientId, ...others }: AzureSource): Fields {
  switch (identity.kind) {
    case 'client_secret':
      return { ...others, clientId, client_secret: identity.secret };
    case 'workload_identity':
      return { ...others, clientId, workload_identity: identity.file };
    case 'managed_identity':
      return { ...others, managed_identity: clientId === undefined ? true : { client_id: clientId } };
  }
}
