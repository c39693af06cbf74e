/**
 * From a file to a configuration, in named steps, one file each: read, parse, check the shape, interpolate,
 * resolve, freeze. `check`, `serve` and a reload all come through here, so they find the same and say the same.
 */
import { resolve as absolute } from 'node:path';
import { freezeDeep } from '../lib/freeze.ts';
import { isPackageThere } from '../lib/packages/installed.ts';
import { readIncluded } from './include.ts';
import { type Inspect, inspection } from './inspection.ts';
import { Report } from './problem-report.ts';
import type { Problem } from './problems.ts';
import { type ProgramRuns, type ProgramSecrets, programSecrets } from './program-secrets.ts';
import { fileAt, isAbsent, shown } from './resolve/context.ts';
import { findToolsLock, noToolsLock } from './resolve/mcp/tools-lock.ts';
import { type Prices, resolvePrices } from './resolve/prices/prices.ts';
import { copyOfStore, type Parts, resolve } from './resolve/resolve.ts';
import type { Part } from './resolve/sections.ts';
import { stateDir } from './resolve/state-dir.ts';
import { checkShape } from './schema/check-shape.ts';
import type { GatewayFile } from './schema/generated/file.generated.ts';
import {
  fileShape,
  includedFileShape,
  keysFileShape,
  type Shape,
} from './schema/generated/shape.generated.js';
import {
  type Validator,
  validateFile,
  validateIncludedFile,
  validateKeysFile,
} from './schema/generated/validator.generated.js';
import { isSecretOfKey, parseKeys } from './store/keys-file-text.ts';
import { type StorePart, storeShown } from './store/store-keys.ts';
import { type Disk, Files } from './text/files.ts';
import { type Interpolation, interpolate } from './text/interpolate.ts';
import { parseJson } from './text/parse-json.ts';
import { parseYaml } from './text/parse-yaml.ts';
import { givenText, maxFileBytes, readText } from './text/read-text.ts';
import type { Source } from './text/source.ts';
import type { Tree } from './text/tree.ts';
import { reviewedSources, textRevision } from './text-revision.ts';
import type { Config } from './types/gateway.ts';

export interface LoadOptions {
  /** The source of `${NAME}`; by default the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Unset variables and absent secret and certificate files are errors (`serve`) or, if false, notes (`check`). */
  readonly requireSecrets: boolean;
  /** The contents, in place of reading the file: standard input. Relative paths then count from the working directory. */
  readonly text?: string;
  /** The source of files; by default the disk. */
  readonly disk?: Disk;
  /** True for an installed optional package; by default it is looked for beside this one. */
  readonly isInstalled?: (name: string) => boolean;
  /**
   * Leaves out invalid keys of the `keys_store` with a warning (`serve`); otherwise they are errors (`check`, and
   * before a key is written).
   */
  readonly leavesOutStoreKeys?: boolean;
  /** Leaves `tools.lock` out, whatever is in it, for the command that writes it. */
  readonly leavesOutToolsLock?: boolean;
  /** Gets the secrets that programs print; by default no program runs. */
  readonly programs?: ProgramRuns;
  /** Looks at a configuration without errors for what is valid and yet not meant. */
  readonly inspect?: Inspect;
}

export interface LoadResult {
  /** Complete and frozen; undefined when there is any error. */
  readonly config: Config | undefined;
  /** In the order of the text; with a configuration too there can be warnings and notes. */
  readonly problems: readonly Problem[];
  /** Absolute paths of all that was read or looked for, also on failure. */
  readonly sources: readonly string[];
  /** The main file, those that it includes and the `keys_file`, as far as they could be parsed, with the defaults filled in. */
  readonly trees: readonly Tree[];
}

const emptyHint = 'a file begins with `version: 1`; `gateway init` writes one to start from';
const emptyIncludeHint =
  'it may hold `backends`, `models`, `rate_limits`, `groups`, `keys`, `tests`, `never` and `survives`';

/** Loads a configuration. Never throws for what is in the files, nor for files that are not there. */
export async function loadConfig(file: string, options: LoadOptions): Promise<LoadResult> {
  const report = new Report();
  const files = new Files(options.disk);
  const trees: Tree[] = [];
  const { env = process.env, text, disk, programs } = options;
  const source =
    text === undefined ? readText(absolute(file), files, report) : givenText(text, files, report);
  const tree = source && parseYaml(source, report, emptyHint);
  const secrets = await programSecrets(tree, { env, disk, programs });
  const read = tree && load(tree, options, { files, secrets }, report, trees);
  const config = report.hasErrors() ? undefined : read?.config;
  if (config && read) options.inspect?.(config, inspection(trees, report, Date.now(), read.prices));
  return { config, problems: report.problems(), sources: files.sources, trees };
}

