import { mostFileBytes, readBounded } from './bounded-file.ts';
import { RenewalFailure } from './source.ts';

/**
 * The content of a file that another program keeps fresh, without the space around it.
 *
 * @throws RenewalFailure
 */
export async function readSecretFile(file: string): Promise<string> {
  const wrong = (what: string) => new RenewalFailure('invalid_file', `${file} ${what}`);
  const read = await readBounded(file);
  switch (read.kind) {
    case 'too_large':
      throw wrong(`is larger than ${mostFileBytes / 1024} KiB`);
    case 'unreadable':
      throw new RenewalFailure(
        'unreadable_file',
        `${file} can not be read (${read.code})${hintFor(read.code)}`,
      );
    case 'content': {
      const text = read.text.trim();
      if (text === '') throw wrong('is empty');
      return text;
    }
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
