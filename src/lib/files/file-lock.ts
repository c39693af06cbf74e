import { open, readFile, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const retryMs = 50;
/** A change is looked at as a whole before it is written, which takes seconds where there are thousands of keys. */
const waitMs = 10_000;
/** No edit takes longer; what is older was left behind. */
const staleMs = 30_000;

/**
 * Does something to a file while no other writer does: a lock file beside it names who holds it, and one that its
 * process left behind is taken over. Throws an Error in the operator's words when it does not come free.
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  const deadline = performance.now() + waitMs;
  while (!(await take(lock))) {
    if (await isLeftBehind(lock)) await rm(lock, { force: true });
    else if (performance.now() > deadline) {
      throw new Error(`${file} is being changed by somebody else; try again, or remove ${lock} if nobody is`);
    } else await sleep(retryMs);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    const handle = await open(lock, 'wx', 0o600);
    await handle.writeFile(String(process.pid)).finally(() => handle.close());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isLeftBehind(lock: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(lock);
    if (Date.now() - mtimeMs > staleMs) return true;
    const holder = Number(await readFile(lock, 'utf8'));
    // Just made, and its holder has not yet written who it is.
    return Number.isInteger(holder) && holder > 0 && !isRunning(holder);
  } catch {
    return false; // it has just gone
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
