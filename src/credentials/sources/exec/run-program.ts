import { type ChildProcess, spawn } from 'node:child_process';

/** The end of a program, and its output. */
export interface ProgramEnd {
  readonly why: 'ended' | 'not_started' | 'too_late' | 'too_much';
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  /** The last of its standard error. */
  readonly errors: string;
  /** True if its standard error was longer. */
  readonly isErrorsCut: boolean;
  /** Why it could not be started. */
  readonly error: NodeJS.ErrnoException | undefined;
}

export interface RunOptions {
  /** Its time is up when this aborts. */
  readonly signal: AbortSignal;
  /** It is ended when it prints more. */
  readonly mostBytes: number;
}

/** Between the word that it is to end and its end. */
const graceMs = 1000;
/** The wait for a child of it that goes on printing. */
const lingerMs = 200;
const keptErrors = 4096;

/**
 * Runs a program without a shell, with nothing of ours but its environment, as the head of a process group of its own:
 * what it started ends with it. Resolves when it has ended, however it did.
 */
export function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  { signal, mostBytes }: RunOptions,
): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    const out: Buffer[] = [];
    let length = 0;
    let errors = '';
    let isErrorsCut = false;
    let why: ProgramEnd['why'] = 'ended';
    let grace: NodeJS.Timeout | undefined;
    let linger: NodeJS.Timeout | undefined;
    let isOver = false;
    let child: ChildProcess;
    try {
      child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    } catch (cause) {
      return resolve(notStarted(cause as NodeJS.ErrnoException));
    }

    const over = (code: number | null, by: string | null): void => {
      if (isOver) return;
      isOver = true;
      signal.removeEventListener('abort', late);
      clearTimeout(grace);
      clearTimeout(linger);
      child.stdout?.destroy();
      child.stderr?.destroy();
      const text = Buffer.concat(out).toString('utf8');
      resolve({ why, code, signal: by, out: text, errors, isErrorsCut, error: undefined });
    };
    const end = (because: ProgramEnd['why']): void => {
      if (why !== 'ended' || isOver) return;
      why = because;
      killGroup(child, 'SIGTERM');
      grace = setTimeout(() => killGroup(child, 'SIGKILL'), graceMs);
    };
    const late = (): void => end('too_late');

    child.on('error', (error: NodeJS.ErrnoException) => {
      if (child.pid !== undefined || isOver) return;
      isOver = true;
      signal.removeEventListener('abort', late);
      resolve(notStarted(error));
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > mostBytes) end('too_much');
      else out.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      const all = errors + chunk.toString('latin1');
      isErrorsCut ||= all.length > keptErrors;
      errors = all.slice(-keptErrors);
    });
    child.once('exit', (code, by) => {
      // Its remaining children would run on unattended.
      if (why !== 'ended') killGroup(child, 'SIGKILL');
      linger = setTimeout(() => {
        killGroup(child, 'SIGKILL');
        over(code, by);
      }, lingerMs);
      child.once('close', () => over(code, by));
    });
    if (signal.aborted) late();
    else signal.addEventListener('abort', late, { once: true });
  });
}

function notStarted(error: NodeJS.ErrnoException): ProgramEnd {
  return { why: 'not_started', code: null, signal: null, out: '', errors: '', isErrorsCut: false, error };
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}
