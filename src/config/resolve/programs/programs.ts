import type { GatewayFile } from '../../schema/generated/file.generated.ts';
import type { ProgramConfig } from '../../types/programs.ts';
import { type Context, duration } from '../context.ts';
import { checkCommand } from './command.ts';

/** `programs`, by name, without what they print. */
export function resolvePrograms(
  context: Context,
  programs: GatewayFile['programs'],
): ReadonlyMap<string, Omit<ProgramConfig, 'value'>> {
  const found = new Map<string, Omit<ProgramConfig, 'value'>>();
  for (const [name, { command, env, every, timeout }] of Object.entries(programs)) {
    const path = ['programs', name];
    if (!context.intact(path)) continue;
    checkCommand(context, [...path, 'command'], command);
    const [program = '', ...args] = command;
    found.set(name, {
      name,
      command: [program, ...args],
      env,
      everyMs: duration(context, [...path, 'every'], every),
      timeoutMs: duration(context, [...path, 'timeout'], timeout),
    });
  }
  return found;
}
