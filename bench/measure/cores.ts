import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The roles of the cores. */
export interface Cores {
  /** The number that this process may use. */
  readonly available: number;
  /** The command that pins a proxy, to be put before its own; empty where there is but one core. */
  proxy(count?: number): readonly string[];
  /** The same for load and backend. */
  readonly load: readonly string[];
  /** Moves running processes, the first to the first core of all, the next to the next one. */
  spread(pids: readonly number[]): void;
}

/** One core for the proxy, another for load and backend; the rest stays free for the system. */
export function divideCores(): Cores {
  const ids = allowedCores();
  if (ids.length < 2 || !hasCommand('taskset')) {
    return { available: ids.length, proxy: () => [], load: [], spread() {} };
  }
  const last = ids[ids.length - 1]!;
  return {
    available: ids.length,
    // With two workers on two cores one of them shares with the load: nothing is left to give it.
    proxy: (count = 1) => ['taskset', '-c', ids.slice(0, count).join(',')],
    load: ['taskset', '-c', ids.length >= 4 ? ids.slice(-2).join(',') : String(last)],
    spread(pids) {
      for (const [index, pid] of pids.entries()) {
        spawnSync('taskset', ['-apc', String(ids[Math.min(index, ids.length - 1)]), String(pid)]);
      }
    },
  };
}

function allowedCores(): number[] {
  const status = spawnSync('taskset', ['-cp', String(process.pid)]).stdout?.toString() ?? '';
  const ranges = /: *([\d,-]+)\s*$/.exec(status)?.[1];
  if (ranges === undefined) return Array.from({ length: availableParallelism() }, (_, index) => index);
  return ranges.split(',').flatMap((range) => {
    const [from, to] = range.split('-').map(Number) as [number, number | undefined];
    return Array.from({ length: (to ?? from) - from + 1 }, (_, index) => from + index);
  });
}

/** True for an installed command. */
export function hasCommand(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}
