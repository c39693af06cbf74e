import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from './inside.ts';

/** A folder of a test's own, gone with it. */
export function scratchFolder(cleanup: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-scratch-'));
  cleanup.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A program of a test's, as the lines of a shell script. */
export function shellProgram(cleanup: Cleanup, lines: string): string {
  const file = join(scratchFolder(cleanup), 'program');
  writeFileSync(file, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o755);
  return file;
}
