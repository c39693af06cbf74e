import { ask } from '../ask.ts';
import { tokenExchangeGrant } from '../oauth-names.ts';
import { type RenewedToken, tokenOf } from '../token-answer.ts';
import { impersonatedToken } from './impersonate.ts';
import type { ExternalAccountKey, GoogleKey } from './key.ts';
import { iamScope, type Request } from './request.ts';
import { subjectToken } from './subject-token.ts';

/** A token for whom another identity provider vouches (RFC 8693), or for the account that this one may impersonate. */
export async function externalAccountToken(
  key: GoogleKey & ExternalAccountKey,
  request: Request,
): Promise<RenewedToken> {
  const { impersonation, from } = key;
  if (impersonation === undefined) return federatedToken(key, request);
  const federated = await federatedToken(key, { ...request, scope: iamScope });
  return impersonatedToken(
    {
      url: impersonation.url,
      urlFrom: `service_account_impersonation_url of ${from}`,
      lifetimeS: impersonation.lifetimeS,
      subject: /\/serviceAccounts\/([^/:]+):/.exec(impersonation.url)?.[1] ?? federated.subject,
    },
    federated,
    request,
  );
}

async function federatedToken(key: GoogleKey & ExternalAccountKey, request: Request): Promise<RenewedToken> {
  const { audience, client, from, subjectTokenType, tokenUrl, workforceProject } = key;
  const { scope, signal, now } = request;
  const token = await subjectToken(key.subjectToken, from, request);
  // As Google's own libraries write it: what stands in ids and secrets of theirs needs no encoding.
  const basic = client && Buffer.from(`${client.id}:${client.secret}`).toString('base64');
  const answer = await ask(
    {
      method: 'POST',
      url: tokenUrl,
      urlFrom: `token_url of ${from}`,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        ...(basic !== undefined && { authorization: `Basic ${basic}` }),
      },
      body: new URLSearchParams({
        grant_type: tokenExchangeGrant,
        audience,
        scope,
        requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        subject_token: token,
        subject_token_type: subjectTokenType,
        // The project that pays for the quota without a client.
        ...(workforceProject !== undefined &&
          client === undefined && { options: JSON.stringify({ userProject: workforceProject }) }),
      }).toString(),
      plainHttp: 'loopback',
      secrets: [token, ...(client === undefined ? [] : [client.secret])],
    },
    signal,
  );
  return tokenOf(answer, { nowMs: now(), subject: audience });
}
