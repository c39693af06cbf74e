import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gatewayProgram } from './program.ts';
import type { Owner } from './serve.ts';

const root = resolve(dirname(gatewayProgram), '../..');

/** The command line of a build that is another version: this one, in a folder of its own. */
export function copyOfBuild(owner: Owner, version: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-build-'));
  owner.after(() => rmSync(dir, { recursive: true, force: true }));
  for (const name of ['dist', 'schemas', 'data'])
    cpSync(join(root, name), join(dir, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object;
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ ...about, version }));
  return join(dir, 'dist/bin/gateway.js');
}

export interface Ended {
  readonly code: number;
  readonly err: string;
  /** The process that serves from now on, where the command said so; ended with its owner. */
  readonly pid: number | undefined;
}

/** Runs `serve --takeover` (or `--takeover-only`) to its end. */
export async function takeOver(
  owner: Owner,
  program: string,
  file: string,
  env: Readonly<Record<string, string>>,
  option: '--takeover' | '--takeover-only' = '--takeover',
): Promise<Ended> {
  const child = spawn(process.execPath, [program, 'serve', option, '--config', file], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  owner.after(() => void child.kill('SIGKILL'));
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    err += part;
  });
  const [code] = (await once(child, 'close')) as [number];
  const pid = /serves \(process (\d+)\)/.exec(err)?.[1];
  if (pid !== undefined) owner.after(() => end(Number(pid)));
  return { code, err, pid: pid === undefined ? undefined : Number(pid) };
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
