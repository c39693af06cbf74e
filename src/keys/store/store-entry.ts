/** A key as the store has it: plain data, hashes only. */
import { isObject } from '../../lib/json.ts';
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

/** Containers within containers of an entry; what a key may have needs a few. */
const mostDepth = 32;

/** True for a valid id of a key, as in the configuration. */
export function isKeyId(id: string): boolean {
  return /^[A-Za-z0-9._/:@+-]{1,256}$/.test(id);
}

/** The entry in a text; undefined for a text of another program, without a valid entry. */
export function entryIn(text: string): StoreEntry | undefined {
  if (depthOf(text) > mostDepth) return undefined;
  try {
    const { secrets, terms } = JSON.parse(text) as Partial<StoreEntry>;
    if (!Array.isArray(secrets) || !secrets.every(isSecret)) return undefined;
    return isObject(terms) ? { secrets, terms } : undefined;
  } catch {
    return undefined;
  }
}

/** An entry that opens nothing, in the place of one that is none. */
export const noEntry: StoreEntry = Object.freeze({ secrets: [], terms: {} });

function isSecret(one: unknown): boolean {
  if (!isObject(one)) return false;
  const { hash, hint, until } = one;
  const isUntil = until === undefined || (typeof until === 'string' && !Number.isNaN(Date.parse(until)));
  const isHint = hint === undefined || typeof hint === 'string';
  return typeof hash === 'string' && /^sha256:[0-9a-f]{64}$/i.test(hash) && isHint && isUntil;
}

/** The depth of brackets in a text. More than a few brackets in strings count too: no key has such. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth -= 1;
  }
  return deepest;
}

function stored(secret: string): StoredSecret {
  return { hash: hashSecret(secret), hint: `${secret.slice(0, 3)}\u2026${secret.slice(-4)}` };
}

function instant(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}
