/** A certified OpenID provider (`oidc-provider`) on loopback at which people sign in by their name alone. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK } from 'jose';
import { Provider } from 'oidc-provider';
import type { Owner } from './serve.ts';

export const dashboardClient = { id: 'gateway', secret: 'canary secret of the dashboard: with/all&sorts' };

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** What the issuer says of a person, beside who they are. */
export type PersonClaims = Readonly<Record<string, unknown>>;

export interface PeopleIssuer {
  readonly issuer: string;
  /** By their name, which is their subject; whoever is taken out is known no more. */
  readonly people: Map<string, PersonClaims>;
  /** Paths that were asked for so far, with their methods. */
  readonly asked: readonly string[];
  /** Nothing listens any more. */
  stop(): Promise<void>;
  /** It listens again, at the same place. */
  start(): Promise<void>;
}

interface IssuerOptions {
  /** Of the gateway. */
  readonly origin: string;
  readonly givesRefreshTokens?: boolean;
}

/** Ends with its owner. */
export async function startPeopleIssuer(
  owner: Owner,
  { origin, givesRefreshTokens = true }: IssuerOptions,
): Promise<PeopleIssuer> {
  const people = new Map<string, PersonClaims>();
  const asked: string[] = [];
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  let server: Server;
  const listen = async (port: number) => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${new URL(request.url ?? '', 'http://host').pathname}`);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  const port = await listen(0);
  owner.after(async () => void (server.listening && (await stop())));
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: dashboardClient.id,
        client_secret: dashboardClient.secret,
        grant_types: ['authorization_code', ...(givesRefreshTokens ? ['refresh_token'] : [])],
        redirect_uris: [`${origin}/dashboard/callback`],
        post_logout_redirect_uris: [`${origin}/dashboard`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'groups', 'offline_access'],
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource: (ctx: { body: string }, form: string) => {
          ctx.body = `<title>Issuer</title>${form}<button form="op.logoutForm" name="logout" value="yes">Yes</button>`;
        },
      },
    },
    issueRefreshToken: async () => givesRefreshTokens,
    findAccount: async (_: unknown, sub: string) =>
      people.has(sub) ? { accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) } : undefined,
    interactions: { url: () => '/sign-in-here' },
    loadExistingGrant: async ({ oidc }: GrantContext) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile groups offline_access');
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the tests'] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      RefreshToken: 7200,
      Interaction: 600,
      Session: 600,
      Grant: 7200,
    },
    jwks: { keys: [{ ...(await exportJWK(rsa.privateKey)), use: 'sig', kid: 'people-1' }] },
  });
  const standard = provider.callback();
  answer = (request, response) => {
    if (!request.url?.startsWith('/sign-in-here')) return standard(request, response);
    void signInPage(provider, request, response).catch((error: unknown) => response.end(String(error)));
  };
  return {
    issuer,
    people,
    asked,
    stop,
    async start() {
      await listen(port);
    },
  };
}

interface GrantContext {
  readonly oidc: {
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
  };
}

async function signInPage(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') {
    const accountId = new URLSearchParams(await text(request)).get('name') ?? '';
    return provider.interactionFinished(request, response, { login: { accountId } });
  }
  response.setHeader('content-type', 'text/html');
  response.end(
    '<title>Issuer</title><form method="post"><label>Name <input name="name"></label><button>Go</button></form>',
  );
}

/** A browser without a screen: keeps cookies by host, and goes where it is sent. */
export class PlainBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** One request; no redirect is followed. */
  async get(url: string, init: RequestInit = {}): Promise<Response> {
    const { host } = new URL(url);
    const own = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, own);
    const cookie = [...own].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie === '' ? {} : { cookie }), ...init.headers },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '' || /max-age=0/i.test(set)) own.delete(name);
      else own.set(name, value);
    }
    return response;
  }

  cookie(url: string, name: string): string | undefined {
    return this.#cookies.get(new URL(url).host)?.get(name);
  }

  setCookie(url: string, name: string, value: string): void {
    this.#cookies.get(new URL(url).host)!.set(name, value);
  }

  /** Signs in at the issuer under a name; what comes back is where it sends the browser then. */
  async passIssuer(location: string, name: string): Promise<string> {
    let at = location;
    for (let steps = 0; steps < 10; steps += 1) {
      const isForm = new URL(at).pathname === '/sign-in-here';
      const response = await this.get(
        at,
        isForm ? { method: 'POST', body: new URLSearchParams({ name }) } : {},
      );
      const next = response.headers.get('location');
      if (next === null) throw new Error(`the issuer answered ${response.status}: ${await response.text()}`);
      at = new URL(next, at).href;
      if (new URL(at).pathname === '/dashboard/callback') return at;
    }
    throw new Error('the issuer goes round in circles');
  }
}
