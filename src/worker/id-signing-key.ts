import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const keyBytes = 32;

/**
 * What ids are signed with where the file does not say: made once for all workers, and kept in `state.dir`.
 *
 * @throws where it can not be read or made, or is none
 */
export function keptIdsKey(stateDir: string): Buffer {
  const file = join(stateDir, 'ids.key');
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
