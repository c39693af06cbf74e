import type { TokenCredentialConfig } from '../../types/credentials.ts';
import { duration } from '../context.ts';
import { checkCommand } from '../programs/command.ts';
import type { AuthPlace } from './place.ts';
import { tokenCredential } from './token.ts';

/** `exec`: a program that prints a token. */
export function resolveExecAuth(place: AuthPlace): TokenCredentialConfig {
  const { context, path } = place;
  const { command, every, timeout, env } = place.auth.exec!;
  const [program = '', ...args] = command;
  const at = [...path, 'exec'];
  checkCommand(context, [...at, 'command'], command);
  return tokenCredential(place, {
    kind: 'exec',
    command: [program, ...args],
    everyMs: every === undefined ? undefined : duration(context, [...at, 'every'], every),
    timeoutMs: duration(context, [...at, 'timeout'], timeout),
    env,
  });
}
