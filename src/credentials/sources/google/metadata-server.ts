import { ask } from '../ask.ts';
import { RenewalFailure } from '../source.ts';
import type { SourceEnvironment } from '../source-environment.ts';
import { type RenewedToken, tokenOf } from '../token-answer.ts';
import { type Request, scopesOf } from './request.ts';

const path = '/computeMetadata/v1/instance/service-accounts/default/token';

/** The token of the account that the machine, the pod or the service runs as. */
export async function metadataToken(
  env: SourceEnvironment['env'],
  { scope, signal, now }: Request,
): Promise<RenewedToken> {
  const host = env['GCE_METADATA_HOST'] || 'metadata.google.internal';
  const query = new URLSearchParams({ scopes: scopesOf(scope).join(',') });
  const answer = await ask(
    {
      method: 'GET',
      url: `http://${host}${path}?${query}`,
      urlFrom: 'GCE_METADATA_HOST',
      headers: { 'metadata-flavor': 'Google' },
      plainHttp: 'metadata',
      secrets: [],
    },
    signal,
  ).catch((error: unknown) => {
    throw withHint(error);
  });
  // Other servers there, such as a proxy, lack this header.
  if (answer.header('metadata-flavor') !== 'Google')
    throw new RenewalFailure(
      'invalid_answer',
      `${answer.from} answered ${answer.status} and is no metadata server of Google (no Metadata-Flavor)`,
    );
  if (answer.status === 404)
    throw new RenewalFailure(
      'not_found',
      `${answer.from} answered 404: no service account is attached to this machine, or not with these scopes`,
      { isLasting: true },
    );
  return tokenOf(answer, { nowMs: now(), subject: 'default service account of this machine' });
}

function withHint(error: unknown): unknown {
  if (!(error instanceof RenewalFailure) || !['unreachable', 'timeout'].includes(error.code)) return error;
  return new RenewalFailure(
    error.code,
    `${error.message}; is this a Google machine? Elsewhere set google.credentials or GOOGLE_APPLICATION_CREDENTIALS`,
  );
}
