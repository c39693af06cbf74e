import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileSource } from '../../../config/types.ts';
import { RenewalFailure, type Renewed } from '../source.ts';
import { mostTokenBytes, readTokenText } from '../token-text.ts';

/** Reads the token that somebody else keeps fresh in a file. */
export async function renewFile({ file }: FileSource, signal: AbortSignal): Promise<Renewed> {
  const { text, writtenMs } = await read(file);
  signal.throwIfAborted();
  const options = { where: file, sinceMs: writtenMs, nowMs: Date.now(), isFresh: false };
  const { token, lifetimeMs, warning } = readTokenText(text, options);
  return { value: { kind: 'token', token }, lifetimeMs, warning, subject: file };
}

async function read(file: string): Promise<{ readonly text: string; readonly writtenMs: number }> {
  try {
    // A pipe that nobody writes to would hold it for ever.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = await handle.stat();
      if (!stat.isFile()) throw new RenewalFailure('unreadable', `${file} is not a file`);
      const buffer = Buffer.alloc(mostTokenBytes + 1);
      let length = 0;
      for (;;) {
        const { bytesRead } = await handle.read(buffer, length, buffer.length - length);
        length += bytesRead;
        if (length > mostTokenBytes) {
          throw new RenewalFailure('too_large', `${file} is larger than 64 KiB: that is no token`);
        }
        if (bytesRead === 0) break;
      }
      return { text: buffer.toString('utf8', 0, length), writtenMs: stat.mtimeMs };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof RenewalFailure) throw error;
    throw unreadable(file, error as NodeJS.ErrnoException);
  }
}

function unreadable(file: string, { code }: NodeJS.ErrnoException): RenewalFailure {
  switch (code) {
    case 'ENOENT':
      return new RenewalFailure('not_found', `${file} is not there; it is taken up as soon as it is`);
    case 'EACCES':
      return new RenewalFailure('unreadable', `${file} may not be read by the user of the gateway (EACCES)`);
    default:
      return new RenewalFailure('unreadable', `${file} can't be read (${code})`);
  }
}
