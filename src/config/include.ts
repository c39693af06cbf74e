/** The files that `include` names, found and read. */
import { basename, dirname, join, relative, resolve } from 'node:path';
import { isFileGlob } from '../lib/files/file-glob.ts';
import type { ProblemName } from './problem-codes.ts';
import { Report } from './problem-report.ts';
import { type Context, fileAt, isAbsent, shown, wrong } from './resolve/context.ts';
import { Files, shownPath } from './text/files.ts';
import { folderOf } from './text/interpolate.ts';
import { parseYaml } from './text/parse-yaml.ts';
import { maxFileBytes, readText } from './text/read-text.ts';
import type { Source } from './text/source.ts';

/** Files that one configuration may include, */
export const mostIncludes = 1000;
/** and bytes that they may have together. */
const mostBytes = 64 * 1024 * 1024;

/** The files of one configuration. */
export interface Included {
  readonly sources: readonly Source[];
  /** True if all of them could be read; errors are already reported. */
  readonly isWhole: boolean;
}

/** An entry of `include`. */
interface Entry {
  readonly index: number;
  readonly written: string;
}

/** Reads what `include` names, each file once, in its order. `keysFile` is an absolute path. */
export function readIncluded(
  context: Context,
  include: readonly string[],
  keysFile: string | undefined,
): Included {
  const { files } = context;
  const found = new Found(context, keysFile);
  for (const [index, written] of include.entries()) {
    if (!isAbsent(context, ['include', index])) found.add(index, written);
  }
  if (!found.isFaultless || tooMany(context, found.paths)) return { sources: [], isWhole: false };
  const sources: Source[] = [];
  let isWhole = context.intact(['include']);
  let bytes = 0;
  for (const [path, entry] of found.paths) {
    const source = readOne(context, path, entry);
    const content = files.read(path, maxFileBytes);
    bytes += content.kind === 'content' ? content.bytes.length : 0;
    if (bytes > mostBytes) {
      const message = `with ${shownPath(path)} the included files have more than 64 MiB together`;
      wrong(context, ['include', entry.index], 'file_too_large', message);
      return { sources, isWhole: false };
    }
    if (source === undefined) isWhole = false;
    else sources.push(source);
  }
  return { sources, isWhole };
}

function readOne(context: Context, path: string, { index, written }: Entry): Source | undefined {
  const { files, report } = context;
  // Messages name files by their paths, so these are a part of what was read.
  files.include(Buffer.from(relative(folderOf(context.tree), path)));
  return readText(path, files, report, (name, fault) => {
    const at = ['include', index];
    const what = isFileGlob(written)
      ? `${shownPath(path)}, which ${shown(context, at, written)} matches,`
      : `the file ${shown(context, at, written)}`;
    const isFolder = fault === 'is a directory';
    const pattern = isFileGlob(written) ? `${written}.yaml` : join(written, '*.yaml');
    const hint = isFolder && !pattern.endsWith('.yaml.yaml') ? `write "${pattern}" for the files` : undefined;
    wrong(context, at, isFolder ? 'bad_include' : name, `${what} ${fault}`, { hint });
  });
}

function tooMany(context: Context, { size }: ReadonlyMap<string, unknown>): boolean {
  if (size <= mostIncludes) return false;
  const message = `${size} files would be included; ${mostIncludes} are the most`;
  context.report.atKey(context.tree, ['include'], 'bad_include', message, {
    hint: 'put several models, teams or keys into one file',
  });
  return true;
}

/** Paths in the order of `include`, each with the entry that came to it first. */
class Found {
  readonly paths = new Map<string, Entry>();
  isFaultless = true;
  readonly #context: Context;
  readonly #keysFile: string | undefined;

  constructor(context: Context, keysFile: string | undefined) {
    this.#context = context;
    this.#keysFile = keysFile;
  }

  add(index: number, written: string): void {
    const context = this.#context;
    const at = ['include', index];
    const path = fileAt(context, written);
    if (dirname(path).includes('*')) {
      const message = 'a * is allowed in the name of a file, not in that of a folder';
      this.#fault('bad_include', index, message, 'name each folder in an entry of its own');
      return;
    }
    const paths = isFileGlob(path) ? context.files.matching(path) : [path];
    if (paths.length === 0) {
      wrong(context, at, 'include_without_files', `no file matches ${shown(context, at, written)}`, {
        hint: `${shownPath(dirname(path))} is the folder that is searched; remove the entry if no file is expected there`,
      });
    }
    for (const each of paths) {
      if (this.#isApart(each, index, written)) continue;
      if (!this.paths.has(each)) this.paths.set(each, { index, written });
    }
  }

  /** True for one of the two files that are read in another way; reports it. */
  #isApart(path: string, index: number, written: string): boolean {
    const isItself = path === this.#context.tree.source.path;
    if (!isItself && path !== this.#keysFile) return false;
    const entry = shown(this.#context, ['include', index], written);
    const subject = isFileGlob(written) ? `${entry} matches ${basename(path)}, which` : `the file ${entry}`;
    const message = `${subject} is ${isItself ? 'this file itself' : 'the `keys_file`, which is read anyway'}`;
    const hint = isFileGlob(written)
      ? 'keep the files that are included in a folder of their own, such as "models/*.yaml"'
      : 'take the entry out';
    this.#fault('bad_include', index, message, hint);
    return true;
  }

  #fault(name: ProblemName, index: number, message: string, hint: string): void {
    this.isFaultless = false;
    wrong(this.#context, ['include', index], name, message, { hint });
  }
}

/**
 * Absolute paths of the files that a file includes and that are there, for what goes through them without loading the
 * configuration. Nothing is said about what is wrong.
 */
export function includedPaths(file: string): readonly string[] {
  const report = new Report();
  const files = new Files();
  const path = resolve(file);
  const source = readText(path, files, report);
  const tree = source && parseYaml(source, report, '');
  const items = tree?.root.entries?.get('include')?.node.items ?? [];
  const named = items.flatMap(({ value }) =>
    typeof value === 'string' && value !== '' ? [resolve(dirname(path), value)] : [],
  );
  const paths = named.flatMap((each) => (isFileGlob(each) ? files.matching(each) : [each]));
  if (paths.length > mostIncludes) return [];
  return [...new Set(paths)].filter(
    (each) => each !== path && files.read(each, maxFileBytes).kind === 'content',
  );
}
