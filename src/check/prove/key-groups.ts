/**
 * Keys with the same rights are proved once: those that may ask for the same ids on the same endpoints, and whose own
 * tags the same deployments satisfy.
 */
import type { EndpointName } from '../../api/endpoints/index.ts';
import { modelLists } from '../../config/derived/allowed-models.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import { clientKey } from '../../keys/keyring.ts';
import type { BitSet } from '../../lib/bit-set.ts';
import { isEligible } from '../../routing/plan.ts';
import type { Candidate, RoutingTable } from '../../routing/routing-table.ts';
import type { AskableIds } from './askable-ids.ts';

export interface KeyGroup {
  /** The numbers of the ids that its keys may ask for. */
  readonly ids: BitSet;
  readonly audience: Audience;
}

/** The rights of a key beside its ids. */
export interface Audience {
  readonly number: number;
  readonly endpoints: readonly EndpointName[];
  /** The tags that each request adds, as one of the keys has them. */
  readonly tags: readonly string[];
  /** Equal for tags that the same deployments satisfy. */
  readonly tagClass: string;
}

export interface KeyGroups {
  readonly groups: readonly KeyGroup[];
  readonly audiences: readonly Audience[];
  /** The number of each key's group, in the order of `keys`. */
  readonly groupOf: readonly number[];
}

/** Sorts keys by what they may do. */
export function keyGroups(table: RoutingTable, ids: AskableIds, keys: readonly KeyConfig[]): KeyGroups {
  const classOf = tagClasses(table);
  const groups: KeyGroup[] = [];
  const audiences = new Map<string, Audience>();
  const bySignature = new Map<string, number>();
  const byTerms = new Map<string, number>();
  const groupOf = keys.map((key) => {
    const terms = JSON.stringify([modelLists(key), key.endpoints, key.tags]);
    const known = byTerms.get(terms);
    if (known !== undefined) return known;
    const allowed = ids.allowedTo(key);
    const endpoints = table.endpoints.names.filter(clientKey(key).allowsEndpoint);
    const tagClass = classOf(key.tags);
    const name = JSON.stringify([endpoints, tagClass]);
    const audience = audiences.get(name) ?? {
      number: audiences.size,
      endpoints,
      tags: key.tags,
      tagClass,
    };
    audiences.set(name, audience);
    const signature = `${audience.number} ${allowed.signature}`;
    let number = bySignature.get(signature);
    if (number === undefined) {
      number = groups.length;
      groups.push({ ids: allowed, audience });
      bySignature.set(signature, number);
    }
    byTerms.set(terms, number);
    return number;
  });
  return { groups, audiences: [...audiences.values()], groupOf };
}

/**
 * Tags that the same of all deployments satisfy are one class: a file has thousands of deployments and few kinds of
 * them.
 */
function tagClasses(table: RoutingTable): (tags: readonly string[]) => string {
  const kinds = new Map<ReadonlySet<string>, Candidate>();
  for (const { candidates } of table.models.values()) {
    for (const { eligible } of Object.values(candidates)) {
      for (const candidate of eligible) kinds.set(candidate.tags, candidate);
    }
  }
  const representatives = [...kinds.values()];
  const known = new Map<string, string>([['', '']]);
  return (tags) => {
    const name = tags.join('\n');
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = representatives.map((candidate) => (isEligible(candidate, tags) ? '1' : '0')).join('');
    known.set(name, found);
    return found;
  };
}
