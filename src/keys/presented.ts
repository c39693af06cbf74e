/** The headers of a request in which a secret may stand. */
export interface CredentialHeaders {
  readonly authorization: string | undefined;
  /** How often Authorization was sent: the parsed headers keep one of several. */
  readonly authorizationCount: number;
  /** `x-api-key` where the path takes it, else undefined. */
  readonly apiKey: string | undefined;
}

/** What a request showed: nothing, something that can't be a key, or a secret to look up. */
export type Presented =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid' }
  /** A secret in either header, and not the same. */
  | { readonly kind: 'several' };

const longestHeader = 512;
const missing: Presented = { kind: 'missing' };
const invalid: Presented = { kind: 'invalid' };
const several: Presented = { kind: 'several' };

// Visible ASCII but for the comma, with which a proxy joins two headers into one.
const bearer = /^bearer +([!-+\--~]+)$/i;
/** A program whose key is not set sends these: an empty credential is none. */
const empty = /^(?:bearer)? *$/i;
const bare = /^[!-+\--~]+$/;

/**
 * The secret that a request presents, checked for its form alone: `Authorization: Bearer SECRET` (RFC 6750, the
 * scheme in any case) or `x-api-key: SECRET`. Where both stand they must agree: choosing one could serve a
 * client with rights that something in front of us did not check.
 */
export function presentedSecret({ authorization, authorizationCount, apiKey }: CredentialHeaders): Presented {
  if (authorizationCount > 1) return invalid;
  const hasKey = apiKey !== undefined && apiKey !== '';
  if (authorization === undefined || empty.test(authorization)) {
    return hasKey ? secretIn(bare, apiKey) : missing;
  }
  const fromBearer = secretIn(bearer, authorization);
  if (!hasKey || fromBearer.kind !== 'secret') return fromBearer;
  return fromBearer.secret === apiKey ? fromBearer : several;
}

function secretIn(form: RegExp, value: string): Presented {
  if (value.length > longestHeader) return invalid;
  const match = form.exec(value);
  return match === null ? invalid : { kind: 'secret', secret: match[1] ?? match[0] };
}
