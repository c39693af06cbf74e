import { dirname, resolve } from 'node:path';
import { isMap, parseDocument } from 'yaml';
import { faultsOfChange } from '../../check/change-faults.ts';
import { formatProblems } from '../../config/problems.ts';
import { fileFault, readRegular, shownPath } from '../../config/text/files.ts';
import { maxFileBytes } from '../../config/text/read-text.ts';
import type { KeysStoreConfig } from '../../config/types/state.ts';
import { type KeyPlace, keysFilePlace, storePlace } from '../../keys/key-place.ts';
import type { KeysGuard } from '../../keys/keys-file.ts';
import { RedisKeys } from '../../keys/store/redis-keys.ts';
import { loadFile } from '../config-file.ts';
import type { Terminal } from '../terminal.ts';

/** The place of a configuration's keys. */
export interface KeysPlace {
  /** Absolute. */
  readonly file: string;
  readonly shown: string;
}

/**
 * The `keys_file` that a configuration names, which need not be there yet. Throws an Error that says what to write
 * where it names none.
 */
export function keysPlace(configFile: string): KeysPlace {
  const content = readRegular(configFile, maxFileBytes);
  if (content.kind !== 'content') {
    throw new Error(`${shownPath(configFile)} ${fileFault(content.kind, maxFileBytes)}`);
  }
  const { contents } = parseDocument(content.bytes.toString(), { uniqueKeys: false });
  const named: unknown = isMap(contents) ? contents.get('keys_file') : undefined;
  if (typeof named !== 'string' || named === '') {
    throw new Error(
      `${shownPath(configFile)} names no keys_file; add the line "keys_file: keys.yaml" to it, and keys made by command go there`,
    );
  }
  if (named.includes('${')) {
    throw new Error(`keys_file of ${shownPath(configFile)} holds a reference; commands need the path itself`);
  }
  const file = resolve(dirname(configFile), named);
  return { file, shown: shownPath(file) };
}

/** The place in which a command changes keys. */
export interface OpenedPlace {
  readonly place: KeyPlace;
  /** For people. */
  readonly shown: string;
  close(): void;
}

/** The configuration, and the choice between its two places. */
export interface PlaceOptions {
  readonly config: string;
  /** The `keys_file`, also where there is a `keys_store`. */
  readonly file?: boolean;
}

/**
 * The `keys_store` of a configuration where it has one, else its `keys_file`. Throws an Error in the operator's words where
 * it has neither, or the store does not answer.
 */
export async function openKeyPlace(
  { config: configFile, file: wantsFile = false }: PlaceOptions,
  terminal: Terminal,
): Promise<OpenedPlace> {
  const store = wantsFile ? undefined : await storeOf(configFile, terminal);
  if (store === undefined) {
    const { file, shown } = keysPlace(configFile);
    return { place: keysFilePlace(file, keysGuard(configFile, file, terminal)), shown, close() {} };
  }
  const keys = await RedisKeys.open(store);
  const place = storePlace(keys, keysGuard(configFile, store.copy, terminal));
  return { place, shown: 'the keys_store', close: () => keys.close() };
}

/** Undefined where the configuration has none. Throws where it has one, and can't be read. */
export async function storeOf(configFile: string, terminal: Terminal): Promise<KeysStoreConfig | undefined> {
  const options = { requireSecrets: true, leavesOutStoreKeys: true };
  const { config, problems, trees } = await loadFile(configFile, options, terminal);
  if (config !== undefined) return config.keysStore;
  const root: unknown = trees[0]?.root.value;
  if (typeof root !== 'object' || root === null || !('keys_store' in root)) return undefined;
  const errors = problems.filter(({ severity }) => severity === 'error');
  throw new Error(`where the keys_store is can't be read:\n${formatProblems(errors)}`);
}

/** Prevents a change by command from making a valid configuration invalid. `path` holds the keys and is absolute. */
function keysGuard(configFile: string, path: string, terminal: Terminal): KeysGuard {
  const config = resolve(configFile);
  return {
    config,
    async faultsWith(text, key) {
      const options = { env: terminal.env, requireSecrets: false };
      const faults = await faultsOfChange(config, { path, text, key }, options);
      return faults.length === 0 ? undefined : formatProblems(faults, { color: terminal.colorErr });
    },
  };
}
