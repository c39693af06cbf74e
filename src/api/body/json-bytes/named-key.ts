/** Compares keys of JSON members with the names that a scan looks for, also with escapes and in another case. */

/** Names of members of the root that a scan looks for. */
export interface KeyNames {
  /** Names of members of the root to locate. */
  readonly wanted: readonly string[];
  /** Names that members of the root may have only exactly so: `impostor` is one that differs in case. */
  readonly guarded: readonly string[];
  /** Those of the guarded that have capitals: of these a member in lower case is one that differs. */
  readonly capitalised?: readonly string[];
  /** Names that are not located: that one of them stands twice is among the duplicates. */
  readonly once?: readonly string[];
}

/** The names that the key of a member of the root matches; all undefined for other keys. */
export interface NamedKey {
  /** The wanted name that it spells, with escapes or without. */
  readonly wanted: string | undefined;
  /** The guarded name that it differs from in case alone. */
  readonly impersonated: string | undefined;
  /** The name that it spells of those that may stand once. */
  readonly once: string | undefined;
}

/** Longer keys can't be a wanted or a guarded name, even with every character escaped. */
const longestNamedKey = 132;
const backslash = 0x5c;

const otherKey: NamedKey = { wanted: undefined, impersonated: undefined, once: undefined };
const noNames: readonly string[] = [];

/** Compares the key whose content lies between two offsets with the names. */
export function namedKey(
  body: Buffer,
  from: number,
  to: number,
  { wanted, guarded, capitalised = noNames, once = noNames }: KeyNames,
): NamedKey {
  if (to - from > longestNamedKey) return otherKey;
  let isPlain = true;
  for (let at = from; at < to && isPlain; at++) isPlain = plainInKey[body[at]!] === 1;
  if (isPlain) {
    const text = body.toString('latin1', from, to);
    if (wanted.includes(text)) return { wanted: text, impersonated: undefined, once: undefined };
    if (once.includes(text)) return { wanted: undefined, impersonated: undefined, once: text };
    for (const name of capitalised) {
      if (name.length === to - from && body.toString('latin1', from, to) === name.toLowerCase()) {
        return { wanted: undefined, impersonated: name, once: undefined };
      }
    }
    return otherKey;
  }
  const text = JSON.parse(body.toString('utf8', from - 1, to + 1)) as string;
  const folded = simplyFolded(text);
  return {
    wanted: wanted.find((name) => name === text),
    impersonated: guarded.find((name) => name !== text && name.toLowerCase() === folded),
    once: once.find((name) => name === text),
  };
}

/** Bytes that stand for themselves and have no other case: of what is not ASCII some fold to it. */
const plainInKey = new Uint8Array(256);
for (let byte = 0; byte < 0x80; byte++) {
  const isUpperCase = byte >= 0x41 && byte <= 0x5a;
  plainInKey[byte] = byte === backslash || isUpperCase ? 0 : 1;
}

/**
 * Simple case folding as far as it ends in ASCII: `A` to `Z`, U+017F (long s), U+212A (Kelvin sign). The decoders of
 * Go and .NET take a member for a field by it.
 */
function simplyFolded(text: string): string {
  return text.replace(/\u017f/g, 's').toLowerCase();
}
