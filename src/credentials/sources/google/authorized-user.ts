import { ask } from '../ask.ts';
import { type RenewedToken, tokenOf } from '../token-answer.ts';
import type { AuthorizedUserKey, GoogleKey } from './key.ts';
import type { Request } from './request.ts';

/** A token for a person who has signed in: its scopes are those that were agreed to then. */
export async function authorizedUserToken(
  { clientId, clientSecret, refreshToken, tokenUri, from }: GoogleKey & AuthorizedUserKey,
  { signal, now }: Request,
): Promise<RenewedToken> {
  const answer = await ask(
    {
      method: 'POST',
      url: tokenUri,
      urlFrom: `token_uri of ${from}`,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: clientId,
        client_secret: clientSecret,
        refresh_token: refreshToken,
      }).toString(),
      plainHttp: 'loopback',
      secrets: [clientSecret, refreshToken],
    },
    signal,
  );
  return tokenOf(answer, { nowMs: now(), subject: clientId });
}
