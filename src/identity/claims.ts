import type { IdentityRule } from '../config/types/identity.ts';
import { type Claims, claimTest } from '../lib/claims.ts';

/** Finds the first rule that takes a token, by its place; undefined where none does. */
export type FindRule = (claims: Claims) => number | undefined;

/** Makes the search through the rules of an issuer. */
export function ruleFinder(rules: readonly IdentityRule[]): FindRule {
  const compiled = rules.map(({ when }) => when.map(({ claim, values }) => claimTest(claim, values)));
  return (claims) => {
    const index = compiled.findIndex((conditions) => conditions.every((isMet) => isMet(claims)));
    return index === -1 ? undefined : index;
  };
}
