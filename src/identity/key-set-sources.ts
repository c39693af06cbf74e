import { createHash } from 'node:crypto';
import type { IdentityConfig, KeySetSource } from '../config/types/identity.ts';
import type { PublishedKey } from '../lib/tokens/key-set.ts';

/** A key set that is fetched and renewed, and who needs it. */
export interface KeySetUse {
  readonly id: string;
  readonly source: KeySetSource;
  /** The first issuer's name in the file: what the set is called. */
  readonly issuer: string;
}

/** The key sets of all issuers, each once. */
export function keySetsOf({ issuers }: IdentityConfig): readonly KeySetUse[] {
  const uses = new Map<string, KeySetUse>();
  for (const { name, keySet } of issuers.values()) {
    const id = keySetId(keySet);
    if (!uses.has(id)) uses.set(id, { id, source: keySet, issuer: name });
  }
  return [...uses.values()];
}

/** The same for two sources that are the same. */
export function keySetId(source: KeySetSource): string {
  const where =
    source.kind === 'discovery' ? source.issuer : source.kind === 'url' ? source.url : source.file;
  return createHash('sha256').update(`${source.kind} ${where}`).digest('base64url');
}

/** The newest of one key set, on its way to a worker. */
export interface KeySetItem {
  readonly id: string;
  /** Undefined before the first came. */
  readonly keys: readonly PublishedKey[] | undefined;
  /** Counted up with each set that differs from the one before; 0 before the first. */
  readonly generation: number;
  /** The issuer is about to be asked again, since somebody wants a key that is not there. */
  readonly isAsking: boolean;
  /** Why it could not be renewed the last time, for operators; undefined where it could. */
  readonly problem: string | undefined;
}
