/** The key for the claims of a token, without the token itself: for tests, explanations, comparisons. */
import type { IdentityConfig, IssuerConfig } from '../config/types/identity.ts';
import type { Claims } from '../lib/claims.ts';
import { ruleFinder } from './claims.ts';

export type Lead =
  /** `rule` counts from 1. */
  | { readonly kind: 'key'; readonly key: string; readonly issuer: string; readonly rule: number }
  /** The reason that the log would give for such a token. */
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Takes the claims for those of a token that is sound, and was checked. Without `iss` they are of the only issuer there is;
 * without `aud` they are for whatever is asked.
 *
 * @param lacks The reason why a token for some audiences doesn't open that, as the continuation of "and"
 */
export function leadOf(
  { issuers }: IdentityConfig,
  claims: Claims,
  lacks: (audiences: readonly string[]) => string | undefined = () => undefined,
): Lead {
  const issuer = issuerOf([...issuers.values()], claims);
  if (issuer === undefined) return refused('no issuer of the file has this `iss`');
  const { aud } = claims;
  const audiences: readonly unknown[] =
    aud === undefined ? issuer.audiences : Array.isArray(aud) ? aud : [aud];
  if (!audiences.some((one) => issuer.audiences.some((own) => own === one)))
    return refused(`the issuer "${issuer.name}" has another \`audience\``);
  const missing =
    aud === undefined ? undefined : lacks(issuer.audiences.filter((own) => audiences.includes(own)));
  if (missing !== undefined) return refused(missing);
  const index = ruleFinder(issuer.rules)(claims);
  if (index === undefined) return refused(`no rule of the issuer "${issuer.name}" takes them`);
  return { kind: 'key', key: issuer.rules[index]!.key, issuer: issuer.name, rule: index + 1 };
}

/** The missing part of claims that can't be judged, as a sentence; undefined for none. */
export function claimsFault({ issuers }: IdentityConfig, claims: Claims): string | undefined {
  if (issuers.size === 0) return 'the file has no issuers in `identity` that claims could be of';
  if (claims['iss'] !== undefined || issuers.size === 1) return undefined;
  const all = [...issuers.values()].map(({ issuer }) => JSON.stringify(issuer)).join(', ');
  return `the claims need an "iss", since there are several issuers: ${all}`;
}

function issuerOf(issuers: readonly IssuerConfig[], { iss }: Claims): IssuerConfig | undefined {
  if (iss === undefined && issuers.length === 1) return issuers[0];
  return issuers.find(({ issuer }) => issuer === iss);
}

function refused(why: string): Lead {
  return { kind: 'refused', why };
}
