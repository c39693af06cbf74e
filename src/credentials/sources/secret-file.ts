import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { RenewalFailure } from './source.ts';

const maxFileBytes = 64 * 1024;

/**
 * What a file that somebody else keeps fresh holds, without the space around it. At most 64 KiB; a pipe or a device does
 * not hold anybody up.
 *
 * @throws RenewalFailure
 */
export async function readSecretFile(file: string): Promise<string> {
  const wrong = (what: string) => new RenewalFailure('invalid_file', `${file} ${what}`);
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const buffer = Buffer.alloc(maxFileBytes + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    if (length > maxFileBytes) throw wrong(`is larger than ${maxFileBytes / 1024} KiB`);
    const text = buffer.toString('utf8', 0, length).trim();
    if (text === '') throw wrong('is empty');
    return text;
  } catch (error) {
    if (error instanceof RenewalFailure) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason';
    throw new RenewalFailure('unreadable_file', `${file} can not be read (${code})${hintFor(code)}`);
  } finally {
    await handle?.close();
  }
}

/**
 * A token or assertion that a file holds.
 *
 * @throws RenewalFailure
 */
export async function readTokenFile(file: string): Promise<string> {
  const text = await readSecretFile(file);
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new RenewalFailure(
      'invalid_file',
      `${file} holds more than one line of visible characters: no token`,
    );
  return text;
}

function hintFor(code: string): string {
  switch (code) {
    case 'ENOENT':
      return ': there is no such file';
    case 'EACCES':
    case 'EPERM':
      return ': who runs the gateway may not read it';
    case 'EISDIR':
      return ': it is a folder';
    default:
      return '';
  }
}
