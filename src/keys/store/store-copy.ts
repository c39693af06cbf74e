/**
 * The last seen content of the store, as a file: a `keys_file` in JSON, which the configuration is read with, and
 * beside it the store's identity.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../../lib/files/replace-file.ts';
import type { ListedSecret } from '../keys-file.ts';
import type { StoreEntries, StoreEntry } from './store-entry.ts';

/** The store, and the number of its changes. */
export interface StoreVersion {
  readonly id: string;
  readonly version: number;
}

/** The content of a copy. */
export interface Copy extends StoreContent {
  readonly place: string;
}

export interface StoreContent extends StoreVersion {
  readonly entries: StoreEntries;
  /** Names of what is in the store and is no key. */
  readonly faulty?: readonly string[];
}

/** An id beside every key, so that it can be put back as it was. */
interface CopyFile {
  readonly 'x-store': StoreVersion & {
    /** A digest of where the store is. */
    readonly place: string;
    readonly entries: Readonly<Record<string, StoreEntry>>;
  };
  readonly keys: Readonly<Record<string, unknown>>;
}

/** @param place A digest of where the store is. */
export function copyText({ id, version, entries }: StoreContent, place = ''): string {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const file: CopyFile = {
    'x-store': { id, version, place, entries: Object.fromEntries(sorted) },
    keys: Object.fromEntries(sorted.map(([name, entry]) => [name, keyOf(entry)])),
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** The key in the words of the configuration. */
function keyOf({ secrets, terms }: StoreEntry): object {
  const hash = secrets.map(({ hash, until }) => (until === undefined ? hash : `${hash} until ${until}`));
  return { ...terms, hash };
}

/** The content of a copy; undefined without a readable one. */
export async function readCopy(file: string): Promise<Copy | undefined> {
  try {
    const { 'x-store': store } = JSON.parse(await readFile(file, 'utf8')) as Partial<CopyFile>;
    if (typeof store?.id !== 'string' || typeof store.version !== 'number') return undefined;
    const { id, version, place } = store;
    return { id, version, place, entries: new Map(Object.entries(store.entries)) };
  } catch {
    return undefined;
  }
}

export async function writeCopy(file: string, content: StoreContent, place: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, copyText(content, place), 0o600);
}

/** The secrets of every key, by key, the newest first. */
export function secretsOfEntries(entries: StoreEntries): ReadonlyMap<string, readonly ListedSecret[]> {
  return new Map(
    [...entries].map(([id, { secrets }]) => [id, secrets.map(({ hint, until }) => ({ hint, until }))]),
  );
}
