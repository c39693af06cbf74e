import { resolve } from 'node:path';
import { fileFault, shownPath } from '../../text/files.ts';
import type { Path } from '../../text/tree.ts';
import { fileAt, isAbsent, shown, wrong } from '../context.ts';
import type { AuthPlace } from './place.ts';

/** Tokens, assertions and key files stay far below. */
export const maxCredentialBytes = 64 * 1024;

/** A file that a credential is made of. It is watched while the gateway runs, and is no part of the revision. */
export interface WatchedFile {
  /** Absolute. */
  readonly file: string;
  /** As it is now, without white space around it; undefined where it is not there or cannot be used, which is told. */
  readonly text: string | undefined;
}

/** The mounted key files of containers: nobody can change their permissions there. */
const mounted = /^\/(?:var\/)?run\/secrets\//;

/** The file that a field names. */
export function fileOfField(place: AuthPlace, steps: Path, named: string): WatchedFile {
  const { context } = place;
  const path = [...place.path, ...steps];
  if (isAbsent(context, path)) return { file: '', text: undefined };
  return look(place, path, fileAt(context, named), `the file ${shown(context, path, named)}`);
}

/** The file that an environment variable names, for the form of `auth` that asks for it. */
export function fileOfVariable(place: AuthPlace, steps: Path, variable: string, named: string): WatchedFile {
  const file = resolve(named);
  return look(place, [...place.path, ...steps], file, `the file that the variable ${variable} names`);
}

function look({ context }: AuthPlace, path: Path, file: string, words: string): WatchedFile {
  const content = context.files.peek(file, maxCredentialBytes);
  if (content.kind !== 'content') {
    const mild = !context.requireSecrets && (content.kind === 'absent' || content.kind === 'unreadable');
    const message = `${words} ${fileFault(content.kind, maxCredentialBytes)}`;
    wrong(context, path, 'secret_file', message, { severity: mild ? 'note' : 'error' });
    return { file, text: undefined };
  }
  if (content.mode !== undefined && content.mode & ~0o640 && !mounted.test(file)) {
    const message = `${words} has mode 0${content.mode.toString(8)}; too many may read it`;
    wrong(context, path, 'secret_file_mode', message, { hint: `chmod 0640 ${shownPath(file)}, or 0600` });
  }
  const text = textOf(content.bytes);
  if (text) return { file, text };
  wrong(context, path, 'secret_file', `${words} ${text === undefined ? 'is not valid UTF-8' : 'is empty'}`);
  return { file, text: undefined };
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  } catch {
    return undefined;
  }
}
