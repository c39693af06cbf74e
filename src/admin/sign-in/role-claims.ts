import { type ClaimConditions, type Claims, claimTest } from '../../lib/claims.ts';

/**
 * Makes the test whether somebody has a role. An `email` that nobody has verified is none: at many issuers everybody can
 * write the address of somebody else there (OpenID Connect Core, 5.7).
 */
export function roleTest(conditions: ClaimConditions): (claims: Claims) => boolean {
  const tests = Object.entries(conditions).map(([name, globs]) => claimTest(name, globs));
  const needsVerified = Object.hasOwn(conditions, 'email');
  return (claims) =>
    !(needsVerified && claims['email_verified'] !== true) && tests.every((isMet) => isMet(claims));
}

/** The claims of an ID token and of userinfo. An address is verified where the place that names it says so. */
export function claimsOf(ofToken: Claims, info: Claims): Claims {
  const { email_verified: isVerified, ...claims } = { ...ofToken, ...info };
  const named = Object.hasOwn(info, 'email') ? info : Object.hasOwn(ofToken, 'email') ? ofToken : undefined;
  const verified = named === undefined ? isVerified : named['email_verified'];
  return verified === undefined ? claims : { ...claims, email_verified: verified };
}
