import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** So much is read of a file: tokens, assertions and key files stay far below. */
export const mostFileBytes = 64 * 1024;

export type BoundedFile =
  | {
      readonly kind: 'content';
      readonly text: string;
      /** Neither a pipe nor a device. */
      readonly isRegular: boolean;
      /** When it was written, in milliseconds since the epoch. */
      readonly writtenMs: number;
    }
  | { readonly kind: 'too_large' }
  /** `code` is the system's, such as `ENOENT`. */
  | { readonly kind: 'unreadable'; readonly code: string };

/** The content of a file that somebody else writes. A pipe or a device does not block the reader. Never rejects. */
export async function readBounded(file: string, mostBytes = mostFileBytes): Promise<BoundedFile> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await handle.stat();
    const buffer = Buffer.alloc(mostBytes + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    if (length > mostBytes) return { kind: 'too_large' };
    const text = buffer.toString('utf8', 0, length);
    return { kind: 'content', text, isRegular: stat.isFile(), writtenMs: stat.mtimeMs };
  } catch (error) {
    return {
      kind: 'unreadable',
      code: error instanceof Error && 'code' in error ? String(error.code) : 'no reason',
    };
  } finally {
    await handle?.close().catch(() => {});
  }
}
