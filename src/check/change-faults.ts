import type { LoadOptions } from '../config/load.ts';
import { problemCatalog } from '../config/problem-codes.ts';
import type { Problem } from '../config/problems.ts';
import { type FileContent, realDisk } from '../config/text/files.ts';
import type { Config } from '../config/types/gateway.ts';
import { loadInspected } from './load-inspected.ts';
import { proveNever } from './prove/prove.ts';

/** New content for one of the files of a configuration. */
export interface FileChange {
  /** The absolute path, as the configuration names it. */
  readonly path: string;
  readonly text: string;
  /**
   * The id of the key that the change makes, gives other terms or takes into use, and that is checked against `never`.
   */
  readonly key?: string | undefined;
}

/**
 * The errors that a configuration would have with other content in one of its files, and does not have without it, and
 * the assertions of `never` that the changed key would break. Nothing is written. Never throws for the content of the
 * files.
 */
export async function faultsOfChange(
  file: string,
  change: FileChange,
  options: Pick<LoadOptions, 'env' | 'requireSecrets' | 'programs'>,
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
  if (errors.length === 0) return after.config === undefined ? [] : breachesOf(after.config, change.key);
  const before = await loadInspected(file, options);
  // Compared without lines: the lines below a change have moved.
  const known = new Set(before.problems.map(nameOf));
  return errors.filter((problem) => !known.has(nameOf(problem)));
}

/** Assertions of `never` that a key would break. It may be about to come into use, so its dates don't count. */
function breachesOf(config: Config, id: string | undefined): readonly Problem[] {
  const key = id === undefined ? undefined : config.keys.get(id);
  if (key === undefined) return [];
  const broken = proveNever(config, key).filter(({ verdict }) => verdict === 'broken');
  return broken.map(({ assertion, name, at, message, why }) => ({
    code: problemCatalog.never_broken.code,
    severity: 'error',
    file: key.at.file,
    line: key.at.line,
    column: key.at.column,
    endLine: key.at.line,
    endColumn: key.at.column,
    path: `keys.${key.id}`,
    message: `breaks ${JSON.stringify(name)}, which is never[${assertion.index}] in line ${at.line} of ${at.file}: ${message}`,
    hint: 'narrow its `models` or `endpoints`, or change the assertion',
    frame: why.trimEnd().replace(/^(?=.)/gm, '    '),
  }));
}

function nameOf({ file, path, code, message }: Problem): string {
  return [file, path, code, message].join('\n');
}
