import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { gatewayProgram } from '../helpers/program.ts';

export interface GatewayProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Everything written so far. */
  readonly said: { out: string; err: string };
  /** Resolves when what was written matches; rejects when the process ends before. */
  saying(pattern: RegExp): Promise<RegExpExecArray>;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** Runs the command line as an operator does, in a process of its own. */
export function startProcess(
  t: TestContext,
  args: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): GatewayProcess {
  const child = spawn(process.execPath, [gatewayProgram, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'], ...options.env },
  });
  t.after(() => child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  return {
    child,
    said,
    ended,
    saying(pattern) {
      return new Promise((found, reject) => {
        const look = () => {
          const match = pattern.exec(said.out + said.err);
          if (match !== null) found(match);
        };
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        child.once('close', () => reject(new Error(`ended without saying ${pattern}:\n${said.err}`)));
        look();
      });
    },
  };
}
