import type { Command } from 'commander';
import { configFile, examples } from '../options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { TestHooksOptions } from './test-hooks.ts';

/** `gateway notify`. */
export function addNotifyCommands(
  gateway: Command,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  const notify = gateway.command('notify').description('messages to operators');
  notify
    .command('test')
    .description('send a test message to each hook of the file')
    .addOption(configFile())
    .addHelpText(
      'after',
      examples(
        'gateway notify test --config gateway.yaml',
        "Sends once, from this host, and prints each hook's answer. Exit code 1 if one did not take it.",
      ),
    )
    .action(async (options: TestHooksOptions) => {
      const { testHooks } = await import('./test-hooks.ts');
      finish(await testHooks(options, terminal));
    });
}
