/**
 * The identity of the machine or the app itself. Who hands out its tokens is told by the variables of the platform, as
 * Microsoft's own libraries find it.
 */
import type { AzureSource } from '../../../config/types/credentials.ts';
import type { Question } from '../ask.ts';
import { RenewalFailure } from '../source.ts';
import type { SourceEnvironment } from '../source-environment.ts';

const machineHost = 'http://169.254.169.254';

/** @throws RenewalFailure on a platform whose way to ask is another one */
export function managedIdentityQuestion(
  { clientId, scope }: AzureSource,
  env: SourceEnvironment['env'],
): Question {
  // Azure takes a resource; a scope is a resource with a word behind it.
  const resource = scope.replace(/\/\.default$/, '');
  const query = (version: string) => {
    const asked = new URLSearchParams({ 'api-version': version, resource });
    if (clientId !== undefined) asked.set('client_id', clientId);
    return asked.toString();
  };
  const endpoint = env['IDENTITY_ENDPOINT'];
  const secret = env['IDENTITY_HEADER'];
  const common = { method: 'GET', plainHttp: 'metadata', secrets: [] } as const;
  if (isSet(endpoint)) {
    // Both platforms want to be asked in a way of their own.
    if (!isSet(secret))
      throw unsupported('IDENTITY_ENDPOINT is set and IDENTITY_HEADER is not, as on Azure Arc');
    if (isSet(env['IDENTITY_SERVER_THUMBPRINT']))
      throw unsupported('IDENTITY_SERVER_THUMBPRINT is set, as on Service Fabric');
    return {
      ...common,
      url: `${endpoint}?${query('2019-08-01')}`,
      urlFrom: 'IDENTITY_ENDPOINT',
      headers: { 'x-identity-header': secret },
    };
  }
  const host = env['AZURE_POD_IDENTITY_AUTHORITY_HOST'];
  return {
    ...common,
    url: `${isSet(host) ? host.replace(/\/+$/, '') : machineHost}/metadata/identity/oauth2/token?${query('2018-02-01')}`,
    urlFrom: 'AZURE_POD_IDENTITY_AUTHORITY_HOST',
    headers: { metadata: 'true' },
  };
}

/** An empty variable says as little as one that is not there. */
function isSet(variable: string | undefined): variable is string {
  return variable !== undefined && variable !== '';
}

function unsupported(found: string): RenewalFailure {
  return new RenewalFailure(
    'unsupported',
    `${found}: its managed identities are not supported; use client_secret or workload_identity`,
    { isLasting: true },
  );
}
