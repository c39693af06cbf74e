import { compileGlobs } from './glob.ts';

/** Claims that all have to hold, by their name: the globs of which one has to match. */
export type ClaimConditions = Readonly<Record<string, readonly string[]>>;

/** What a token or an issuer says of somebody. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Whether conditions hold for claims. A list holds where one of its values does. A name is that of a claim, or else a
 * way into one with dots, such as `realm_access.roles`. An `email` that nobody has verified is none: at many issuers
 * everybody can write the address of somebody else there (OpenID Connect Core, 5.7).
 */
export function claimsMatcher(conditions: ClaimConditions): (claims: Claims) => boolean {
  const tests = Object.entries(conditions).map(([name, globs]) => ({ name, matches: compileGlobs(globs) }));
  return (claims) =>
    tests.every(({ name, matches }) => {
      if (name === 'email' && claims['email_verified'] !== true) return false;
      return textsOf(claimAt(claims, name)).some(matches);
    });
}

function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const step of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Claims)[step];
  }
  return value;
}

function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textOf(item));
  return textOf(value);
}

function textOf(value: unknown): readonly string[] {
  return ['string', 'number', 'boolean'].includes(typeof value) ? [String(value)] : [];
}
