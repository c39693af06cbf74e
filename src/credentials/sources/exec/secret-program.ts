import type { ProgramOutcome, ProgramSpec } from '../../../config/types/programs.ts';
import { mostTokenBytes } from '../token-text.ts';
import { programEnvironment } from './environment.ts';
import { type ProgramEnd, runProgram } from './run-program.ts';

/**
 * Runs a program for the secret that it prints. What it says, on either output, is told nobody: a vault's client may well
 * repeat a secret in a message. Never rejects.
 *
 * @param env What the variables that it gets are taken from.
 */
export async function runSecretProgram(
  { command, env: names, timeoutMs }: ProgramSpec,
  env: Readonly<Record<string, string | undefined>> = process.env,
  stop?: AbortSignal,
): Promise<ProgramOutcome> {
  const late = AbortSignal.timeout(timeoutMs);
  const signal = stop === undefined ? late : AbortSignal.any([late, stop]);
  const ended = await runProgram(command, programEnvironment(names, env), {
    signal,
    mostBytes: mostTokenBytes,
  });
  const fault = faultOf(command[0], ended, timeoutMs);
  if (fault !== undefined) return { kind: 'failed', reason: fault };
  const value = ended.out.trimEnd();
  if (value === '') return { kind: 'failed', reason: `${command[0]} printed nothing` };
  if (value.includes('\ufffd')) return { kind: 'failed', reason: `what ${command[0]} printed is not UTF-8` };
  return { kind: 'printed', value };
}

function faultOf(
  program: string,
  { why, code, signal, error }: ProgramEnd,
  timeoutMs: number,
): string | undefined {
  switch (why) {
    case 'not_started':
      return error?.code === 'ENOENT'
        ? `there is no program ${program}, or not what its first line names`
        : `${program} could not be started (${error?.code})`;
    case 'too_late':
      return `${program} did not end within ${timeoutMs / 1000} s and was ended; \`timeout\` gives it longer`;
    case 'too_much':
      return `${program} printed more than 64 KiB: that is no secret`;
    case 'ended':
      if (code === 0) return undefined;
      return `${program} ended ${code === null ? `by ${signal}` : `with code ${code}`}`;
  }
}
