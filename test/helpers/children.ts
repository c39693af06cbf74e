import { readdirSync, readFileSync } from 'node:fs';

/** Processes that a process has started and that run a module, such as `renewal-main`. */
export function childrenOf(parent: number, module: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, , , ppid] = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/\(.*\)/, '-')
          .split(' ');
        return Number(ppid) === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(module);
      } catch {
        return false; // it has just ended
      }
    });
}
