import type { ExecSource } from '../../../config/types/credentials.ts';
import { RenewalFailure, type Renewed } from '../source.ts';
import { mostTokenBytes, readTokenText } from '../token-text.ts';
import { programEnvironment } from './environment.ts';
import { lastWords } from './last-words.ts';
import { type ProgramEnd, runProgram } from './run-program.ts';

/** Runs the program that prints a token. */
export async function renewExec({ command, env }: ExecSource, signal: AbortSignal): Promise<Renewed> {
  const [program] = command;
  const ended = await runProgram(command, programEnvironment(env, process.env), {
    signal,
    mostBytes: mostTokenBytes,
  });
  const failure = failureOf(program, ended);
  if (failure !== undefined) throw failure;
  const nowMs = Date.now();
  const options = { where: `what ${program} printed`, sinceMs: nowMs, nowMs, isFresh: true };
  const { token, lifetimeMs, warning } = readTokenText(ended.out, options);
  return { value: { kind: 'token', token }, lifetimeMs, warning, subject: program };
}

function failureOf(program: string, ended: ProgramEnd): RenewalFailure | undefined {
  const { why, code, signal, error } = ended;
  switch (why) {
    case 'not_started':
      return notStarted(program, error);
    case 'too_late':
      return new RenewalFailure(
        'timeout',
        `${program} did not end in time and was ended${said(ended)}; auth.exec.timeout gives it longer`,
      );
    case 'too_much':
      return new RenewalFailure('too_large', `${program} printed more than 64 KiB: that is no token`);
    case 'ended': {
      if (code === 0) return undefined;
      const how = code === null ? `by ${signal}` : `with code ${code}`;
      return new RenewalFailure('exit', `${program} ended ${how}${said(ended)}`);
    }
  }
}

function notStarted(program: string, error: NodeJS.ErrnoException | undefined): RenewalFailure {
  switch (error?.code) {
    case 'ENOENT':
      return new RenewalFailure(
        'not_found',
        `there is no program ${program}, or not what its first line names`,
      );
    case 'EACCES':
      return new RenewalFailure(
        'not_executable',
        `${program} may not be run by the user of the gateway (EACCES)`,
      );
    default:
      return new RenewalFailure('not_started', `${program} could not be started (${error?.code})`);
  }
}

function said({ errors, isErrorsCut }: ProgramEnd): string {
  const words = lastWords(errors, isErrorsCut);
  return words === '' ? '' : `; the last it said: ${words}`;
}
