/**
 * The OpenID provider as a client sees it: the code flow with PKCE, state and nonce (OpenID Connect Core, RFC 9700). What
 * comes from it is checked by `openid-client`, which is loaded when somebody first signs in.
 */
import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import type { OidcConfig } from '../../config/types/admin.ts';
import type { Claims } from '../../lib/claims.ts';
import type { Login } from './login-cookie.ts';
import { claimsOf } from './role-claims.ts';
import { SignInFault } from './sign-in-fault.ts';

type Library = typeof import('openid-client');
type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** The issuer's claims about a person. */
export interface Identity {
  readonly subject: string;
  /** Of both places. */
  readonly claims: Claims;
  /** Those of the ID token, which holds until another one comes. */
  readonly ofToken: Claims;
  /** To sign out with there. */
  readonly idToken: string | undefined;
  /** To ask again with; undefined where the issuer gives none. */
  readonly refreshToken: string | undefined;
}

interface Known {
  readonly library: Library;
  readonly configuration: Configuration;
  readonly at: number;
}

const limitSeconds = 5;
/** A sign-in later than this asks the issuer anew, and so notices an issuer that is down. */
const knownMs = 30_000;
/** No issuer has so much to say. */
const mostBytes = 1024 * 1024;

export class Issuer {
  /** For people. */
  readonly name: string;
  readonly #config: OidcConfig;
  readonly #origin: () => string;
  #known: Promise<Known> | undefined;

  /** @param origin Where browsers find the listener. */
  constructor(config: OidcConfig, origin: () => string) {
    this.#config = config;
    this.#origin = origin;
    this.name = new URL(config.issuer).host;
  }

  /** The address for a browser that signs in, and the data to keep until it returns. Throws a SignInFault. */
  async begin(returnTo: string): Promise<{ readonly location: string; readonly login: Login }> {
    const { library, configuration } = await this.#ask();
    const verifier = library.randomPKCECodeVerifier();
    const login = { state: library.randomState(), nonce: library.randomNonce(), verifier, returnTo };
    const location = library.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: this.#config.scopes.join(' '),
      state: login.state,
      nonce: login.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { location: location.href, login };
  }

  /** The person behind an answer of the issuer. Throws a SignInFault. */
  async finish(answer: URLSearchParams, login: Login): Promise<Identity> {
    const known = await this.#ask();
    const { library, configuration } = known;
    try {
      const tokens = await library.authorizationCodeGrant(
        configuration,
        new URL(`${this.#redirectUri}?${answer}`),
        {
          expectedState: login.state,
          expectedNonce: login.nonce,
          pkceCodeVerifier: login.verifier,
          idTokenExpected: true,
        },
      );
      const own = tokens.claims()!;
      const claims = claimsOf(own, await userInfo(known, tokens, own.sub));
      const { id_token: idToken, refresh_token: refreshToken } = tokens;
      return { subject: own.sub, claims, ofToken: own, idToken, refreshToken };
    } catch (error) {
      throw faultOf(error, library);
    }
  }

  /** The same person as the issuer knows them now. Throws a SignInFault: `refused` where they are known no more. */
  async again(before: Identity): Promise<Identity> {
    const known = await this.#ask();
    const { library, configuration } = known;
    try {
      const tokens = await library.refreshTokenGrant(configuration, before.refreshToken!);
      const own = tokens.claims();
      if (own !== undefined && own.sub !== before.subject) {
        throw new SignInFault('refused', 'the issuer answered with another person');
      }
      const ofToken = own ?? before.ofToken;
      // Claims that are missing in this answer no longer hold, even if an earlier answer had them.
      const claims = claimsOf(ofToken, await userInfo(known, tokens, before.subject));
      return {
        subject: before.subject,
        claims,
        ofToken,
        idToken: tokens.id_token ?? before.idToken,
        refreshToken: tokens.refresh_token ?? before.refreshToken,
      };
    } catch (error) {
      throw faultOf(error, library);
    }
  }

