import { diffConfigs, isSame, type Version } from '../../check/diff/diff.ts';
import { diffMarkdown, diffText } from '../../check/diff/diff-text.ts';
import { formatProblems } from '../../config/problems.ts';
import type { Disk } from '../../config/text/files.ts';
import { loadFile } from '../config-file.ts';
import type { AdminOptions } from '../running/admin-access.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { TrafficFiles } from '../traffic/diff-traffic.ts';
import { diskAt, isThereAt } from './git-files.ts';

export interface DiffOptions extends Pick<AdminOptions, 'ca' | 'tokenFile'> {
  readonly format: 'text' | 'json' | 'markdown';
  /** 0 for the same, 2 for a change, 1 for an error, as `terraform plan -detailed-exitcode` has it. */
  readonly exitCode?: boolean;
  /** A commit: the file as it was there is the old one, that of the working tree the new one. */
  readonly git?: string;
  /** Access logs: what becomes of their requests is told, in place of what the change means. */
  readonly traffic?: readonly string[];
  /** An export of usage: what it costs under both is told. */
  readonly usage?: string;
  /** The admin listeners of running gateways, whose usage is priced. */
  readonly from?: readonly string[];
}

/** Exit codes of `diff`, which are not those of the other commands. */
const codes = { same: 0, error: 1, changed: 2 } as const;

/**
 * Prints what the change from one file to another means. One of the two may be standard input; with `git` there is one
 * file alone, and every file that it names is read from that commit for the old side.
 */
export async function diff(
  before: string,
  after: string | undefined,
  options: DiffOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { git } = options;
  if (git !== undefined && (after !== undefined || before === '-')) {
    throw new Error('--git takes one file, which it compares with what it was: gateway diff --git REV FILE');
  }
  if (git === undefined && after === undefined)
    throw new Error('say which two files to compare, or --git REV FILE');
  if (before === '-' && after === '-') throw new Error('only one of the two can be standard input (-)');
  if ([options.traffic, options.usage, options.from].filter((one) => one !== undefined).length > 1)
    throw new Error('--traffic, --usage and --from are questions of their own: give one of them');
  if ([before, after, options.usage, ...(options.traffic ?? [])].filter((file) => file === '-').length > 1)
    throw new Error('standard input (-) can be read only once');
  const disk = git === undefined ? undefined : diskAt(git, before);
  const isAsked = [options.traffic, options.usage, options.from].some((one) => one !== undefined);
  const now = await version(after ?? before, terminal, isAsked);
  if (now !== undefined && disk !== undefined && !isThereAt(disk, before)) {
    terminal.err(`${before} is not in ${git} yet: all of it is new\n`);
    return options.exitCode ? codes.changed : codes.same;
  }
  const old = await version(before, terminal, isAsked, disk);
  if (old === undefined || now === undefined) return codes.error;
  if (isAsked) {
    const files = {
      before: { config: old.config, name: git === undefined ? before : `${before} of ${git}` },
      after: { config: now.config, name: after ?? before },
    };
    const isChanged = await answered(files, options, terminal);
    return options.exitCode && isChanged ? codes.changed : codes.same;
  }
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

/** Prints the changes to traffic, or to the cost of usage. True if something differs. */
async function answered(files: TrafficFiles, options: DiffOptions, terminal: Terminal): Promise<boolean> {
  const { traffic, usage, from, ca, tokenFile, format } = options;
  if (traffic !== undefined) {
    const { diffTraffic } = await import('../traffic/diff-traffic.ts');
    return diffTraffic(traffic, files, format, terminal);
  }
  const { diffUsage } = await import('../repricing/diff-usage.ts');
  const gateways = {
    admin: from!,
    ...(ca !== undefined && { ca }),
    ...(tokenFile !== undefined && { tokenFile }),
  };
  return diffUsage(usage === undefined ? { gateways } : { file: usage }, files, format, terminal);
}

/**
 * A file without errors; what else is found in it is the business of `check`. For traffic and usage its text is let go:
 * a log takes a while.
 */
async function version(
  file: string,
  terminal: Terminal,
  isAsked: boolean,
  disk?: Disk,
): Promise<Version | undefined> {
  const options = { requireSecrets: false, ...(disk && { disk }) };
  const { config, problems, trees } = await loadFile(file, options, terminal);
  if (config !== undefined) return { config, trees: isAsked ? [] : trees };
  terminal.err(`${formatProblems(problems, { color: terminal.colorErr })}\n\n`);
  return undefined;
}
