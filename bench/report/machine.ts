import { cpus, totalmem } from 'node:os';

/** The machine behind the figures. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly node: string;
  /** Year, month, day. */
  readonly date: string;
}

/** This machine, today. */
export function thisMachine(now: Date = new Date()): Machine {
  const processors = cpus();
  return {
    cpu: `${processors.length} x ${processors[0]?.model ?? 'unknown'}`,
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    date: now.toISOString().slice(0, 10),
  };
}
