import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/types/gateway.ts';

const keyBytes = 32;

/** The present and earlier keys that sign ids. */
export interface IdSecrets {
  readonly secret: Buffer;
  readonly previous: readonly Buffer[];
}

/**
 * The secrets of a configuration; undefined where ids are not signed.
 *
 * @param kept Where the file has no secret: what gives the one in `state.dir`.
 */
export function idSecrets({ stateful, state }: Config, kept: (dir: string) => Buffer): IdSecrets | undefined {
  if (stateful === undefined || stateful.ids === 'plain') return undefined;
  const secret = stateful.secret === undefined ? kept(state.dir) : Buffer.from(stateful.secret, 'base64');
  return { secret, previous: stateful.previous.map((one) => Buffer.from(one, 'base64')) };
}

/**
 * A secret that all workers of a host have, and all hosts whose files name the same one.
 *
 * @param kept Where the file has no secret: what gives the one in `state.dir`.
 */
export function hostSecret({ stateful, state }: Config, kept: (dir: string) => Buffer): Buffer {
  return stateful?.secret === undefined ? kept(state.dir) : Buffer.from(stateful.secret, 'base64');
}

/**
 * The default key that signs ids: made once for all workers, and kept in `state.dir`.
 *
 * @throws if it can't be read or made, or is invalid
 */
export function keptIdsKey(stateDir: string): Buffer {
  const file = keyFile(stateDir);
  const kept = readKept(file);
  if (kept !== undefined) return kept;
  mkdirSync(stateDir, { recursive: true });
  // Another worker may be at it: the first to put its file there has made the key, and no file is ever half written.
  const own = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(own, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(own);
  }
  return readKept(file)!;
}

/**
 * The same, where a gateway has made it; undefined where none has.
 *
 * @throws where it can not be read, or is none
 */
export function madeIdsKey(stateDir: string): Buffer | undefined {
  return readKept(keyFile(stateDir));
}

function keyFile(stateDir: string): string {
  return join(stateDir, 'ids.key');
}

function readKept(file: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== keyBytes) throw new Error(`${file} holds no key of ${keyBytes} bytes in base64`);
  return key;
}
