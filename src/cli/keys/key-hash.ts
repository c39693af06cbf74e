import { hashSecret, presentedSecret } from '../../keys/key-secret.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

/**
 * Reads a secret from standard input, where no process list and no shell history keeps it, and prints its hash. The
 * line break that `echo` and editors add is not part of it. Throws for a secret that no client could present.
 */
export async function keyHash(terminal: Terminal): Promise<ExitCode> {
  if (terminal.isInteractive) terminal.err('Type the secret, then Enter and Ctrl-D.\n');
  const secret = (await terminal.readInput()).replace(/\r?\n$/, '');
  if (secret === '') throw new Error('no secret on standard input');
  const presented = presentedSecret({
    authorization: `Bearer ${secret}`,
    authorizationCount: 1,
    apiKey: undefined,
  });
  if (presented.kind !== 'secret' || presented.secret !== secret) {
    throw new Error(
      'no client could send this secret: at most 500 characters, visible ASCII without spaces and commas',
    );
  }
  terminal.out(`${hashSecret(secret)}\n`);
  return exitCodes.good;
}
