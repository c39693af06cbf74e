import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isMap, parseDocument } from 'yaml';
import { formatProblems } from '../../config/problems.ts';
import { shownPath } from '../../config/text/files.ts';
import { shellWord } from '../../lib/shell-word.ts';
import { loadFile } from '../config-file.ts';
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
  let text: string;
  try {
    text = readFileSync(configFile, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${shownPath(configFile)} can't be read (${code})`, { cause: error });
  }
  const { contents } = parseDocument(text, { uniqueKeys: false });
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

/** What a change made wrong that was right before; undefined when all is well. */
export async function faultsOf(configFile: string, terminal: Terminal): Promise<string | undefined> {
  const { problems } = await loadFile(configFile, { requireSecrets: false }, terminal);
  const errors = problems.filter(({ severity }) => severity === 'error');
  return errors.length === 0 ? undefined : formatProblems(errors, { color: terminal.colorErr });
}

/** Whether the file is there already. */
export function isThere({ file }: KeysPlace): boolean {
  return existsSync(file);
}

/** How a person goes on after a change. */
export function whatNow(configFile: string): string {
  return `a running gateway takes it within a second; check with: gateway check ${shellWord(shownPath(resolve(configFile)))}`;
}
