import { constants } from 'node:os';
import type { Terminal } from './terminal.ts';

/** A forgotten handle may keep the process this long after everything stopped. */
const lingerMs = 1000;

/**
 * Waits for SIGTERM or SIGINT, for which it listens from the call on, then for `stop`. A second signal ends the
 * process at once, with the code that a shell gives a process that died of it.
 */
export async function stoppedBySignal(stop: () => Promise<void>, terminal: Terminal): Promise<void> {
  await new Promise<NodeJS.Signals>((resolve) => {
    let isStopping = false;
    const onSignal = (signal: NodeJS.Signals) => {
      if (isStopping) process.exit(128 + constants.signals[signal]);
      isStopping = true;
      terminal.err(`gateway: ${signal}: letting open requests finish; a second signal ends at once\n`);
      resolve(signal);
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
  await toItsEnd(stop);
}

/** Stops what this process does, after which it ends soon. */
export async function toItsEnd(stop: () => Promise<void>): Promise<void> {
  await stop();
  setTimeout(() => process.exit(), lingerMs).unref();
}
