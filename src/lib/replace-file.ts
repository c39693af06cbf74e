import { randomUUID } from 'node:crypto';
import { chmod, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Puts new content in a file's place: a reader sees the old or the new and nothing between, and what was reported as
 * written is there after a power cut. A symbolic link stays one. Rejects with the system's error; the file is then
 * as it was.
 */
export async function replaceFile(file: string, content: string, mode: number): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    const handle = await open(draft, 'wx', mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await chmod(draft, mode); // the mode given to open is narrowed by the umask
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(target));
}

/** The new name is on the disk only when its folder is. Not every file system can be asked for that. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // The rename is done; it will reach the disk with everything else.
  }
}
