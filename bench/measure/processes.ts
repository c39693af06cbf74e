/**
 * The operating system's figures for a process and all that it started, read from /proc: CPU time of every thread in
 * nanoseconds, and memory. They count all of a proxy's work, on any number of processes and threads.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** A process and its descendants. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = parentOf(pid);
    if (parent === undefined) continue;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [pid]);
    else siblings.push(pid);
  }
  const tree = [root];
  for (let index = 0; index < tree.length; index += 1) tree.push(...(children.get(tree[index]!) ?? []));
  return tree;
}

/** CPU time that the threads of a process tree have used, in microseconds. */
export function cpuMicros(root: number): number {
  return processTree(root).reduce((sum, pid) => sum + ownCpuMicros(pid), 0);
}

/** The same of one process without those that it started. */
export function ownCpuMicros(pid: number): number {
  let nanoseconds = 0;
  for (const thread of list(`/proc/${pid}/task`)) {
    nanoseconds += Number(read(`/proc/${pid}/task/${thread}/schedstat`)?.split(' ')[0] ?? 0);
  }
  return nanoseconds / 1000;
}

/** The number of a process's system calls for writing, to any file. */
export function writesOf(pid: number): number {
  return Number(/^syscw: (\d+)$/m.exec(read(`/proc/${pid}/io`) ?? '')?.[1] ?? 0);
}

/** The processes of a tree whose command line has a text in it. */
export function processesNamed(root: number, text: string): number[] {
  return processTree(root).filter((pid) => read(`/proc/${pid}/cmdline`)?.includes(text));
}

export interface MemoryOfProcess {
  /** The script that it runs; empty where it is gone by now. */
  readonly program: string;
  /** All that it has in memory. */
  readonly residentKiB: number;
  /** The same with its share alone of what several processes have. */
  readonly shareKiB: number;
}

/** Memory of each process of a tree. */
export function memoryByProcess(root: number): MemoryOfProcess[] {
  return processTree(root).map((pid) => {
    const told = read(`/proc/${pid}/smaps_rollup`) ?? '';
    const kib = (name: string) => Number(new RegExp(`^${name}: *(\\d+) kB$`, 'm').exec(told)?.[1] ?? 0);
    const script = read(`/proc/${pid}/cmdline`)
      ?.split('\0')
      .find((word) => /\.[cm]?js$/.test(word));
    return { program: script ?? '', residentKiB: kib('Rss'), shareKiB: kib('Pss') };
  });
}

/** Memory of a process tree in KiB; what several of its processes share counts once. */
export function memoryKiB(root: number): number {
  return memoryByProcess(root).reduce((sum, { shareKiB }) => sum + shareKiB, 0);
}

function parentOf(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The name in parentheses can hold anything, so it is skipped from its end.
  const parent = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return parent === undefined ? undefined : Number(parent);
}

/** Processes and threads come and go while they are looked at. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
