import { isMetadataUrl, tokenUrlFault } from '../../backend-url.ts';
import type { AuthAzure } from '../../schema/generated/file.generated.ts';
import type { AzureSource, TokenCredentialConfig } from '../../types/credentials.ts';
import { type AuthPlace, missingVariable, refuse, refuseIdle, textOrVariable } from './place.ts';
import { checkProof } from './secret.ts';
import { tokenCredential } from './token.ts';
import { checkTokenUrl, checkTokenUrlOf } from './token-url.ts';
import { fileOfVariable } from './watched-file.ts';

/** Headers that Azure's interfaces take credentials in. */
const withheld = ['authorization', 'api-key'];

/** Entra's address, unless the file or the environment gives another. */
const publicCloud = 'https://login.microsoftonline.com';

/** `azure`: tokens of Microsoft Entra. */
export function resolveAzureAuth(place: AuthPlace): TokenCredentialConfig {
  const azure = place.auth.azure!;
  if (place.auth.header?.toLowerCase() === 'api-key') {
    const message = 'the header api-key takes keys of a resource; a token in it is refused by Azure';
    refuse(place, ['header'], 'bad_header', message, {
      hint: 'take `header` out: tokens of Entra go into authorization',
    });
  }
  const source: AzureSource = {
    kind: 'azure',
    ...resolveIdentity(place, azure),
    scope: azure.scope,
    authority: resolveAuthority(place, azure.authority),
  };
  return tokenCredential(place, source, { withheld });
}

function resolveIdentity(
  place: AuthPlace,
  azure: AuthAzure,
): Pick<AzureSource, 'identity' | 'tenant' | 'clientId'> {
  const { client_secret: secret, managed_identity: managed } = azure;
  if (managed !== undefined) {
    checkManaged(place, managed);
    const clientId = typeof managed === 'object' ? managed.client_id : undefined;
    return { identity: { kind: 'managed_identity' }, tenant: undefined, clientId };
  }
  const tenant = textOrVariable(place, 'azure', 'tenant', azure.tenant, 'AZURE_TENANT_ID');
  if (tenant !== undefined && !/^[A-Za-z0-9][A-Za-z0-9.-]*$/.test(tenant)) {
    const message = 'must be the id of a tenant, or its domain, such as contoso.onmicrosoft.com';
    const isWritten = azure.tenant !== undefined;
    if (isWritten) refuse(place, ['azure', 'tenant'], 'wrong_value', message);
    else refuse(place, ['azure'], 'wrong_value', `the variable AZURE_TENANT_ID ${message}`);
  }
  const clientId = textOrVariable(place, 'azure', 'client_id', azure.client_id, 'AZURE_CLIENT_ID');
  if (secret !== undefined) {
    checkProof(place, ['azure', 'client_secret'], secret);
    return { identity: { kind: 'client_secret', secret }, tenant, clientId };
  }
  return { identity: { kind: 'workload_identity', file: federatedFile(place) }, tenant, clientId };
}

function checkManaged(place: AuthPlace, managed: NonNullable<AuthAzure['managed_identity']>): void {
  if (managed === false) {
    const message = 'must be true, or a map with `client_id`';
    refuse(place, ['azure', 'managed_identity'], 'wrong_value', message, { hint: 'write true' });
  }
  refuseIdle(place, ['azure', 'tenant'], 'a managed identity knows its tenant', 'take it out');
  refuseIdle(place, ['azure', 'authority'], 'a managed identity asks no authority', 'take it out');
  refuseIdle(
    place,
    ['azure', 'client_id'],
    'that field names the managed identity itself',
    'take it out, and write `managed_identity: { client_id: ID }`',
  );
  const endpoint = place.env['IDENTITY_ENDPOINT'];
  if (!endpoint || isMetadataUrl(endpoint) || tokenUrlFault(endpoint) === undefined) return;
  const message = 'the variable IDENTITY_ENDPOINT leads to something other than an endpoint of this machine';
  refuse(place, ['azure'], 'bad_url', message, { hint: 'unset it, or let the platform set it' });
}

function federatedFile(place: AuthPlace): string {
  const variable = 'AZURE_FEDERATED_TOKEN_FILE';
  const named = place.env[variable];
  const steps = ['azure', 'workload_identity'];
  if (named) return fileOfVariable(place, steps, variable, named).file;
  missingVariable(place, 'azure', `the environment variable ${variable} is not set`, {
    hint: `set ${variable}; in a cluster the label azure.workload.identity/use: "true" of a pod does`,
  });
  return '';
}

function resolveAuthority(place: AuthPlace, written: string | undefined): string {
  const variable = 'AZURE_AUTHORITY_HOST';
  const ofVariable = place.env[variable] || publicCloud;
  const steps = ['azure', 'authority'];
  if (written !== undefined) checkTokenUrl(place, steps, written);
  else if (place.auth.azure?.managed_identity === undefined) {
    checkTokenUrlOf(place, ['azure'], variable, ofVariable);
  }
  const authority = written ?? ofVariable;
  if (authority.includes('?')) refuse(place, steps, 'bad_url', 'must not have a query (?...)');
  return authority.replace(/\/+$/, '');
}
