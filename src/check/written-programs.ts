import type { Config } from '../config/types/gateway.ts';

/** What a file says of its programs, in its fields; `secret` is what one printed, where it was run. */
export function writtenPrograms({ programs }: Pick<Config, 'programs'>): Readonly<Record<string, object>> {
  return Object.fromEntries(
    [...programs].map(([name, { command, env, everyMs, timeoutMs, value }]) => [
      name,
      { command, env, every: everyMs, timeout: timeoutMs, secret: value },
    ]),
  );
}
