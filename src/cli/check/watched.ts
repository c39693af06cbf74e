import { resolve } from 'node:path';
import { FileWatcher } from '../../supervisor/file-watcher.ts';
import { counted, type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

/** The result of one run of a command, and the files that it depended on. */
export interface CheckRun {
  readonly exitCode: ExitCode;
  /** Absolute paths. */
  readonly sources: readonly string[];
}

/** Keeps the process: watching alone does not. */
const tickMs = 60_000;

/** Runs at once and again after each change of what the run depended on, until SIGINT or SIGTERM. */
export async function watched(
  run: (terminal: Terminal) => Promise<CheckRun>,
  terminal: Terminal,
): Promise<ExitCode> {
  const watcher = new FileWatcher(again);
  async function again(): Promise<void> {
    const readAt = Date.now();
    const { sources } = await run(terminal);
    await watcher.follow(
      sources.map((file) => resolve(file)),
      readAt,
    );
    terminal.err(
      `gateway: ${new Date().toISOString()}: watching ${counted(sources.length, 'file')}; Ctrl-C ends\n`,
    );
  }
  const stopped = new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop());
  });
  const tick = setInterval(() => {}, tickMs);
  try {
    await again();
    await stopped;
  } finally {
    clearInterval(tick);
    watcher.close();
  }
  return exitCodes.good;
}
