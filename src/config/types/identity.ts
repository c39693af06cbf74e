/** The ways in beside secrets. */
export interface IdentityConfig {
  /** This gateway's name as a protected resource (RFC 9728); undefined if it publishes none. */
  readonly resource: string | undefined;
  /** By the name that the file gives them. */
  readonly issuers: ReadonlyMap<string, IssuerConfig>;
}

/** The algorithms that a token may be signed with: none of them knows a secret that is shared. */
export const tokenAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

export type TokenAlgorithm = (typeof tokenAlgorithms)[number];

/** The source of an issuer's signing keys. */
export type KeySetSource =
  /** Its OpenID Connect discovery document names them. */
  | { readonly kind: 'discovery'; readonly issuer: string }
  | { readonly kind: 'url'; readonly url: string }
  /** An absolute path. */
  | { readonly kind: 'file'; readonly file: string };

export interface IssuerConfig {
  readonly name: string;
  /** The `iss` of its tokens, to the letter. */
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly keySet: KeySetSource;
  readonly algorithms: readonly TokenAlgorithm[];
  readonly clockSkewMs: number;
  /** The first that matches counts. */
  readonly rules: readonly IdentityRule[];
}

export interface IdentityRule {
  /** All of them have to hold; none takes every token. */
  readonly when: readonly ClaimCondition[];
  /** The id of the key that its tokens lead to. */
  readonly key: string;
  /** The claim each of whose values counts for itself under the rule of the key; undefined where all count as one. */
  readonly each: string | undefined;
}

export interface ClaimCondition {
  /** The claim; dots lead into objects. */
  readonly claim: string;
  /** Values and patterns, one of which has to match. */
  readonly values: readonly string[];
}
