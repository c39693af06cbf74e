import type { GoogleSource } from '../../../config/types/credentials.ts';
import { readSecretFile } from '../secret-file.ts';
import { processEnvironment, type SourceEnvironment } from '../source-environment.ts';
import type { RenewedToken } from '../token-answer.ts';
import { authorizedUserToken } from './authorized-user.ts';
import { externalAccountToken } from './external-account.ts';
import { impersonatedToken } from './impersonate.ts';
import { defaultImpersonationS, defaultUniverse, type GoogleKey, parseKey } from './key.ts';
import { metadataToken } from './metadata-server.ts';
import { iamScope, type Request } from './request.ts';
import { serviceAccountToken } from './service-account.ts';

/** The hosts of Google that give tokens. */
export interface GoogleSurroundings extends SourceEnvironment {
  /** The host for impersonating accounts, without a slash at its end; by default that of the key's universe. */
  readonly iamCredentialsUrl?: string;
}

/** Asks Google for a token with a key, with what another identity provider vouches for, or as the machine. */
export async function renewGoogle(
  source: GoogleSource,
  signal: AbortSignal,
  { env, now, iamCredentialsUrl }: GoogleSurroundings = processEnvironment,
): Promise<RenewedToken> {
  const { scope, impersonate } = source;
  const key = await keyOf(source);
  const request = { scope, signal, now };
  const alsoRead = filesBehind(key);
  if (impersonate === undefined) return { ...(await tokenFor(key, request, env)), alsoRead };
  const base = iamCredentialsUrl ?? `https://iamcredentials.${key?.universe ?? defaultUniverse}`;
  const renewed = await impersonatedToken(
    {
      url: `${base}/v1/projects/-/serviceAccounts/${segmentOf(impersonate)}:generateAccessToken`,
      urlFrom: 'the address of iamcredentials',
      lifetimeS: defaultImpersonationS,
      subject: impersonate,
    },
    await tokenFor(key, { ...request, scope: iamScope }, env),
    request,
  );
  return { ...renewed, alsoRead };
}

/** The files that a key names itself. */
function filesBehind(key: GoogleKey | undefined): readonly string[] {
  const from = key?.type === 'external_account' ? key.subjectToken.from : undefined;
  return from?.kind === 'file' ? [from.file] : [];
}

/** An account's e-mail in a path, as Google writes it. */
function segmentOf(email: string): string {
  return encodeURIComponent(email).replaceAll('%40', '@');
}

/** Undefined stands for the metadata server. Files are read anew each time: `gcloud auth` writes them. */
async function keyOf({ key }: GoogleSource): Promise<GoogleKey | undefined> {
  switch (key.kind) {
    case 'metadata':
      return undefined;
    case 'json':
      return parseKey(key.json, 'google.credentials');
    case 'file':
      return parseKey(await readSecretFile(key.file), key.file);
  }
}

function tokenFor(
  key: GoogleKey | undefined,
  request: Request,
  env: SourceEnvironment['env'],
): Promise<RenewedToken> {
  switch (key?.type) {
    case undefined:
      return metadataToken(env, request);
    case 'service_account':
      return serviceAccountToken(key, request);
    case 'external_account':
      return externalAccountToken(key, request);
    case 'authorized_user':
      return authorizedUserToken(key, request);
  }
}