function load(
  mainTree: Tree,
  options: LoadOptions,
  { files, secrets }: { readonly files: Files; readonly secrets: ProgramSecrets },
  report: Report,
  trees: Tree[],
): { readonly config: Config; readonly prices: Prices } | undefined {
  const env = options.env ?? process.env;
  const { requireSecrets, isInstalled = isPackageThere } = options;
  const now = Date.now();

  const part = <File>(
    tree: Tree | undefined,
    shape: Shape,
    validate: Validator<File>,
    { isReference, programs }: Pick<Interpolation, 'isReference' | 'programs'>,
  ): Part<File> | undefined => {
    if (!tree) return undefined;
    trees.push(tree);
    const shaped = checkShape(tree, shape, validate, report);
    interpolate(tree, { env, files, requireSecrets, isReference, programs }, report);
    return {
      context: { tree, report, files, requireSecrets, isInstalled, now, intact: shaped.intact },
      file: shaped.file,
    };
  };

  // Included files name those of the main file.
  const names = [...(mainTree.root.entries?.get('programs')?.node.entries?.keys() ?? [])];
  const programs = { outcomeOf: (name: string) => secrets.get(name), names: () => names };
  const main = part(mainTree, fileShape, validateFile, { programs });
  if (!main) return undefined;
  const { sources, isWhole } = readIncluded(main.context, main.file.include ?? [], pathOfKeys(main));
  const read = sources.map((one) =>
    part(parseYaml(one, report, emptyIncludeHint), includedFileShape, validateIncludedFile, { programs }),
  );
  const included = read.filter((one) => one !== undefined);
  const keys = readKeysFile(main, files, report);
  const keysFile = part(keys && parseKeys(keys, report), keysFileShape, validateKeysFile, {
    isReference: isSecretOfKey,
    programs: 'text',
  });
  const store = readStoreKeys(main, {
    env,
    files,
    report,
    trees,
    leavesOut: options.leavesOutStoreKeys === true,
  });
  const toolsLock =
    options.leavesOutToolsLock === true ? noToolsLock : findToolsLock(main.context, main.file);
  const parts: Parts = {
    main,
    included,
    isWhole: isWhole && included.length === read.length,
    keysFile,
    store,
    toolsLock,
  };
  const prices = resolvePrices(main.context, main.file);
  const resolved = resolve(parts, env, prices, secrets);
  if (resolved === undefined) return undefined;
  for (const { name, value } of resolved.programs.values()) {
    if (value !== undefined) files.include(Buffer.from(`${name} ${value}`));
  }
  return {
    config: freezeDeep<Config>({ ...resolved, ...identity(main, [...sources, ...toolsLock.sources], files) }),
    prices,
  };
}

/** Identifies the version of the files. */
function identity(
  { context: { tree } }: Part<GatewayFile>,
  others: readonly Source[],
  files: Files,
): Pick<Config, 'revision' | 'textRevision' | 'secretsRevision' | 'sources'> {
  const reviewed = reviewedSources(tree.source, others);
  return {
    revision: files.revision(),
    textRevision: textRevision(reviewed),
    secretsRevision: files.revisionWithout(new Set(reviewed.map(({ path }) => path))),
    sources: files.sources,
  };
}

/** Absolute; undefined where none is named. */
function pathOfKeys({ context, file }: Part<GatewayFile>): string | undefined {
  return file.keys_file === undefined || isAbsent(context, ['keys_file'])
    ? undefined
    : fileAt(context, file.keys_file);
}

function readKeysFile(
  { context, file }: Part<GatewayFile>,
  files: Files,
  report: Report,
): Source | undefined {
  const named = file.keys_file;
  const path = pathOfKeys({ context, file });
  if (named === undefined || path === undefined) return undefined;
  return readText(path, files, report, (name, fault) => {
    const isNew = files.read(path, maxFileBytes).kind === 'absent' && context.tree.source.path !== '-';
    const hint = isNew
      ? `\`gateway key create NAME --config ${context.tree.source.shown}\` makes it`
      : undefined;
    report.atValue(
      context.tree,
      ['keys_file'],
      name,
      `the file ${shown(context, ['keys_file'], named)} ${fault}`,
      { hint },
    );
  });
}

interface StoreReading {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly files: Files;
  readonly report: Report;
  readonly trees: Tree[];
  readonly leavesOut: boolean;
}

/**
 * Reads the last seen content of the `keys_store`. References in it are literal text, because others than the operator
 * of this host write it.
 */
function readStoreKeys(
  { context, file }: Part<GatewayFile>,
  { env, files, report, trees, leavesOut }: StoreReading,
): StorePart | undefined {
  if (file.keys_store === undefined || !context.intact(['state'])) return undefined;
  const path = copyOfStore(stateDir(context, file, env));
  if (files.read(path, maxFileBytes).kind === 'absent') return undefined;
  const shape = new Report();
  const read = readText(path, files, shape);
  const tree = read && parseJson({ ...read, shown: storeShown }, shape);
  if (tree === undefined) {
    report.adopt(shape, 'warning');
    return undefined;
  }
  trees.push(tree);
  const { file: keys, intact } = checkShape(tree, keysFileShape, validateKeysFile, shape);
  return { context: { ...context, tree, report, intact }, file: keys, shape, leavesOut };
}
