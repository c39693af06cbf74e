import { Predecessor } from '../../supervisor/takeover/predecessor.ts';
import { WorkerProcess } from '../../supervisor/worker-process.ts';
import type { Started } from '../serving.ts';
import { stoppedBySignal, toItsEnd } from '../signals.ts';
import { type ExitCode, exitCodes, painter, type Terminal } from '../terminal.ts';
import { preflight } from './preflight.ts';

/**
 * Runs the gateway until a signal ends it. What is for people goes to `err`: standard output is the log, JSON line by
 * line. Throws where the process or the address is not fit.
 */
export async function serve(
  file: string,
  terminal: Terminal,
  { takeover = 'none' }: { readonly takeover?: 'none' | 'if any runs' | 'only' } = {},
): Promise<ExitCode> {
  if (file === '-')
    throw new Error('serve needs a file, which it can read again; standard input is for check');
  if (takeover !== 'none') {
    const { takeOver } = await import('./take-over.ts');
    const exitCode = await takeOver(file, terminal);
    if (exitCode !== undefined) return exitCode;
    if (takeover === 'only') {
      terminal.err(
        `gateway: no gateway runs with the state.dir of ${file}: start this one, without --takeover-only\n`,
      );
      return exitCodes.couldNotRun;
    }
  }
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

  const started = await startHeard(file, terminal);
  if (started.gateway === undefined) return started.exitCode;
  const { gateway, welcome } = started;
  reload = () => gateway.reload();
  reopenLogs = () => gateway.reopenLogs();
  const stopped = stoppedBySignal(() => gateway.stop(), terminal);
  terminal.err(welcome); // a reader of this line may send a signal
  const isSuperseded = gateway.superseded.then(() => true as const);
  const end = await Promise.race([stopped, gateway.failed, isSuperseded]);
  if (end === true) await toItsEnd(() => gateway.stop());
  const failure = end === true ? undefined : end;
  if (failure === undefined) return exitCodes.good;
  gateway.kill();
  terminal.err(`gateway: ${failure}\n`);
  process.exit(exitCodes.notValid); // a process manager has to see the end
}

/** The same where another gateway started this one to take its place: it hears why where nothing comes of it. */
async function startHeard(file: string, terminal: Terminal): Promise<Started> {
  const predecessor = Predecessor.of(terminal.env);
  if (predecessor === undefined) return start(file, terminal);
  let said = '';
  const err = (text: string) => {
    said += text;
    terminal.err(text);
  };
  try {
    const started = await start(file, { ...terminal, err }, predecessor);
    if (started.gateway === undefined) await predecessor.failed(said.trim());
    return started;
  } catch (error) {
    await predecessor.failed(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/** Reads the file while the first worker loads its modules. */
async function start(file: string, terminal: Terminal, predecessor?: Predecessor): Promise<Started> {
  const ahead = new WorkerProcess();
  try {
    const { startServing } = await import('../serving.ts');
    const started = await startServing(file, terminal, ahead, predecessor);
    if (started.gateway === undefined) ahead.kill();
    return started;
  } catch (error) {
    ahead.kill();
    throw error;
  }
}
