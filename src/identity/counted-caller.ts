/** For whom the tokens of a rule are counted, where each value of a claim counts for itself. */
import { type Claims, claimAt } from '../lib/claims.ts';
import { shortName } from '../lib/short-name.ts';

/** One of those whom a key is counted for. */
export interface CountedCaller {
  /** The issuer and the claim: who has the same value there is somebody else elsewhere. Without spaces. */
  readonly by: string;
  /** Cut to what is kept of a name; empty where the token says nothing of it: all of those are one. */
  readonly value: string;
}

/** The name of the claim that tells callers apart, as in `by`. */
export function counterName(issuer: string, claim: string): string {
  return `${issuer}#${encodeURIComponent(claim)}`;
}

/** Makes what tells one caller from another by a claim. */
export function callerCounter(issuer: string, claim: string): (claims: Claims) => CountedCaller {
  const by = counterName(issuer, claim);
  return (claims) => ({ by, value: shortName(textOf(claimAt(claims, claim))) });
}

/** A list or an object counts as the whole that it is. */
function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return value === undefined || value === null ? '' : JSON.stringify(value);
  }
}
