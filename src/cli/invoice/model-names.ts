/**
 * The same model by the names of an invoice and by ours. An invoice names the version that answered
 * (`gpt-4.1-2025-04-14`, `Claude Sonnet 4.5`), where what was asked for may be a name that stands for it (`gpt-4.1`).
 */

/** The common name of a model's versions. */
export function familyOf(name: string): string {
  return spelled(name).replace(/[-@](?:20\d{6}|20\d\d-\d\d-\d\d)$/, '');
}

function spelled(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_.]+/g, '-')
    .replace(/-latest$/, '');
}

/**
 * The name that stands for each name in a comparison. Versions stay separate if both sides name them; if one side
 * leaves the version out, all versions of that model are one.
 */
export function comparedNames(invoice: Iterable<string>, ours: Iterable<string>): (name: string) => string {
  const families = new Map<string, Set<string>>();
  for (const name of [...invoice, ...ours]) {
    const family = familyOf(name);
    families.set(family, (families.get(family) ?? new Set()).add(spelled(name)));
  }
  return (name) => {
    const family = familyOf(name);
    // The one that has no version is called as the family is.
    return families.get(family)?.has(family) === true ? family : spelled(name);
  };
}