  /** The address for signing out at the issuer; undefined without one or while the issuer can't be asked. */
  async endSessionUrl({ idToken }: Identity): Promise<string | undefined> {
    const known = await this.#ask().catch(() => undefined);
    if (known?.configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    const { library, configuration } = known;
    return library.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: `${this.#origin()}/dashboard`,
      ...(idToken === undefined ? {} : { id_token_hint: idToken }),
    }).href;
  }

  /** True if the issuer answers now; null if that takes longer than a page waits. */
  answers(withinMs: number): Promise<boolean | null> {
    const late = new Promise<null>((resolve) => setTimeout(resolve, withinMs, null).unref());
    const asked = this.#ask().then(
      () => true,
      () => false,
    );
    return Promise.race([asked, late]);
  }

  get #redirectUri(): string {
    return `${this.#origin()}/dashboard/callback`;
  }

  async #ask(): Promise<Known> {
    const before = this.#known;
    const known = await before?.catch(() => undefined);
    if (known !== undefined && performance.now() - known.at < knownMs) return known;
    // Concurrent callers share the request of the first one.
    if (this.#known === before) this.#known = this.#discover();
    return this.#known!;
  }

  async #discover(): Promise<Known> {
    const { issuer, clientId, clientSecret } = this.#config;
    const library = await import('openid-client');
    try {
      const found = await library.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        timeout: limitSeconds,
        [library.customFetch]: boundedFetch,
        execute: insecure(issuer, library),
      });
      const server = found.serverMetadata();
      const configuration = new library.Configuration(
        server,
        clientId,
        clientSecret,
        clientAuthentication(library, server.token_endpoint_auth_methods_supported, clientSecret),
      );
      configuration.timeout = limitSeconds;
      configuration[library.customFetch] = boundedFetch;
      for (const set of insecure(issuer, library)) set(configuration);
      // Signatures are checked though the connection vouches for them: on loopback it may have no TLS.
      library.enableNonRepudiationChecks(configuration);
      return { library, configuration, at: performance.now() };
    } catch (error) {
      throw new SignInFault('issuer_unavailable', `the issuer can't be asked: ${reasonOf(error)}`);
    }
  }
}

/** By configuration `http://` is one of loopback. */
function insecure(issuer: string, { allowInsecureRequests }: Library): Library['allowInsecureRequests'][] {
  return issuer.startsWith('http:') ? [allowInsecureRequests] : [];
}

/** The method that the issuer supports; Basic if it lists none (OpenID Connect Discovery, 3). */
function clientAuthentication(
  library: Library,
  supported: readonly string[] = ['client_secret_basic'],
  secret: string,
): ReturnType<Library['ClientSecretBasic']> {
  if (supported.includes('client_secret_basic')) return library.ClientSecretBasic(secret);
  return library.ClientSecretPost(secret);
}

/** Most issuers keep groups out of the token of identity. */
async function userInfo(
  { library, configuration }: Known,
  { access_token }: Tokens,
  subject: string,
): Promise<Claims> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return library.fetchUserInfo(configuration, access_token, subject);
}

/** Reads an answer whole, up to a bound. */
async function boundedFetch(url: string, options: Parameters<typeof fetch>[1] | object): Promise<Response> {
  const init = options as RequestInit;
  const headers = new Headers(init.headers);
  headers.set('accept-encoding', 'identity');
  // `fetch` unpacks an answer that is compressed anyway, and the bound applies to the unpacked bytes.
  const response = await fetch(url, { ...init, headers });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > mostBytes) throw new Error('the answer is larger than 1 MiB');
    chunks.push(chunk);
  }
  const isEmpty = [101, 204, 205, 304].includes(response.status);
  return new Response(isEmpty ? null : Buffer.concat(chunks), {
    status: response.status,
    headers: response.headers,
  });
}

function faultOf(error: unknown, library: Library): SignInFault {
  if (error instanceof SignInFault) return error;
  const reason = reasonOf(error);
  if (error instanceof library.AuthorizationResponseError) {
    return new SignInFault('refused', `the issuer refused: ${reason}`);
  }
  if (error instanceof library.ResponseBodyError) {
    return error.error === 'invalid_grant'
      ? new SignInFault('refused', `the issuer refused: ${reason}`)
      : new SignInFault('client_refused', `the issuer does not serve this client: ${reason}`);
  }
  if (error instanceof library.WWWAuthenticateChallengeError) {
    return new SignInFault('client_refused', 'the issuer does not take what proves that it is this client');
  }
  if (isOutOfReach(error))
    return new SignInFault('issuer_unavailable', `the issuer does not answer: ${reason}`);
  return new SignInFault('not_valid', `the answer does not hold: ${reason}`);
}

/** No answer, or one that says that there is none. */
function isOutOfReach(error: unknown): boolean {
  const { code, cause, name } = error as { code?: unknown; cause?: unknown; name?: unknown };
  if (cause instanceof Response) return cause.status >= 500;
  return (
    error instanceof TypeError ||
    name === 'TimeoutError' ||
    code === 'OAUTH_TIMEOUT' ||
    (cause instanceof Error && isOutOfReach(cause))
  );
}

/** The library's own words, or the issuer's code: never what it describes, which may be anything. */
function reasonOf(error: unknown): string {
  const { error: code, message } = error as { error?: unknown; message?: unknown };
  if (typeof code === 'string') return code.replace(/[^\w.-]/g, '').slice(0, 64);
  return typeof message === 'string' ? message.slice(0, 200) : 'unknown';
}
