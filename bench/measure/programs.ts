import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that the bench started. */
export interface Running {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Asks it to end, and makes it after a while. */
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
// The last when its terminal is closed: a gateway would take it for a reload, and stay.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

export interface Launch {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The file for standard output and standard error. */
  readonly outputFile: string;
}

/**
 * Without what tells Node.js how to start: a NODE_EXTRA_CA_CERTS that somebody's shell has set is 45 ms more for each
 * process, and none of the proxies' doing.
 */
function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_')));
}

/** Starts a program that runs until it is stopped. */
export function launch({ command, env = {}, cwd, outputFile }: Launch): Running {
  const output = openSync(outputFile, 'a');
  const [file, ...args] = command as [string, ...string[]];
  const child = spawn(file, args, {
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', output, output],
    ...(cwd === undefined ? {} : { cwd }),
  });
  closeSync(output);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return { pid: child.pid!, child, stop: () => stop(child) };
}

/**
 * Runs a program to its end and gives its standard output. Throws with its standard error if it fails.
 * @param enough Asks it to end, with SIGTERM.
 */
export async function runToEnd(command: readonly string[], enough?: AbortSignal): Promise<string> {
  const [file, ...args] = command as [string, ...string[]];
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  enough?.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  let output = '';
  let complaint = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  running.delete(child);
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${complaint || output}`);
  return output;
}

const patienceMs = 5000;

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await Promise.race([ended, sleep(patienceMs, undefined, { ref: false })]);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await ended;
}
