import type { ClaimCondition, IdentityRule } from '../config/types.ts';
import { compileGlobs } from '../lib/glob.ts';
import { isObject, type JsonObject } from '../lib/json.ts';

/** What a token says of whom it was given to. */
export type Claims = JsonObject;

/** Claims of OAuth whose text is a list with spaces in between (RFC 8693, 4.2; Entra's name for it). */
const spaced: ReadonlySet<string> = new Set(['scope', 'scp']);

/**
 * The value of a claim; undefined where there is none. Dots lead into objects. Names may hold dots themselves, as those of
 * Kubernetes do: at each step the longest name that is there counts.
 */
export function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
    const name = path.slice(0, end);
    if (!Object.hasOwn(claims, name)) continue;
    const inner = claims[name];
    return isObject(inner) ? claimAt(inner, path.slice(end + 1)) : undefined;
  }
  return undefined;
}

/** The texts that a condition on a claim is held against: of a list those of its entries. */
function textsOf(claims: Claims, path: string): readonly string[] {
  const value = claimAt(claims, path);
  if (typeof value === 'string' && spaced.has(path)) return value.split(' ').filter((text) => text !== '');
  return (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((entry) => {
    switch (typeof entry) {
      case 'string':
        return entry;
      case 'number':
      case 'boolean':
        return String(entry);
      default:
        return [];
    }
  });
}

/** Finds the first rule that takes a token, by its place; undefined where none does. */
export type FindRule = (claims: Claims) => number | undefined;

/** Makes the search through the rules of an issuer. */
export function ruleFinder(rules: readonly IdentityRule[]): FindRule {
  const compiled = rules.map(({ when }) => when.map(conditionMet));
  return (claims) => {
    const index = compiled.findIndex((conditions) => conditions.every((isMet) => isMet(claims)));
    return index === -1 ? undefined : index;
  };
}

function conditionMet({ claim, values }: ClaimCondition): (claims: Claims) => boolean {
  const matches = compileGlobs(values);
  return (claims) => textsOf(claims, claim).some(matches);
}
