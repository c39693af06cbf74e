import type { LoadOptions } from '../config/load.ts';
import type { Problem } from '../config/problems.ts';
import { type FileContent, realDisk } from '../config/text/files.ts';
import { loadInspected } from './load-inspected.ts';

/** New content for one of the files of a configuration. */
export interface FileChange {
  /** Absolute, as the configuration names it. */
  readonly path: string;
  readonly text: string;
}

/**
 * The errors that a configuration would have with other content in one of its files, and does not have without.
 * Nothing is written. Never throws for what is in the files.
 */
export async function faultsOfChange(
  file: string,
  change: FileChange,
  options: Pick<LoadOptions, 'env' | 'requireSecrets'>,
): Promise<readonly Problem[]> {
  const changed: FileContent = { kind: 'content', bytes: Buffer.from(change.text), mode: undefined };
  const after = await loadInspected(file, {
    ...options,
    disk: {
      ...realDisk,
      read: (path, maxBytes) => (path === change.path ? changed : realDisk.read(path, maxBytes)),
    },
  });
  const errors = after.problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return errors;
  const before = await loadInspected(file, options);
  // Not by line: what stands below a change has moved.
  const known = new Set(before.problems.map(nameOf));
  return errors.filter((problem) => !known.has(nameOf(problem)));
}

function nameOf({ file, path, code, message }: Problem): string {
  return [file, path, code, message].join('\n');
}
