/** The claims of tokens and issuers about a person, and the matching of conditions against them. */
import { compileGlobs } from './glob.ts';
import { isObject } from './json.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** Claims that all have to hold, by their name: the globs of which one has to match. */
export type ClaimConditions = Readonly<Record<string, readonly string[]>>;

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

/** The texts that a claim comes to: of a list those of its entries, and none of what is neither text, number nor boolean. */
export function claimTexts(claims: Claims, path: string): readonly string[] {
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

/** Makes the test whether a claim, or of a list one of its entries, matches one of several globs. */
export function claimTest(path: string, globs: readonly string[]): (claims: Claims) => boolean {
  const matches = compileGlobs(globs);
  return (claims) => claimTexts(claims, path).some(matches);
}
