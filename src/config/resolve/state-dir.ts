import { resolve } from 'node:path';
import type { GatewayFile } from '../schema/generated/file.generated.ts';
import { type Context, fileAt } from './context.ts';

/** As written, else where systemd says, else beside whatever the gateway was started from. */
export function stateDir(
  context: Context,
  file: GatewayFile,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (file.state.dir !== undefined) return fileAt(context, file.state.dir);
  return usualStateDir(env);
}

/** The default folder: systemd's, else one beside the file or folder that the gateway was started from. */
export function usualStateDir(env: Readonly<Record<string, string | undefined>>): string {
  // systemd lists several directories with colons between them.
  return resolve(env['STATE_DIRECTORY']?.split(':')[0] || '.gateway');
}
