import { CommanderError } from 'commander';
import { type ModelNames, program } from './program.ts';
import { type ExitCode, exitCodes, painter, processTerminal, type Terminal } from './terminal.ts';

/** Runs one command line to its end and resolves to the exit code. Never rejects. */
export async function main(
  args: readonly string[],
  terminal: Terminal = processTerminal(),
): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.good;
  try {
    // Only the help of `simulate` lists the faults; no other command has to wait for them.
    const modelNames = args.includes('simulate') ? await namesOfSimulator() : undefined;
    const finish = (code: ExitCode) => {
      exitCode = code;
    };
    await program(terminal, finish, modelNames).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Help and version end a command line this way too; what was wrong with it has been said already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.good : exitCodes.couldNotRun;
    sayWhy(error, terminal);
    return exitCodes.couldNotRun;
  }
}

async function namesOfSimulator(): Promise<ModelNames> {
  const { simulatorFaults, simulatorManners } = await import('../simulator/index.ts');
  return { faults: simulatorFaults, manners: simulatorManners };
}

/** One line that an operator can act on; where it happened in our sources only for those who ask. */
function sayWhy(error: unknown, terminal: Terminal): void {
  const message = error instanceof Error ? error.message : String(error);
  terminal.err(`${painter(terminal.colorErr)('red', 'gateway:')} ${message.replace(/\s*\n\s*/g, '; ')}\n`);
  if (terminal.env['GATEWAY_DEBUG'] === '1' && error instanceof Error) terminal.err(`${error.stack}\n`);
}
