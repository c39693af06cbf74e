import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { splitHint } from '../../schema/map-hints.ts';
import type { Path } from '../../text/tree.ts';
import { type Context, isAbsent, shown, wrong } from '../context.ts';

/** Checks a program and its arguments, at the path of the list. */
export function checkCommand(context: Context, path: Path, command: readonly string[]): void {
  checkProgram(context, [...path, 0], command[0] ?? '');
  for (const [index, part] of command.entries()) {
    const at = [...path, index];
    if (part.includes('\0') && !isAbsent(context, at))
      wrong(context, at, 'wrong_value', 'must not hold a NUL');
  }
}

function checkProgram(context: Context, at: Path, program: string): void {
  if (isAbsent(context, at)) return;
  if (!isAbsolute(program)) {
    const isPath = program.includes('/');
    wrong(context, at, 'bad_program', 'the program must be named by its absolute path', {
      hint: isPath
        ? 'write the path from the root: the gateway does not look beside the file'
        : `no shell and no PATH look for it: write what \`command -v ${/^[\w.-]+$/.test(program) ? program : 'NAME'}\` prints`,
    });
    return;
  }
  const fault = programFault(program);
  if (fault === undefined) {
    const open = openPlace(program);
    if (open === undefined) return;
    const message = `everybody on the host may write ${open === program ? 'this program' : `the folder ${open}`}, and so say what runs`;
    wrong(context, at, 'program_writable', message, { hint: `chmod o-w ${open}` });
    return;
  }
  const severity = context.requireSecrets ? 'error' : 'note';
  // Behind a space may stand an argument, and in that a secret.
  const isSplit = !/\s/.test(program);
  const words = isSplit ? `the program ${shown(context, at, program)}` : 'a program with a space in its name';
  wrong(context, at, 'bad_program', `${words} ${fault}`, {
    severity,
    ...(!isSplit && { hint: splitHint }),
  });
}

function programFault(program: string): string | undefined {
  try {
    if (!statSync(program).isFile()) return 'is not a file';
    accessSync(program, constants.X_OK);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'does not exist' : 'cannot be run by this user';
  }
}

/** The program, or a folder that it is found in, where everybody may put another in its place. */
function openPlace(program: string): string | undefined {
  const real = realpathSync(program);
  const places = [program, dirname(program), dirname(real)];
  return places.find((place) => {
    const { mode } = statSync(place);
    // In a sticky folder only the owner replaces a file.
    return (mode & 0o002) !== 0 && (mode & 0o1000) === 0;
  });
}
