import { randomUUID } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { rightsBeside, rightsOf, takeRights } from './file-rights.ts';

/**
 * Puts new content in the place of a file of the gateway's own: a reader sees the old or the new and nothing between,
 * and what was reported as written is there after a power cut. A symbolic link stays one. Rejects with the system's
 * error; the file is then as it was.
 */
export function replaceFile(file: string, content: string, mode: number): Promise<void> {
  // The mode given to open is narrowed by the umask.
  return replace(file, content, (draft) => draft.chmod(mode));
}

/** The rights of a file that is not there yet. */
export interface NewFile {
  readonly mode: number;
  /** The file that is read by the same user: the new one gets its owner, and its group. */
  readonly beside?: string | undefined;
}

/**
 * The same for a file that is somebody else's too: owner, group and mode stay, whoever writes it. Rejects with an Error
 * in the operator's words where somebody who can read the file could not read it any more.
 */
export function rewriteFile(file: string, content: string, ifNew: NewFile): Promise<void> {
  return replace(file, content, async (draft, target) => {
    const own = await rightsOf(target);
    if (own !== undefined) {
      const blinded = await takeRights(draft, own);
      if (blinded !== undefined) throw new Error(refusal(file, own.uid, blinded));
      return;
    }
    const { mode, beside } = ifNew;
    const other = beside === undefined ? undefined : await rightsOf(beside);
    if (other === undefined) await draft.chmod(mode);
    else await takeRights(draft, rightsBeside(other, mode));
  });
}

function refusal(file: string, ownerId: number, blinded: string): string {
  return `${file} stays as it was: written by this user ${blinded} could not read it any more; run the command as its owner (sudo -u '#${ownerId}' gateway ...) or as root, who keeps owner and group`;
}

async function replace(
  file: string,
  content: string,
  giveRights: (draft: FileHandle, target: string) => Promise<void>,
): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    // Nobody else may open it before it is whose it is to be.
    const handle = await open(draft, 'wx', 0o600);
    try {
      await giveRights(handle, target);
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
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
