import { loadInspected } from '../check/load-inspected.ts';
import type { LoadOptions } from '../config/load.ts';
import { formatProblems, type Problem } from '../config/problems.ts';
import type { ProgramRuns } from '../config/program-secrets.ts';
import { shownPath } from '../config/text/files.ts';
import type { Tree } from '../config/text/tree.ts';
import type { Config } from '../config/types/gateway.ts';
import { type ExitCode, exitCodes, type Terminal } from './terminal.ts';

/** A configuration file as a command was given it, loaded. */
export interface LoadedFile {
  /** As it is shown to people. */
  readonly shown: string;
  /** Undefined when something is wrong with the file. */
  readonly config: Config | undefined;
  readonly problems: readonly Problem[];
  /** The file itself is absent or can't be read: nothing can be said about its content. */
  readonly isUnreadable: boolean;
  /** As far as the files could be parsed. */
  readonly trees: readonly Tree[];
  /** Absolute paths of all that was read or looked for. */
  readonly sources: readonly string[];
}

/** Loads a file, or standard input for `-`. Never throws for what is wrong with the file. */
export async function loadFile(
  file: string,
  {
    runsPrograms,
    ...options
  }: Pick<LoadOptions, 'requireSecrets' | 'disk' | 'leavesOutStoreKeys' | 'leavesOutToolsLock'> & {
    /** Run the file's programs for their secrets; by default only if secrets are required. */
    readonly runsPrograms?: boolean;
  },
  terminal: Terminal,
): Promise<LoadedFile> {
  const { env } = terminal;
  const programs = (runsPrograms ?? options.requireSecrets) && (await programsOf(env));
  const all = { ...options, env, ...(programs && { programs }) };
  const loaded =
    file === '-'
      ? await loadInspected(file, { ...all, text: await terminal.readInput() })
      : await loadInspected(file, all);
  const shown = file === '-' ? '<stdin>' : shownPath(file);
  const { config, problems, trees, sources } = loaded;
  const isUnreadable = problems.some(
    (problem) => problem.code === unreadable && problem.path === '' && problem.file === shown,
  );
  return { shown, config, problems, isUnreadable, trees, sources };
}

const unreadable = 'GW1001';

/** Runs programs as `serve` does; what does that is loaded where a command needs it. */
async function programsOf(env: Terminal['env']): Promise<ProgramRuns> {
  const { runSecretProgram } = await import('../credentials/sources/exec/secret-program.ts');
  return { known: new Map(), run: (program) => runSecretProgram(program, env) };
}

/**
 * Loads a file for a command that can do nothing without it; what is wrong goes to `err`.
 *
 * @param tellsWarnings Also those of a valid file. They are the business of `check` and `serve`, and stand in the way of
 *   what another command has to say.
 */
export async function requireFile(
  file: string,
  {
    tellsWarnings = false,
    ...options
  }: Pick<LoadOptions, 'requireSecrets' | 'disk'> & {
    readonly tellsWarnings?: boolean;
  },
  terminal: Terminal,
): Promise<{ readonly config: Config } | { readonly config: undefined; readonly exitCode: ExitCode }> {
  const { config, problems, isUnreadable } = await loadFile(
    file,
    { leavesOutStoreKeys: true, ...options },
    terminal,
  );
  const worth =
    config === undefined ? problems : problems.filter(({ severity }) => tellsWarnings && severity !== 'note');
  if (worth.length > 0) terminal.err(`${formatProblems(worth, { color: terminal.colorErr })}\n\n`);
  if (config !== undefined) return { config };
  return { config, exitCode: isUnreadable ? exitCodes.couldNotRun : exitCodes.notValid };
}
