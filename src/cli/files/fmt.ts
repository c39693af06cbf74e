import { resolve } from 'node:path';
import { includedPaths } from '../../config/include.ts';
import { fileFault, readRegular, shownPath } from '../../config/text/files.ts';
import { formatYaml } from '../../config/text/format-yaml.ts';
import { maxFileBytes } from '../../config/text/read-text.ts';
import { rewriteFile } from '../../lib/files/replace-file.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

export interface FmtOptions {
  readonly check?: boolean;
  readonly format: 'text' | 'json';
}

/** The result for one file. */
interface Told {
  readonly file: string;
  readonly state: 'unchanged' | 'formatted' | 'not_formatted' | 'not_yaml';
  readonly why?: string;
}

/**
 * Formats files in place, each with those that it includes, or tells which are not formatted. What is not YAML stays as
 * it is and is reported.
 */
export async function fmt(
  files: readonly string[],
  { check = false, format }: FmtOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.good;
  const isJson = format === 'json';
  if (isJson && !check && files.includes('-'))
    throw new Error(
      'what is formatted from standard input goes to standard output: leave --format away, or --check it',
    );
  const told: Told[] = [];
  for (const file of withIncluded(files)) {
    const text = file === '-' ? await terminal.readInput() : read(file);
    const formatted = formatYaml(text);
    const shown = file === '-' ? '<stdin>' : file;
    if ('fault' in formatted) {
      told.push({ file: shown, state: 'not_yaml', why: formatted.fault });
      if (!isJson) terminal.err(`${shown}: ${formatted.fault}\n`);
      exitCode = exitCodes.notValid;
      continue;
    }
    const isSame = formatted.text === text;
    told.push({ file: shown, state: isSame ? 'unchanged' : check ? 'not_formatted' : 'formatted' });
    if (check) {
      if (isSame) continue;
      if (!isJson) terminal.out(`${shown}\n`);
      exitCode = exitCodes.notValid;
    } else if (file === '-') terminal.out(formatted.text);
    else if (!isSame) await rewriteFile(file, formatted.text, { mode: 0o644 });
  }
  if (isJson) terminal.out(`${JSON.stringify(told, null, 2)}\n`);
  return exitCode;
}

/** Each file once, however often it is named; what is wrong with `include` is the business of `check`. */
function withIncluded(files: readonly string[]): Iterable<string> {
  const all = new Map<string, string>();
  const add = (file: string) => {
    const path = file === '-' ? file : resolve(file);
    if (!all.has(path)) all.set(path, file);
  };
  for (const file of files) {
    add(file);
    if (file !== '-') for (const path of includedPaths(file)) add(shownPath(path));
  }
  return all.values();
}

function read(file: string): string {
  const content = readRegular(file, maxFileBytes);
  if (content.kind !== 'content') {
    throw new Error(`can't format ${file}: it ${fileFault(content.kind, maxFileBytes)}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content.bytes);
  } catch (error) {
    throw new Error(`can't format ${file}: it is not UTF-8`, { cause: error });
  }
}
