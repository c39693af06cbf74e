import { dirname, join } from 'node:path';
import { Report } from '../../config/problem-report.ts';
import type { Problem } from '../../config/problems.ts';
import { Files, shownPath } from '../../config/text/files.ts';
import { maxFileBytes, readText } from '../../config/text/read-text.ts';
import { source } from '../../config/text/source.ts';
import { readToolsLock } from '../../config/tools-lock/read-lock.ts';
import { type ToolsLock, toolsLockName } from '../../config/tools-lock/tools-lock.ts';
import { lockText } from '../../config/tools-lock/write-lock.ts';
import type { Config } from '../../config/types/gateway.ts';
import { withLock } from '../../lib/files/file-lock.ts';
import { rewriteFile } from '../../lib/files/replace-file.ts';

/** The content of the file: a lock, or what is wrong with it. */
export type ReadToolsLock =
  | { readonly kind: 'lock'; readonly lock: ToolsLock }
  | { readonly kind: 'absent' }
  | { readonly kind: 'broken'; readonly problems: readonly Problem[] };

/** `tools.lock` beside a configuration. */
export class ToolsLockFile {
  readonly path: string;
  readonly #config: string;

  constructor({ file }: Pick<Config, 'file'>) {
    this.path = join(dirname(file), toolsLockName);
    this.#config = file;
  }

  read(): ReadToolsLock {
    const report = new Report();
    const files = new Files();
    if (files.read(this.path, maxFileBytes).kind === 'absent') return { kind: 'absent' };
    const text = readText(this.path, files, report);
    const lock = text && readToolsLock(text, report);
    return lock === undefined || report.hasErrors()
      ? { kind: 'broken', problems: report.problems() }
      : { kind: 'lock', lock };
  }

  /** Changes what is there at the moment; gives false where it stays as it is. */
  change(change: (before: ReadToolsLock) => ToolsLock): Promise<boolean> {
    return withLock(this.path, async () => {
      const before = this.read();
      const text = lockText(change(before));
      if (before.kind === 'lock' && text === lockText(before.lock)) return false;
      this.#check(text);
      await rewriteFile(this.path, text, { mode: 0o644, beside: this.#config });
      return true;
    });
  }

  /** Nothing is written that could not be read. */
  #check(text: string): void {
    const shown = shownPath(this.path);
    if (Buffer.byteLength(text) > maxFileBytes)
      throw new Error(`${shown} would be larger than 16 MiB: let servers offer fewer tools (\`tools\`)`);
    const report = new Report();
    if (readToolsLock(source(this.path, shown, text), report) !== undefined) return;
    const [{ line, message } = { line: 0, message: '' }] = report.problems();
    throw new Error(`${shown} is not written, since it could not be read again: line ${line}, ${message}`);
  }
}
