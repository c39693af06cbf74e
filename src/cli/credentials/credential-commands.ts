import { type Command, Option } from 'commander';
import { configFile, examples } from '../options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { CredentialsOptions } from './renew-credentials.ts';

/** `gateway credentials`. */
export function addCredentialCommands(
  gateway: Command,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  gateway
    .command('credentials')
    .description('renew each credential of the file once, from this host')
    .addOption(configFile())
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      examples(
        'gateway credentials --config gateway.yaml',
        'Prints the identity and lifetime of each, never a value. Exit code 1 if one fails.',
        'Run it as the user, and on the host, of the gateway: `serve` then finds the same.',
      ),
    )
    .action(async (options: CredentialsOptions) => {
      const { renewCredentials } = await import('./renew-credentials.ts');
      finish(await renewCredentials(options, terminal));
    });
}
