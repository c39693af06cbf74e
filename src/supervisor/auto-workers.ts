import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

type Read = (file: string) => string;

const root = '/sys/fs/cgroup';

/**
 * The number of workers behind `auto`: one a core, but no more than the CPU quota of the control group, which often
 * gives a container or a service little of a large machine.
 */
export function autoWorkers(
  cores: number = availableParallelism(),
  read: Read = (file) => readFileSync(file, 'utf8'),
): number {
  const quotas = [...groupsOf(read).map((group) => quotaOf(group, read)), quotaOfVersion1(read)];
  return Math.max(1, Math.min(cores, ...quotas.flatMap((quota) => Math.ceil(quota ?? cores))));
}

/** The folders of the own group and of those above it, each of which may have a quota; a container sees the root alone. */
function groupsOf(read: Read): readonly string[] {
  const own = /^0::(\/.*)$/m.exec(attempt(() => read('/proc/self/cgroup')) ?? '')?.[1] ?? '/';
  const groups: string[] = [root];
  for (let path = own; path !== dirname(path); path = dirname(path)) groups.push(join(root, path));
  return groups;
}

/** In cores, of version 2 (Linux kernel documentation, "Control Group v2", `cpu.max`); undefined for none. */
function quotaOf(group: string, read: Read): number | undefined {
  const [quota, period] = (attempt(() => read(join(group, 'cpu.max'))) ?? '').trim().split(' ');
  return quota === 'max' ? undefined : ratio(quota, period);
}

/** In cores, of version 1 ("CFS Bandwidth Control"); undefined for none. */
function quotaOfVersion1(read: Read): number | undefined {
  const quota = attempt(() => read(join(root, 'cpu/cpu.cfs_quota_us')))?.trim();
  return ratio(quota, attempt(() => read(join(root, 'cpu/cpu.cfs_period_us')))?.trim());
}

function ratio(quota: string | undefined, period: string | undefined): number | undefined {
  const cores = Number(quota) / Number(period);
  return Number.isFinite(cores) && cores > 0 ? cores : undefined;
}

function attempt(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
