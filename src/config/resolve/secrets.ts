import { nodeAt, type Path } from '../text/tree.ts';
import { type Context, isAbsent, wrong } from './context.ts';

/**
 * Checks a secret: it should come from outside of the file, and a stray line break or space in it would make
 * every request fail with a message that no one can make sense of. `spaces` may stand inside where the form of
 * a header value wants them.
 */
export function checkSecret(
  context: Context,
  path: Path,
  value: string,
  spaces: 'none' | 'inside' = 'none',
): void {
  if (isAbsent(context, path)) return;
  checkOrigin(context, path);
  if (value === '') wrong(context, path, 'secret_shape', 'must not be empty');
  else if (value !== value.trim())
    wrong(context, path, 'secret_shape', 'the secret begins or ends with white space or a line break');
  else if (spaces === 'none' && /\s/.test(value))
    wrong(context, path, 'secret_shape', 'the secret has white space inside');
  else if (!/^[\x20-\x7e]+$/.test(value))
    wrong(context, path, 'secret_shape', 'the secret has characters that no header can carry');
}

/** Checks that a secret comes from outside of the file, whatever it looks like. */
export function checkOrigin(context: Context, path: Path): void {
  const expansion = nodeAt(context.tree, path)?.expansion;
  if (expansion !== undefined && !expansion.inClear) return;
  const hint = 'take it from the environment with "${NAME}", or from a file with "${file:PATH}"';
  wrong(context, path, 'secret_in_clear', 'a secret is in the file in clear text', { hint });
}
