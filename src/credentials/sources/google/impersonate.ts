import { ask } from '../ask.ts';
import { type RenewedToken, tokenOf } from '../token-answer.ts';
import { type Request, scopesOf } from './request.ts';

export interface Impersonation {
  readonly url: string;
  readonly urlFrom: string;
  readonly lifetimeS: number;
  readonly subject: string | undefined;
}

/**
 * A token for a service account, made with one that may act for it (iamcredentials, generateAccessToken).
 *
 * @param by a token with `iamScope`
 */
export async function impersonatedToken(
  { url, urlFrom, lifetimeS, subject }: Impersonation,
  by: RenewedToken,
  { scope, signal, now }: Request,
): Promise<RenewedToken> {
  const answer = await ask(
    {
      method: 'POST',
      url,
      urlFrom,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${by.value.token}`,
      },
      body: JSON.stringify({ scope: scopesOf(scope), lifetime: `${lifetimeS}s` }),
      plainHttp: 'loopback',
      secrets: [],
    },
    signal,
  );
  return tokenOf(answer, { nowMs: now(), subject, name: 'accessToken' });
}
