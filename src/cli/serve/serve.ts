import { WorkerProcess } from '../../supervisor/worker-process.ts';
import type { Started } from '../serving.ts';
import { stoppedBySignal } from '../signals.ts';
import { type ExitCode, exitCodes, painter, type Terminal } from '../terminal.ts';
import { preflight } from './preflight.ts';

/**
 * Runs the gateway until a signal ends it. What is for people goes to `err`: standard output is the log, JSON line by
 * line. Throws where the process or the address is not fit.
 */
export async function serve(file: string, terminal: Terminal): Promise<ExitCode> {
  if (file === '-')
    throw new Error('serve needs a file, which it can read again; standard input is for check');
  // Unheard, SIGHUP and SIGUSR2 would end the process, and SIGUSR1 open a debugger's port.
  let reload = () => {};
  let reopenLogs = () => {};
  process.on('SIGHUP', () => reload());
  process.on('SIGUSR1', () => reopenLogs());
  process.on('SIGUSR2', () => {});
  const { refusals, warnings } = preflight({
    env: terminal.env,
    execArgv: process.execArgv,
    nodeVersion: process.versions.node,
    userId: process.getuid?.(),
    now: Date.now(),
  });
  if (refusals.length > 0) throw new Error(`refusing to start: ${refusals.join('; ')}`);
  const warning = painter(terminal.colorErr)('yellow', 'warning');
  for (const text of warnings) terminal.err(`gateway: ${warning}: ${text}\n`);

  const started = await start(file, terminal);
  if (started.gateway === undefined) return started.exitCode;
  const { gateway, welcome } = started;
  reload = () => gateway.reload();
  reopenLogs = () => gateway.reopenLogs();
  const stopped = stoppedBySignal(() => gateway.stop(), terminal);
  terminal.err(welcome); // whoever has read this may send a signal
  const failure = await Promise.race([stopped, gateway.failed]);
  if (failure === undefined) return exitCodes.good;
  gateway.kill();
  terminal.err(`gateway: ${failure}\n`);
  process.exit(exitCodes.notValid); // what supervises this process has to see it end
}

/** Reads the file while the first worker loads its modules. */
async function start(file: string, terminal: Terminal): Promise<Started> {
  const ahead = new WorkerProcess();
  try {
    const { startServing } = await import('../serving.ts');
    const started = await startServing(file, terminal, ahead);
    if (started.gateway === undefined) ahead.kill();
    return started;
  } catch (error) {
    ahead.kill();
    throw error;
  }
}
