import { execFile } from 'node:child_process';
import { type FileHandle, stat } from 'node:fs/promises';

/** The owner and the permissions of a file. */
export interface FileRights {
  readonly uid: number;
  readonly gid: number;
  /** Permission bits. */
  readonly mode: number;
}

const readable = { owner: 0o400, group: 0o040, others: 0o004 } as const;

/** The rights of a file, through links; undefined where there is none. Rejects with the system's other errors. */
export async function rightsOf(file: string): Promise<FileRights | undefined> {
  try {
    const { uid, gid, mode } = await stat(file);
    return { uid, gid, mode: mode & 0o777 };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The rights of a new file beside another one: the same owner and group, and `mode`. A group that may read the other
 * one, where not everybody may, is one that was chosen: it may read the new one as well.
 */
export function rightsBeside(other: FileRights, mode: number): FileRights {
  const isChosenGroup = (other.mode & (readable.group | readable.others)) === readable.group;
  return { ...other, mode: mode | (isChosenGroup ? readable.group : 0) };
}

/**
 * Gives an open file, which this process made, the wanted owner, group and mode, as far as the system lets it.
 * Resolves to who could read a file with those rights and can't read this one; undefined where that is nobody.
 */
export async function takeRights(draft: FileHandle, wanted: FileRights): Promise<string | undefined> {
  const { uid, gid } = await draft.stat();
  // A user other than root can still give it to a group of their own.
  const isGiven = (uid === wanted.uid && gid === wanted.gid) || (await gave(draft, wanted.uid, wanted.gid));
  const hasGroup = isGiven || gid === wanted.gid || (await gave(draft, -1, wanted.gid));
  const mode = hasGroup ? wanted.mode : withoutGroup(wanted.mode);
  await draft.chmod(mode); // the mode given to open is narrowed by the umask
  if (!hasGroup && (wanted.mode & (readable.group | readable.others)) === readable.group) {
    return `its group ${wanted.gid}`;
  }
  if (isGiven || uid === wanted.uid) return undefined;
  const ownerReads = await stillReads(wanted, { gid: hasGroup ? wanted.gid : gid, mode });
  return ownerReads ? undefined : `its owner, user ${wanted.uid},`;
}

/** A group that did not have the file gets of it what everybody has. */
function withoutGroup(mode: number): number {
  return (mode & 0o707) | (((mode & 0o007) << 3) & mode);
}

async function gave(draft: FileHandle, uid: number, gid: number): Promise<boolean> {
  try {
    await draft.chown(uid, gid);
    return true;
  } catch {
    return false; // EPERM, or EINVAL where a container knows no such user
  }
}

/** True if the previous owner can read a file that somebody else owns now. */
async function stillReads(
  before: FileRights,
  { gid, mode }: { gid: number; mode: number },
): Promise<boolean> {
  if (before.uid === 0 || (before.mode & readable.owner) === 0) return true;
  const isMember = (await groupsOf(before.uid)).includes(gid);
  return (mode & (isMember ? readable.group : readable.others)) !== 0;
}

/** The groups of a user, wherever the host keeps them; none for one that it does not know. */
function groupsOf(uid: number): Promise<readonly number[]> {
  return new Promise((resolve) => {
    execFile('id', ['-G', String(uid)], (error, out) => {
      resolve(error === null ? out.trim().split(/\s+/).map(Number) : []);
    });
  });
}
