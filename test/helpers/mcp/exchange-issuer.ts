/** A certified OpenID provider that exchanges tokens (RFC 8693): it authenticates the client, and this holds requests to the standard. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { errors, Provider } from 'oidc-provider';
import type { TestIssuer } from '../issuer.ts';
import type { Owner } from '../serve.ts';

export interface ExchangeIssuer {
  readonly tokenUrl: string;
  /** Subjects by the tokens that were given for them. */
  readonly given: Map<string, string>;
  /** The parameters of each exchange. */
  readonly asked: Readonly<Record<string, unknown>>[];
  /** The life of tokens from now on, in seconds. */
  lifeS: number;
  /** Answers all with this status; 0 for as usual. */
  status: number;
}

export const exchangeClient = { id: 'gateway', secret: 'canary client secret 0123456789' };

const grant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessToken = 'urn:ietf:params:oauth:token-type:access_token';

/** @param callers The issuer whose tokens it exchanges, but for those of the subject `banned`. */
export async function startExchangeIssuer(owner: Owner, callers: TestIssuer): Promise<ExchangeIssuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  owner.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: exchangeClient.id,
        client_secret: exchangeClient.secret,
        grant_types: [grant],
        redirect_uris: [],
        response_types: [],
      },
    ],
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['nobody signs in'] },
  });
  const keys = createRemoteJWKSet(new URL(`${callers.url}/keys`));
  const state: ExchangeIssuer = {
    tokenUrl: `${issuer}/token`,
    given: new Map(),
    asked: [],
    lifeS: 600,
    status: 0,
  };
  const parameters = ['subject_token', 'subject_token_type', 'audience', 'resource', 'scope'];
  provider.registerGrantType(
    grant,
    async (context: {
      oidc: { params: Record<string, string | undefined> };
      body: unknown;
      status: number;
    }) => {
      const { params } = context.oidc;
      state.asked.push({ ...params });
      if (params['subject_token_type'] !== 'urn:ietf:params:oauth:token-type:jwt')
        throw new errors.InvalidRequest('subject_token_type');
      if (params['audience'] !== 'https://tools.example.com') throw new errors.InvalidTarget();
      const { payload } = await jwtVerify(params['subject_token'] ?? '', keys, { issuer: callers.url }).catch(
        () => {
          throw new errors.InvalidGrant('subject_token');
        },
      );
      if (payload.sub === 'banned') throw new errors.InvalidGrant('banned');
      const token = randomBytes(24).toString('base64url');
      state.given.set(token, payload.sub!);
      const { lifeS } = state;
      context.body = {
        access_token: token,
        issued_token_type: accessToken,
        token_type: 'Bearer',
        expires_in: lifeS,
      };
    },
    parameters,
  );
  const usual = provider.callback();
  server.on('request', (request, response) => {
    if (state.status === 0) return void usual(request, response);
    response.writeHead(state.status).end();
  });
  return state;
}
