import type { IdentityConfig, IssuerConfig } from '../../config/types/identity.ts';
import { type KeySetItem, keySetId } from '../../identity/key-set-sources.ts';

/**
 * Throws where a change of configuration would break the tokens of an issuer that are checked now: its keys are to come from
 * elsewhere, and could not be had there.
 */
export function requireKeysOfIssuers(
  before: IdentityConfig,
  next: IdentityConfig,
  items: readonly KeySetItem[],
): void {
  const sets = new Map(items.map((item) => [item.id, item]));
  for (const issuer of next.issuers.values()) {
    const id = keySetId(issuer.keySet);
    const set = sets.get(id);
    if (set?.keys !== undefined) continue;
    const served = sameIssuer(before, issuer);
    const servedId = served && keySetId(served.keySet);
    if (servedId === undefined || servedId === id || sets.get(servedId)?.keys === undefined) continue;
    const why = set?.problem ?? 'its keys did not come in time';
    throw new Error(
      `identity.issuers.${issuer.name}: ${why}; the keys that its tokens are checked with work and stay. ` +
        'Once the new ones are there, `gateway reload` takes them',
    );
  }
}

/** The issuer of the same name, or the one with the same tokens. */
function sameIssuer({ issuers }: IdentityConfig, { name, issuer }: IssuerConfig): IssuerConfig | undefined {
  return issuers.get(name) ?? [...issuers.values()].find((other) => other.issuer === issuer);
}
