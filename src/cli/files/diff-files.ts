import { diffConfigs, isSame, type Version } from '../../check/diff/diff.ts';
import { diffMarkdown, diffText } from '../../check/diff/diff-text.ts';
import { formatProblems } from '../../config/problems.ts';
import { loadFile } from '../config-file.ts';
import type { ExitCode, Terminal } from '../terminal.ts';

export interface DiffOptions {
  readonly format: 'text' | 'json' | 'markdown';
  /** 0 for the same, 2 for a change, 1 for an error, as `terraform plan -detailed-exitcode` has it. */
  readonly exitCode?: boolean;
}

/** Exit codes of `diff`, which are not those of the other commands. */
const codes = { same: 0, error: 1, changed: 2 } as const;

/** Prints what the change from one file to another means. One of the two may be standard input. */
export async function diff(
  before: string,
  after: string,
  options: DiffOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (before === '-' && after === '-') throw new Error('only one of the two can be standard input (-)');
  const old = await version(before, terminal);
  const now = await version(after, terminal);
  if (old === undefined || now === undefined) return codes.error;
  const found = diffConfigs(old, now);
  switch (options.format) {
    case 'json':
      terminal.out(`${JSON.stringify({ same: isSame(found), ...found }, null, 2)}\n`);
      break;
    case 'markdown':
      terminal.out(diffMarkdown(found));
      break;
    case 'text':
      terminal.out(diffText(found));
  }
  return options.exitCode && !isSame(found) ? codes.changed : codes.same;
}

/** A file without errors; what else is found in it is the business of `check`. */
async function version(file: string, terminal: Terminal): Promise<Version | undefined> {
  const { config, problems, trees } = await loadFile(file, { requireSecrets: false }, terminal);
  if (config !== undefined) return { config, trees };
  terminal.err(`${formatProblems(problems, { color: terminal.colorErr })}\n\n`);
  return undefined;
}
