import { ask } from '../ask.ts';
import { jwtBearerGrant } from '../oauth-names.ts';
import { signedJwt } from '../signed-jwt.ts';
import { type RenewedToken, tokenOf } from '../token-answer.ts';
import type { GoogleKey, ServiceAccountKey } from './key.ts';
import type { Request } from './request.ts';

/** As long as Google takes an assertion. */
const assertionLifeS = 3600;

/** A token for an account whose key is at hand: a JWT that it signs is exchanged for it (RFC 7523). */
export async function serviceAccountToken(
  key: GoogleKey & ServiceAccountKey,
  { scope, signal, now }: Request,
): Promise<RenewedToken> {
  const issuedAt = Math.floor(now() / 1000);
  const assertion = await signedJwt({
    algorithm: 'RS256',
    keyId: key.keyId,
    key: key.privateKey,
    keyFrom: `private_key of ${key.from}`,
    claims: {
      iss: key.email,
      scope,
      aud: key.tokenUri,
      iat: issuedAt,
      exp: issuedAt + assertionLifeS,
    },
  });
  const answer = await ask(
    {
      method: 'POST',
      url: key.tokenUri,
      urlFrom: `token_uri of ${key.from}`,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: jwtBearerGrant, assertion }).toString(),
      plainHttp: 'loopback',
      secrets: [assertion, key.privateKey],
    },
    signal,
  );
  return tokenOf(answer, { nowMs: now(), subject: key.email });
}
