/** Programs that read requests as the libraries do which backends are written with. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';

const libraries = ['werkzeug==3.1.9', 'starlette==1.10.0', 'python-multipart==0.0.34'];

export interface OtherReader {
  readonly name: string;
  /** What it reads of each of some texts of one line. */
  read(lines: readonly string[]): readonly unknown[];
}

/** Go's standard library, werkzeug and Starlette, by a program in Go and one in Python of one folder. */
export function otherReaders(t: TestContext, inGo: string, inPython: string): readonly OtherReader[] {
  const scratch = mkdtempSync(join(tmpdir(), 'gateway-readers-'));
  t.after(() => rmSync(scratch, { recursive: true, force: true }));
  const python = join(scratch, 'python');
  execFileSync('python3', ['-m', 'venv', python]);
  execFileSync(join(python, 'bin/pip'), ['install', '--quiet', ...libraries]);
  const compiled = join(scratch, basename(inGo, '.go'));
  execFileSync('go', ['build', '-o', compiled, inGo], { cwd: scratch });
  const reader = (name: string, command: string, words: readonly string[]): OtherReader => ({
    name,
    read(lines) {
      const input = lines.map((line) => `${line}\n`).join('');
      const options = { input, encoding: 'utf8', maxBuffer: 1e9, stdio: ['pipe', 'pipe', 'ignore'] } as const;
      const read = execFileSync(command, words, { ...options, stdio: [...options.stdio] });
      return read
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
    },
  });
  return [
    reader('Go', compiled, []),
    reader('werkzeug', join(python, 'bin/python'), [inPython, 'werkzeug']),
    reader('Starlette', join(python, 'bin/python'), [inPython, 'starlette']),
  ];
}
