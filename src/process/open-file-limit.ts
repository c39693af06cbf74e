import { readFileSync } from 'node:fs';

/** For the process itself: its channel, its files, connections that are just closing. */
const reserve = 64;
/** A client's connection, the one to a backend that serves it, and a share of those that are only told to go away. */
const perConnection = 2.5;

/**
 * The number of clients that a worker can serve without running out of file descriptors; a worker without any left
 * can't even refuse. `limits` is the text of `/proc/self/limits`; infinite without it.
 */
export function connectionsPossible(limits: string | undefined = ownLimits()): number {
  const soft = /^Max open files +(\d+)/m.exec(limits ?? '')?.[1];
  if (soft === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(1, Math.floor((Number(soft) - reserve) / perConnection));
}

function ownLimits(): string | undefined {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return undefined;
  }
}
