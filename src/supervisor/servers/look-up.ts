/** Resolves a name to addresses. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

export type LookedUp =
  /** None where there is no such name. */
  | { readonly kind: 'addresses'; readonly addresses: readonly string[] }
  | { readonly kind: 'failed'; readonly why: string };

const nowhere = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks the system, in its order. Never rejects. */
export async function lookUp(hostname: string): Promise<LookedUp> {
  try {
    const found = await lookup(hostname, { all: true, verbatim: true });
    return { kind: 'addresses', addresses: found.map(({ address }) => address) };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return nowhere.has(code) ? { kind: 'addresses', addresses: [] } : { kind: 'failed', why: code };
  }
}

/** So many servers of a name are used. */
export const mostServers = 256;

/**
 * Of what a name leads to the addresses of one family, each once, in a fixed order: those of the other are most often the same
 * servers once more. It is the family of those that are used already, as long as there is one of it, else that of the first.
 */
export function serversAmong(addresses: readonly string[], used: readonly string[]): readonly string[] {
  const [first] = addresses;
  if (first === undefined) return [];
  const before = used[0] === undefined ? undefined : isIP(used[0]);
  const family = addresses.some((one) => isIP(one) === before) ? before : isIP(first);
  const alike = new Set(addresses.filter((one) => isIP(one) === family));
  return [...alike].sort().slice(0, mostServers);
}
