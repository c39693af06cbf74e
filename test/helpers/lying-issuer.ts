/** An OpenID provider on loopback that sends what a test has it send: tokens and answers that a sound one never would. */
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, SignJWT } from 'jose';
import type { Owner } from './serve.ts';

const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const strange = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** What is not as it should be; absent for what is. */
export interface Lies {
  /** Claims of the token of identity; undefined takes one away. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly signature?: 'none' | 'of a stranger' | 'HMAC with the client secret' | 'cut';
  readonly userInfo?: Readonly<Record<string, unknown>>;
  /** Metadata; undefined takes a member away. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The whole answer of the token endpoint. */
  readonly tokenAnswer?: { readonly status: number; readonly body: unknown; readonly location?: string };
  readonly noIdToken?: boolean;
  readonly refreshToken?: string;
}

export interface LyingIssuer {
  readonly issuer: string;
  lies: Lies;
  /** The nonce of the login that is under way. */
  nonce: string;
  /** What came to the token endpoint. */
  readonly tokenRequests: URLSearchParams[];
}

/** @param client Its id and secret. */
export async function startLyingIssuer(
  owner: Owner,
  client: { readonly id: string; readonly secret: string },
): Promise<LyingIssuer> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  owner.after(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const self: LyingIssuer = { issuer, lies: {}, nonce: '', tokenRequests: [] };
  const json = (response: ServerResponse, body: unknown, status = 200, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { lies } = self;
    switch (new URL(request.url ?? '', issuer).pathname) {
      case '/.well-known/openid-configuration':
        return void json(response, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/jwks`,
          id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
          authorization_response_iss_parameter_supported: true,
          ...lies.metadata,
        });
      case '/jwks': {
        const key = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' };
        return void json(response, { keys: [key] });
      }
      case '/userinfo':
        return void json(response, { sub: 'ada', ...lies.userInfo });
      case '/token': {
        self.tokenRequests.push(new URLSearchParams(await text(request)));
        if (lies.tokenAnswer !== undefined) {
          const { status, body, location } = lies.tokenAnswer;
          return void json(response, body, status, location === undefined ? {} : { location });
        }
        const idToken = lies.noIdToken ? {} : { id_token: await idTokenOf(self, client) };
        return void json(response, {
          access_token: 'access',
          token_type: 'Bearer',
          expires_in: 60,
          ...(lies.refreshToken !== undefined && { refresh_token: lies.refreshToken }),
          ...idToken,
        });
      }
      default:
        response.writeHead(404).end();
    }
  }
  return self;
}

async function idTokenOf(
  { issuer, lies, nonce }: LyingIssuer,
  client: { readonly id: string; readonly secret: string },
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    aud: client.id,
    sub: 'ada',
    iat: now,
    exp: now + 300,
    nonce,
    groups: ['platform'],
    ...lies.claims,
  };
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  switch (lies.signature) {
    case 'none':
      return `${base64({ alg: 'none' })}.${base64(claims)}.`;
    case 'HMAC with the client secret': {
      const signed = `${base64({ alg: 'HS256' })}.${base64(claims)}`;
      return `${signed}.${createHmac('sha256', client.secret).update(signed).digest('base64url')}`;
    }
    default: {
      const key = lies.signature === 'of a stranger' ? strange.privateKey : own.privateKey;
      const token = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(key);
      return lies.signature === 'cut' ? `${token.slice(0, token.lastIndexOf('.'))}.` : token;
    }
  }
}
