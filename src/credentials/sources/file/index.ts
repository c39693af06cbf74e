import type { FileSource } from '../../../config/types/credentials.ts';
import { readBounded } from '../bounded-file.ts';
import { RenewalFailure, type Renewed } from '../source.ts';
import { readTokenText } from '../token-text.ts';

/** Reads the token that somebody else keeps fresh in a file. */
export async function renewFile({ file }: FileSource, signal: AbortSignal): Promise<Renewed> {
  const read = await readBounded(file);
  signal.throwIfAborted();
  switch (read.kind) {
    case 'too_large':
      throw new RenewalFailure('too_large', `${file} is larger than 64 KiB: that is no token`);
    case 'unreadable':
      throw unreadable(file, read.code);
    case 'content': {
      if (!read.isRegular) throw new RenewalFailure('unreadable', `${file} is not a file`);
      const options = { where: file, sinceMs: read.writtenMs, nowMs: Date.now(), isFresh: false };
      const { token, lifetimeMs, warning } = readTokenText(read.text, options);
      return { value: { kind: 'token', token }, lifetimeMs, warning, subject: file };
    }
  }
}

function unreadable(file: string, code: string): RenewalFailure {
  switch (code) {
    case 'ENOENT':
      return new RenewalFailure('not_found', `${file} is not there; it is taken up as soon as it is`);
    case 'EACCES':
      return new RenewalFailure('unreadable', `${file} may not be read by the user of the gateway (EACCES)`);
    case 'EISDIR':
      return new RenewalFailure('unreadable', `${file} is not a file`);
    default:
      return new RenewalFailure('unreadable', `${file} can't be read (${code})`);
  }
}
