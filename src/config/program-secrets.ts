/**
 * The output of a file's programs. They run before any other check, since their output may be anywhere in the file;
 * other faults of the file are not reported here.
 */
import { Report } from './problem-report.ts';
import { resolvePrograms } from './resolve/programs/programs.ts';
import { checkShape } from './schema/check-shape.ts';
import { fileShape } from './schema/generated/shape.generated.js';
import { validateFile } from './schema/generated/validator.generated.js';
import { type Disk, Files } from './text/files.ts';
import { interpolate } from './text/interpolate.ts';
import type { Tree } from './text/tree.ts';
import { type ProgramOutcome, type ProgramSpec, programId } from './types/programs.ts';

/** Gets the secrets of programs. */
export interface ProgramRuns {
  /** Earlier outputs of programs, by their ids: these are not run. */
  readonly known: ReadonlyMap<string, string>;
  /** Runs one that is not known. Never rejects. */
  readonly run: (program: ProgramSpec) => Promise<ProgramOutcome>;
}

/** By name; a program that is not here was not run. */
export type ProgramSecrets = ReadonlyMap<string, ProgramOutcome>;

const nothing: ProgramSecrets = new Map();

/** Runs the programs of a main file, all at once. The tree stays as it is; undefined where there is none. */
export async function programSecrets(
  main: Tree | undefined,
  {
    env,
    disk,
    programs,
  }: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly disk: Disk | undefined;
    readonly programs: ProgramRuns | undefined;
  },
): Promise<ProgramSecrets> {
  const tree = main && sectionOf(main);
  if (programs === undefined || tree === undefined) return nothing;
  const report = new Report();
  const files = new Files(disk);
  const { file: shaped, intact } = checkShape(tree, fileShape, validateFile, report);
  interpolate(tree, { env, files, requireSecrets: true }, report);
  const context = {
    tree,
    report,
    files,
    requireSecrets: true,
    isInstalled: () => true,
    now: Date.now(),
    intact,
  };
  const specs = [...resolvePrograms(context, shaped.programs ?? {}).values()];
  // The loader reports a faulty program later; it is not run.
  const isFaulty = ({ name }: ProgramSpec) =>
    report
      .problems()
      .some(({ severity, path }) => severity === 'error' && `${path}.`.startsWith(`programs.${name}.`));
  const outcomes = specs
    .filter((spec) => !isFaulty(spec))
    .map(async (spec) => {
      const known = programs.known.get(programId(spec));
      const outcome: ProgramOutcome =
        known === undefined ? await programs.run(spec) : { kind: 'printed', value: known };
      return [spec.name, outcome] as const;
    });
  return new Map(await Promise.all(outcomes));
}

/** A copy of the file with that section alone: what is looked at is changed by it. */
function sectionOf({ source, root }: Tree): Tree | undefined {
  const entry = root.entries?.get('programs');
  if (entry === undefined) return undefined;
  const { start, end } = root;
  const value = { programs: entry.node.value };
  return { source, root: structuredClone({ start, end, value, entries: new Map([['programs', entry]]) }) };
}
