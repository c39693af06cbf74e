/**
 * Where tests keep their temporary files: in memory, where the system has room there. What the gateway writes it has the disk
 * keep, many thousand times in a run of all tests, and each time waits for it.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'gateway-tests-';
/** Browsers with their profiles and copies of the build take some hundred megabytes at once. */
const leastBytes = 2 * 1024 ** 3;

/** A folder in memory, gone with this process; undefined where there is no room, or programs can't be started from it. */
export function memoryFolder(): string | undefined {
  if (!isUsable()) return undefined;
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : process.pid;
    if (!isRunning(pid)) rmSync(join(memory, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`));
  chmodSync(folder, 0o1777); // as the system's own: some tests run programs as another user
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function isUsable(): boolean {
  try {
    const options = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1];
    if (options === undefined || options.split(',').includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= leastBytes;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
