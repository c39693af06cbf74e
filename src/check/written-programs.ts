import type { Config } from '../config/types/gateway.ts';

/** The file's programs, in its fields; `secret` is a program's output, if it was run. */
export function writtenPrograms({ programs }: Pick<Config, 'programs'>): Readonly<Record<string, object>> {
  return Object.fromEntries(
    [...programs].map(([name, { command, env, everyMs, timeoutMs, value }]) => [
      name,
      { command, env, every: everyMs, timeout: timeoutMs, secret: value },
    ]),
  );
}
