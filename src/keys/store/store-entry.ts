/** A key as the store has it: plain data, hashes only. */
import { hashSecret, newSecret } from '../key-secret.ts';
import type { KeyTerms, NewKeyFields } from '../keys-file.ts';

/** One secret of a key. */
export interface StoredSecret {
  /** `sha256:` and 64 digits. */
  readonly hash: string;
  /** Its beginning and end. */
  readonly hint?: string;
  /** When it ends, RFC 3339; absent for one that is not being replaced. */
  readonly until?: string;
}

/** The newest secret first. What else a key may have stands beside them, in the words of the configuration. */
export interface StoreEntry {
  readonly secrets: readonly StoredSecret[];
  readonly terms: Readonly<Record<string, unknown>>;
}

/** Keys by their ids. */
export type StoreEntries = ReadonlyMap<string, StoreEntry>;

/** A new key and its secret. */
export function newEntry(
  fields: NewKeyFields,
  wallNow: number,
): { readonly entry: StoreEntry; readonly secret: string } {
  const secret = newSecret();
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const terms = { created: instant(wallNow), ...Object.fromEntries(given) };
  return { entry: { secrets: [stored(secret)], terms }, secret };
}

/** The key with a new secret; those before stay valid for `overlapMs`, unless they would have ended sooner. */
export function rotated(
  { secrets, terms }: StoreEntry,
  overlapMs: number,
  wallNow: number,
): { readonly entry: StoreEntry; readonly secret: string } {
  const secret = newSecret();
  const end = instant(wallNow + overlapMs);
  const before =
    overlapMs <= 0 ? [] : secrets.filter(({ until }) => until === undefined || Date.parse(until) > wallNow);
  const retiring = before.map((old) => ({
    ...old,
    until: old.until !== undefined && old.until < end ? old.until : end,
  }));
  return { entry: { secrets: [stored(secret), ...retiring], terms }, secret };
}

/** The key with other terms: a null takes one away. */
export function withTerms({ secrets, terms }: StoreEntry, changes: KeyTerms): StoreEntry {
  const next = { ...terms, ...changes } as Record<string, unknown>;
  for (const [name, value] of Object.entries(changes)) if (value === null) delete next[name];
  return { secrets, terms: next };
}

export function withDisabled({ secrets, terms }: StoreEntry, isDisabled: boolean): StoreEntry {
  const { disabled: _before, ...rest } = terms;
  return { secrets, terms: isDisabled ? { ...rest, disabled: true } : rest };
}

/** What of a text is an entry; one that somebody else wrote is nothing that holds anywhere. */
export function entryIn(text: string): StoreEntry {
  try {
    const { secrets, terms } = JSON.parse(text) as Partial<StoreEntry>;
    if (Array.isArray(secrets) && typeof terms === 'object' && terms !== null) return { secrets, terms };
  } catch {
    // no entry
  }
  return { secrets: [], terms: {} };
}

function stored(secret: string): StoredSecret {
  return { hash: hashSecret(secret), hint: `${secret.slice(0, 3)}\u2026${secret.slice(-4)}` };
}

function instant(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}
