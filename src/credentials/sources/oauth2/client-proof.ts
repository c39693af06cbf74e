import { randomUUID } from 'node:crypto';
import type { Oauth2Source } from '../../../config/types/credentials.ts';
import { clientAssertionType } from '../oauth-names.ts';
import { readTokenFile } from '../secret-file.ts';
import { signedJwt } from '../signed-jwt.ts';
import { basicAuthorization } from './basic-authorization.ts';

/** The part of a request that identifies the client. */
export interface ShownProof {
  readonly fields: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

/** As long as a request may take, and some: it is made for one request. */
const assertionLifeS = 300;

/**
 * @param nowMs milliseconds since the epoch
 * @throws RenewalFailure where a file or a key is none
 */
export async function showProof({ client, clientId }: Oauth2Source, nowMs: number): Promise<ShownProof> {
  const id = clientId === undefined ? {} : { client_id: clientId };
  switch (client.kind) {
    case 'none':
      return { fields: id, headers: {}, secrets: [] };
    case 'secret': {
      const { secret } = client;
      if (client.in === 'body')
        return { fields: { ...id, client_secret: secret }, headers: {}, secrets: [secret] };
      const authorization = basicAuthorization(clientId ?? '', secret);
      return { fields: {}, headers: { authorization }, secrets: [secret] };
    }
    case 'private_key': {
      const { key, keyId, algorithm, audience } = client;
      const issuedAt = Math.floor(nowMs / 1000);
      const assertion = await signedJwt({
        algorithm,
        keyId,
        key,
        keyFrom: 'private_key',
        claims: {
          iss: clientId ?? '',
          sub: clientId ?? '',
          aud: audience,
          jti: randomUUID(),
          iat: issuedAt,
          exp: issuedAt + assertionLifeS,
        },
      });
      return byAssertion(id, assertion);
    }
    case 'federated':
      return byAssertion(id, await readTokenFile(client.file));
  }
}

function byAssertion(id: Readonly<Record<string, string>>, assertion: string): ShownProof {
  return {
    fields: { ...id, client_assertion_type: clientAssertionType, client_assertion: assertion },
    headers: {},
    secrets: [assertion],
  };
}
