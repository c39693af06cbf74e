/** A certified OpenID provider (`oidc-provider`) on loopback: the judge of what is sent to token endpoints. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK } from 'jose';
import { Provider } from 'oidc-provider';
import type { Owner } from './serve.ts';

/** The secret of the clients `basic:client` (`client_secret_basic`) and `post client` (`client_secret_post`). */
export const clientSecret = 'canary secret: with/all+sorts&of=signs%20';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** PEM (PKCS #8). */
export function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** The keys of the clients `rs256`, `ps256` and `es256` (`private_key_jwt`), as PEM. */
export const clientKeys = {
  RS256: { keyId: 'rsa-1', key: pemOf(rsa.privateKey) },
  PS256: { keyId: 'rsa-1', key: pemOf(rsa.privateKey) },
  ES256: { keyId: 'ec-1', key: pemOf(ec.privateKey) },
} as const;

export interface IdentityProvider {
  readonly issuer: string;
  readonly tokenUrl: string;
  /** POSTs to it so far. */
  readonly tokenRequests: () => number;
}

/** Its scopes are `llm.invoke`, and `llm.admin`, which no client may have. */
export async function startIdentityProvider(owner: Owner, lifetimeS = 600): Promise<IdentityProvider> {
  let asked = 0;
  const server = createServer((request) => {
    if (request.method === 'POST') asked += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  owner.after(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const jwks = {
    keys: [
      { ...(await exportJWK(rsa.publicKey)), kid: 'rsa-1' },
      { ...(await exportJWK(ec.publicKey)), kid: 'ec-1' },
    ],
  };
  const signing = (algorithm: string) =>
    client(algorithm.toLowerCase(), 'private_key_jwt', { jwks, token_endpoint_auth_signing_alg: algorithm });
  const provider = new Provider(issuer, {
    clients: [
      client('basic:client', 'client_secret_basic', { client_secret: clientSecret }),
      client('post client', 'client_secret_post', { client_secret: clientSecret }),
      ...Object.keys(clientKeys).map(signing),
    ],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    scopes: ['llm.invoke', 'llm.admin'],
    ttl: { ClientCredentials: lifetimeS },
    cookies: { keys: ['nobody signs in'] },
    jwks: { keys: [{ ...(await exportJWK(rsa.privateKey)), use: 'sig' }] },
  });
  server.on('request', provider.callback());
  return { issuer, tokenUrl: `${issuer}/token`, tokenRequests: () => asked };
}

function client(id: string, method: string, more: object): object {
  return {
    client_id: id,
    scope: 'llm.invoke',
    token_endpoint_auth_method: method,
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    ...more,
  };
}
