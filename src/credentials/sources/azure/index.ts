import type { AzureSource } from '../../../config/types/credentials.ts';
import { ask, type Question } from '../ask.ts';
import { clientAssertionType } from '../oauth-names.ts';
import { readTokenFile } from '../secret-file.ts';
import { RenewalFailure, type Renewed } from '../source.ts';
import { processEnvironment, type SourceEnvironment } from '../source-environment.ts';
import { tokenOf } from '../token-answer.ts';
import { managedIdentityQuestion } from './managed-identity.ts';

/** Asks Entra for a token, or the platform for the one of its managed identity. */
export async function renewAzure(
  source: AzureSource,
  signal: AbortSignal,
  { env, now }: SourceEnvironment = processEnvironment,
): Promise<Renewed> {
  const question = await questionFor(source, env);
  const subject = source.clientId ?? 'managed identity of this machine';
  try {
    return tokenOf(await ask(question, signal), { nowMs: now(), subject });
  } catch (error) {
    if (source.identity.kind === 'managed_identity') throw withHint(error);
    throw error;
  }
}

async function questionFor(source: AzureSource, env: SourceEnvironment['env']): Promise<Question> {
  const { identity, tenant = '', clientId = '', scope, authority } = source;
  const entra = (proof: Readonly<Record<string, string>>, secret: string): Question => ({
    method: 'POST',
    url: `${authority}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`,
    urlFrom: 'authority',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      scope,
      ...proof,
    }).toString(),
    plainHttp: 'loopback',
    secrets: [secret],
  });
  switch (identity.kind) {
    case 'client_secret':
      return entra({ client_secret: identity.secret }, identity.secret);
    case 'workload_identity': {
      const assertion = await readTokenFile(identity.file);
      return entra({ client_assertion_type: clientAssertionType, client_assertion: assertion }, assertion);
    }
    case 'managed_identity':
      return managedIdentityQuestion(source, env);
  }
}

const hints: Readonly<Record<string, string>> = {
  unreachable:
    'is this an Azure machine, with a managed identity, and may this process reach its metadata server?',
  timeout: 'is this an Azure machine, and may this process reach its metadata server?',
  invalid_request: 'is a managed identity assigned to this machine, and is client_id that of one of them?',
};

/** A metadata server that is not there is no server that is down. */
function withHint(error: unknown): unknown {
  if (!(error instanceof RenewalFailure)) return error;
  const hint = hints[error.code];
  if (hint === undefined) return error;
  return new RenewalFailure(error.code, `${error.message}; ${hint}`, { isLasting: error.isLasting });
}
