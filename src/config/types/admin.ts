import type { ClaimConditions } from '../../lib/claims.ts';
import type { Address, TlsConfig } from './listen.ts';

export interface AdminConfig {
  readonly address: Address;
  /** Absent only on loopback. */
  readonly tls: TlsConfig | undefined;
  readonly token: string | undefined;
  readonly readToken: string | undefined;
  /** Reads what `readToken` does, and contents that are kept. */
  readonly contentToken: string | undefined;
  /** The file that all of the token stands in, as the configuration names it; undefined where it does not. */
  readonly tokenFile: string | undefined;
  /** Undefined where people sign in with the token alone. */
  readonly oidc: OidcConfig | undefined;
}

/** Sign-in on the dashboard by OpenID Connect. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The listener's origin for browsers; undefined for its own address, which is of loopback then. */
  readonly url: string | undefined;
  readonly scopes: readonly string[];
  /** The longest duration of a sign-in. */
  readonly sessionMs: number;
  /** The claims that make a person one who may change things, */
  readonly adminClaims: ClaimConditions | undefined;
  /** and one who may look. */
  readonly readClaims: ClaimConditions | undefined;
  /** and one who may read contents, beside what they may else. */
  readonly contentClaims: ClaimConditions | undefined;
}
