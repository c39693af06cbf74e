/** A certified OpenID provider gives services their tokens, rotates its keys and goes away, under traffic. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { exportJWK, type JWK } from 'jose';
import { Provider } from 'oidc-provider';
import { until } from '../../helpers/gate.ts';
import { audience } from '../../helpers/issuer.ts';
import { hello, liveText } from '../../helpers/live.ts';
import { serve } from '../../helpers/serve.ts';

class RealIssuer {
  readonly url: string;
  readonly #port: number;
  #server: Server;
  #keys: JWK[] = [];
  #handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};

  private constructor(server: Server) {
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    this.url = `http://127.0.0.1:${this.#port}`;
    this.#serve();
  }

  static async start(t: TestContext): Promise<RealIssuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = new RealIssuer(server);
    t.after(() => issuer.leave());
    await issuer.rotate();
    return issuer;
  }

  /** Signs with a new key from now on, and publishes those before beside it. */
  async rotate(): Promise<void> {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = {
      ...(await exportJWK(privateKey)),
      kid: `key-${this.#keys.length + 1}`,
      use: 'sig',
      alg: 'ES256',
    };
    this.#keys = [jwk, ...this.#keys];
    const scope = 'llm.use';
    const provider = new Provider(this.url, {
      clients: [
        {
          client_id: 'search',
          client_secret: 'a-secret-of-the-issuer',
          grant_types: ['client_credentials'],
          id_token_signed_response_alg: 'ES256',
          response_types: [],
          redirect_uris: [],
          scope,
        },
      ],
      scopes: [scope],
      features: {
        clientCredentials: { enabled: true },
        devInteractions: { enabled: false },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: () => ({
            scope,
            audience,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'ES256' } },
          }),
        },
      },
      cookies: { keys: ['nobody signs in'] },
      jwks: { keys: this.#keys },
    } as never);
    this.#handle = provider.callback();
  }

  /** A token as a service gets it. */
  async token(): Promise<string> {
    const answer = await fetch(`${this.url}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('search:a-secret-of-the-issuer')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'llm.use', resource: audience }),
    });
    const text = await answer.text();
    const { access_token: token } = JSON.parse(text) as { access_token?: string };
    assert.ok(token, text);
    return token;
  }

  async leave(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async comeBack(): Promise<void> {
    this.#server = createServer();
    this.#serve();
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
  }

  #serve(): void {
    this.#server.on('request', (request, response) => this.#handle(request, response));
  }
}

test('services of a real issuer are served while it rotates its keys and while it is away', async (t) => {
  const issuer = await RealIssuer.start(t);
  const served = await serve(
    t,
    liveText({
      keys: '{ service: {} }',
      more: `identity: { issuers: { real: { issuer: "${issuer.url}", audience: "${audience}", rules: [ { when: { client_id: search, scope: llm.use }, key: service } ] } } }`,
    }),
  );
  const tokens = [await issuer.token()];
  const statuses = new Map<number, number>();
  let isOver = false;
  const traffic = Array.from({ length: 4 }, async (_, index) => {
    for (let turn = index; !isOver; turn += 1) {
      const key = tokens[turn % tokens.length]!;
      const { status } = await served.call('/v1/chat/completions', { key, body: hello });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  const more = async (requests: number) => {
    const before = statuses.get(200) ?? 0;
    await until(() => (statuses.get(200) ?? 0) >= before + requests, 'requests are served', 30_000);
  };
  await more(20);
  for (let rotation = 0; rotation < 2; rotation += 1) {
    await issuer.rotate();
    tokens.push(await issuer.token());
    await more(20);
  }
  tokens.push(await issuer.token());
  await issuer.leave();
  await more(40);
  await issuer.comeBack();
  await issuer.rotate();
  tokens.push(await issuer.token());
  await more(20);
  isOver = true;
  await Promise.all(traffic);
  assert.deepEqual([...statuses.keys()], [200], JSON.stringify([...statuses]));
});
