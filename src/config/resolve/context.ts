import { resolve } from 'node:path';
import { getgid } from 'node:process';
import type { ProblemName } from '../problem-codes.ts';
import type { Extra, Report } from '../problem-report.ts';
import { fileShape } from '../schema/generated/shape.generated.js';
import { shapeAt } from '../schema/shape-path.ts';
import { type Files, fileFault } from '../text/files.ts';
import { folderOf } from '../text/interpolate.ts';
import { positionAt } from '../text/source.ts';
import { keySpan, nodeAt, type Path, type Tree } from '../text/tree.ts';
import type { SourcePosition } from '../types/source-position.ts';
import { parseDuration, parseSize, parseTime } from './units.ts';

/** The input for every part of the last checking step: one file, and the report of its findings. */
export interface Context {
  readonly tree: Tree;
  readonly report: Report;
  readonly files: Files;
  readonly requireSecrets: boolean;
  /** True for an installed optional package. */
  readonly isInstalled: (name: string) => boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly intact: (path: Path) => boolean;
}

/** Certificates with long chains stay far below. */
const maxPemBytes = 1024 * 1024;

/** True if the value at a path is a placeholder for something absent. */
export function isAbsent(context: Context, path: Path): boolean {
  return nodeAt(context.tree, path)?.expansion?.absent === true;
}

/** A value as messages may show it: as written where it came from a variable or a file. */
export function shown(context: Context, path: Path, value: string): string {
  const text = nodeAt(context.tree, path)?.expansion?.written ?? value;
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 77)}...` : text);
}

export function wrong(context: Context, path: Path, name: ProblemName, message: string, extra?: Extra): void {
  context.report.atValue(context.tree, path, name, message, extra);
}

/** The position of the thing with this name, or of the item of a list. */
export function placeOf(context: Context, path: Path): SourcePosition {
  const { source } = context.tree;
  return { file: source.shown, ...positionAt(source, keySpan(context.tree, path).start) };
}

/** The position of the first of two, for the message about the second, such as `in line 12`. */
export function placeInWords(context: Context, first: SourcePosition): string {
  const isHere = first.file === context.tree.source.shown;
  return isHere ? `in line ${first.line}` : `in ${first.file}, line ${first.line}`;
}

/** Milliseconds of the duration at a path; the lower of its bounds in the schema where it is wrong. */
export function duration(context: Context, path: Path, text: string): number {
  return measure(
    context,
    path,
    text,
    parseDuration,
    'bad_duration',
    'a duration such as 250ms, 2s, 5m, 1h or 90d',
  );
}

/** Bytes of the size at a path; the lower of its bounds in the schema where it is wrong. */
export function size(context: Context, path: Path, text: string): number {
  return measure(context, path, text, parseSize, 'bad_size', 'a size such as 64KiB or 32MiB');
}

function measure(
  context: Context,
  path: Path,
  text: string,
  parse: (text: string) => number | undefined,
  name: ProblemName,
  form: string,
): number {
  const bounds = shapeAt(fileShape, path)?.bounds;
  if (bounds === undefined) throw new Error(`the schema has no bounds for ${path.join('.')}`);
  const [least, most] = bounds;
  const floor = parse(least) ?? 0;
  if (isAbsent(context, path)) return floor;
  const value = parse(text);
  if (value === undefined) wrong(context, path, name, `must be ${form}`);
  else if (value < floor || value > (parse(most) ?? 0))
    wrong(context, path, name, `must be between ${least} and ${most}`);
  else return value;
  return floor;
}

/** Milliseconds since the epoch of the date at a path. */
export function time(context: Context, path: Path, text: string): number {
  if (isAbsent(context, path)) return 0;
  const value = parseTime(text);
  if (value === undefined)
    wrong(
      context,
      path,
      'bad_time',
      'there is no such date, or it is not written as 2027-01-01 or 2027-01-01T00:00:00Z',
    );
  return value ?? 0;
}

/** An absolute path from one that the file names. */
export function fileAt(context: Context, text: string): string {
  return resolve(folderOf(context.tree), text);
}

/** Instructions that let this process read a file, and nobody else who could not before. */
function lettingRead(file: string): string {
  const group = getgid?.() ?? 'GROUP';
  return `as root: chgrp ${group} '${file}' && chmod 0640 '${file}'; the group ${group} has to get into its folder, too`;
}

/** The text of a PEM file that a path names; empty where it is not there, which is reported. */
export function pem(context: Context, path: Path, named: string, kind: 'certificate' | 'key'): string {
  if (isAbsent(context, path)) return '';
  const file = fileAt(context, named);
  const content = context.files.read(file, maxPemBytes);
  if (content.kind !== 'content') {
    const mild = !context.requireSecrets && (content.kind === 'absent' || content.kind === 'unreadable');
    const message = `the file ${shown(context, path, named)} ${fileFault(content.kind, maxPemBytes)}`;
    const hint = content.kind === 'unreadable' ? { hint: lettingRead(file) } : {};
    wrong(context, path, 'tls_file', message, { severity: mild ? 'note' : 'error', ...hint });
    return '';
  }
  if (kind === 'key' && content.mode !== undefined && content.mode & ~0o640) {
    const message = `the private key has mode 0${content.mode.toString(8)}; too many may use it`;
    wrong(context, path, 'secret_file_mode', message, { hint: 'chmod 0640, or 0600' });
  }
  return content.bytes.toString('latin1');
}
