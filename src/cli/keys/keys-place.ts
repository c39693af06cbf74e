import { dirname, resolve } from 'node:path';
import { isMap, parseDocument } from 'yaml';
import { faultsOfChange } from '../../check/change-faults.ts';
import { formatProblems } from '../../config/problems.ts';
import { fileFault, readRegular, shownPath } from '../../config/text/files.ts';
import { maxFileBytes } from '../../config/text/read-text.ts';
import type { KeysGuard } from '../../keys/keys-file.ts';
import type { Terminal } from '../terminal.ts';

/** Where the keys of a configuration are written. */
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

/** How a change by command is kept from making a valid configuration invalid. */
export function keysGuard(configFile: string, place: KeysPlace, terminal: Terminal): KeysGuard {
  const config = resolve(configFile);
  return {
    config,
    async faultsWith(text, key) {
      const options = { env: terminal.env, requireSecrets: false };
      const faults = await faultsOfChange(config, { path: place.file, text, key }, options);
      return faults.length === 0 ? undefined : formatProblems(faults, { color: terminal.colorErr });
    },
  };
}
