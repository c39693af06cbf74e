import type { ProblemName } from '../../problem-codes.ts';
import type { Extra } from '../../problem-report.ts';
import type { Environment } from '../../proxy-url.ts';
import type { Auth } from '../../schema/generated/file.generated.ts';
import type { AuthForm } from '../../schema/generated/shape.generated.js';
import { nodeAt, type Path } from '../../text/tree.ts';
import { type Context, isAbsent, wrong } from '../context.ts';

/** The input for resolving a backend's credential. */
export interface AuthPlace {
  readonly context: Context;
  /** Of `auth`. */
  readonly path: Path;
  readonly auth: Auth;
  readonly env: Environment;
  /** The host of the backend's URL, without brackets: empty where it has none, undefined where it is not known. */
  readonly hostname: string | undefined;
}

/** True if the file itself sets a value here: defaults do not count. */
export function isWritten({ context, path }: AuthPlace, ...steps: Path): boolean {
  return nodeAt(context.tree, [...path, ...steps]) !== undefined;
}

/** Says what is wrong with a field of `auth`, unless it is a placeholder. */
export function refuse(
  { context, path }: AuthPlace,
  steps: Path,
  name: ProblemName,
  message: string,
  extra?: Extra,
): void {
  const at = [...path, ...steps];
  if (!isAbsent(context, at)) wrong(context, at, name, message, extra);
}

/** A text that a field of a form gives, or else an environment variable; undefined where neither does, which is told. */
export function textOrVariable(
  place: AuthPlace,
  form: AuthForm,
  field: string,
  written: string | undefined,
  variable: string,
): string | undefined {
  const text = written ?? place.env[variable];
  if (text) return text;
  missingVariable(
    place,
    form,
    `"${field}" is not written here, and the environment variable ${variable} is not set`,
    {
      hint: `write \`${field}\` in \`${form}\`, or set ${variable}`,
    },
  );
  return undefined;
}

/** Says that a form lacks a variable: a note in `check`, where the environment is another. */
export function missingVariable(place: AuthPlace, form: AuthForm, message: string, { hint }: Extra): void {
  const { context, path } = place;
  context.report.atKey(context.tree, [...path, form], 'unset_variable', message, {
    hint,
    severity: context.requireSecrets ? 'error' : 'note',
  });
}

/** Says that fields of a form do not go together: one of them would have no effect. */
export function refuseIdle(place: AuthPlace, steps: Path, message: string, hint: string): void {
  if (!isWritten(place, ...steps)) return;
  place.context.report.atKey(place.context.tree, [...place.path, ...steps], 'bad_auth', message, { hint });
}
