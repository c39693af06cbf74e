import {
  createKey,
  KeyAbsent,
  KeysChangeRefused,
  type KeysGuard,
  type KeyTerms,
  type ListedSecret,
  listSecrets,
  type NewKeyFields,
  revokeKey,
  rotateKey,
  setKeyDisabled,
  updateKey,
} from './keys-file.ts';
import type { RedisKeys } from './store/redis-keys.ts';
import { copyText, type StoreContent, secretsOfEntries } from './store/store-copy.ts';
import { newEntry, rotated, type StoreEntry, withDisabled, withTerms } from './store/store-entry.ts';

/**
 * A place in which keys are made and changed. Every method throws an Error in the operator's words if that is not
 * possible.
 */
export interface KeyPlace {
  /** Each secret is returned once, and kept nowhere. */
  create(id: string, fields: NewKeyFields): Promise<string>;
  rotate(id: string, overlapMs: number): Promise<string>;
  update(id: string, terms: KeyTerms): Promise<void>;
  setDisabled(id: string, isDisabled: boolean): Promise<void>;
  revoke(id: string): Promise<void>;
  /** Of every key, by key, the newest first. */
  secrets(): Promise<ReadonlyMap<string, readonly ListedSecret[]>>;
}

/** The `keys_file`. */
export function keysFilePlace(file: string, guard: KeysGuard): KeyPlace {
  return {
    create: (id, fields) => createKey(file, id, fields, Date.now(), guard),
    rotate: (id, overlapMs) => rotateKey(file, id, overlapMs, Date.now(), guard),
    update: (id, terms) => updateKey(file, id, terms, guard),
    setDisabled: (id, isDisabled) => setKeyDisabled(file, id, isDisabled, guard),
    revoke: (id) => revokeKey(file, id, guard),
    secrets: () => listSecrets(file),
  };
}

/** So often somebody else may change the same key at the same time. */
const mostTries = 5;

/**
 * The `keys_store`. What makes a key able to do more is held against the files first; what takes something away never
 * is: a key that leaked is revoked whatever is wrong with them.
 */
export function storePlace(store: Pick<RedisKeys, 'read' | 'change'>, guard: KeysGuard): KeyPlace {
  async function edit(
    id: string,
    change: (before: StoreEntry | undefined) => StoreEntry | undefined,
    isHeldAgainstFiles: boolean,
  ): Promise<void> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const content = await store.read();
      const before = content.entries.get(id);
      const next = change(before);
      if (isHeldAgainstFiles) await requireSound(content, id, next);
      if (await store.change(id, before, next)) return;
    }
    throw new Error(`the key "${id}" is being changed elsewhere; try again`);
  }

  async function requireSound(
    content: StoreContent,
    id: string,
    next: StoreEntry | undefined,
  ): Promise<void> {
    const entries = new Map(content.entries);
    if (next === undefined) entries.delete(id);
    else entries.set(id, next);
    const faults = await guard.faultsWith?.(copyText({ ...content, entries }), id);
    if (faults !== undefined) throw new KeysChangeRefused(faults);
  }

  return {
    async create(id, fields) {
      const { entry, secret } = newEntry(fields, Date.now());
      const made = (before: StoreEntry | undefined) => {
        if (before !== undefined)
          throw new Error(`there is a key "${id}" already; rotate it for a new secret`);
        return entry;
      };
      await edit(id, made, true);
      return secret;
    },
    async rotate(id, overlapMs) {
      let secret = '';
      const replaced = (before: StoreEntry | undefined) => {
        const made = rotated(present(before, id), overlapMs, Date.now());
        secret = made.secret;
        return made.entry;
      };
      await edit(id, replaced, false);
      return secret;
    },
    update: (id, terms) => edit(id, (before) => withTerms(present(before, id), terms), true),
    setDisabled: (id, isDisabled) =>
      edit(id, (before) => withDisabled(present(before, id), isDisabled), !isDisabled),
    revoke: (id) =>
      edit(
        id,
        (before) => {
          present(before, id);
          return undefined;
        },
        false,
      ),
    secrets: async () => secretsOfEntries((await store.read()).entries),
  };
}

function present(entry: StoreEntry | undefined, id: string): StoreEntry {
  if (entry === undefined) throw new KeyAbsent(id, 'the keys_store');
  return entry;
}
