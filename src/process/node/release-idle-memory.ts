import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const lookMs = 5000;
/** So many looks in a row find nothing to do before anything is collected: work that only pauses keeps what it has. */
const quietLooks = 4;
/** Code that has not run over so many collections is let go of, too. */
const collections = 7;
/** Of a core: who uses less has nothing to do. To wake up alone takes more than one percent where others keep the caches busy. */
const idleShare = 0.03;

type Collect = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

/**
 * Gives the system back what a process holds of work that is over, once it has nothing to do, and again after the next work. The engine does so by itself, at a time of its own, which on a busy machine may be minutes later.
 */
export function releaseIdleMemory(): void {
  let used = process.cpuUsage();
  let quiet = 0;
  setInterval(() => {
    const { user, system } = process.cpuUsage(used);
    const isIdle = user + system < lookMs * 1000 * idleShare;
    quiet = isIdle ? quiet + 1 : 0;
    if (quiet > quietLooks && quiet <= quietLooks + collections)
      collector()({ type: 'major', flavor: 'last-resort' });
    used = process.cpuUsage();
  }, lookMs).unref();
}

/** Returns what has the engine collect all that is not in use. */
export function collector(): Collect {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
